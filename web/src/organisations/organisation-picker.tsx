import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeId } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { organisationList } from './queries.ts';

type Props = { value: NodeId | undefined; onChange: (id: NodeId | undefined) => void };

const platform = 'platform';
const shown = 25;

/** Chooses an organisation by a part of its name, or the platform itself. */
export function OrganisationPicker({ value, onChange }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [search] = useDebouncedValue(typed.trim() === chosen?.label ? '' : typed.trim(), 200);
  const { data } = useQuery({
    ...organisationList({ search: search || undefined, sort: 'name:asc', size: shown }),
    enabled: may(['LIST_ORGANISATIONS']),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const found = (data?.result ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  const usual = { value: platform, label: t('organisations.picker.platform') };
  const options = [usual, ...found];
  // what is chosen stays there, whatever is looked for
  if (chosen && !options.some((option) => option.value === chosen.value)) options.push(chosen);
  return (
    <Select
      label={t('organisations.picker.label')}
      data={options}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('organisations.picker.nothing')}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value ?? platform}
      onChange={(id, option) => {
        setChosen(option ?? undefined);
        onChange(id === platform || id === null ? undefined : (id as NodeId));
      }}
    />
  );
}
