import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RoleRow } from '@storeward/contract/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { roleList } from './queries.ts';

type Props = {
  label: string;
  /** The role that is looked at already, which is none to choose. */
  but?: string;
  onChoose: (role: RoleRow) => void;
};

const atOnce = 25;

/** Chooses one of all the roles that the reader sees, by a part of its name. */
export function AnyRolePicker({ label, but, onChoose }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<RoleRow>();
  const [open, setOpen] = useState(false);
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), 200);
  const { data, isFetching } = useQuery({
    ...roleList({ size: atOnce, search: search || undefined }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const found = (data?.result ?? []).filter(({ id }) => id !== but);
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label={label}
      placeholder={t('roles.picker.hint')}
      searchable
      comboboxProps={{ transitionProps: { duration: 0 } }}
      // the server has searched already
      filter={({ options }) => options}
      data={shown.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isFetching ? t('ui.state.loading') : t('roles.picker.nothingFound')}
      onChange={(id) => {
        const role = shown.find((one) => one.id === id);
        if (!role) return;
        setChosen(role);
        onChoose(role);
      }}
    />
  );
}
