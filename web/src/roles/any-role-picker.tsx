import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RoleRow } from '@storeward/contract/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { roleListQuery } from './queries.ts';

type Props = {
  label: string;
  /** Role left out of the options. */
  excludeId?: string;
  onSelect: (role: RoleRow) => void;
};

const pageSize = 25;

/** Searchable select over all roles visible to the user. */
export function AnyRolePicker({ label, excludeId, onSelect }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState<RoleRow>();
  const [open, setOpen] = useState(false);
  const [search] = useDebouncedValue(typed === selected?.name ? '' : typed.trim(), 200);
  const { data, isFetching } = useQuery({
    ...roleListQuery({ size: pageSize, search: search || undefined }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const results = (data?.result ?? []).filter(({ id }) => id !== excludeId);
  const options = selected && !results.some(({ id }) => id === selected.id) ? [selected, ...results] : results;
  return (
    <Select
      label={label}
      placeholder={t('roles.picker.hint')}
      searchable
      comboboxProps={{ transitionProps: { duration: 0 } }}
      // filtered by the server
      filter={({ options }) => options}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={selected?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isFetching ? t('ui.state.loading') : t('roles.picker.nothingFound')}
      onChange={(id) => {
        const role = options.find((option) => option.id === id);
        if (!role) return;
        setSelected(role);
        onSelect(role);
      }}
    />
  );
}
