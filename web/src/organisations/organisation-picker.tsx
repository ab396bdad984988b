import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeId } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { organisationListQuery, organisationQuery } from './queries.ts';

type Props = {
  value: NodeId | undefined;
  onChange: (id: NodeId | undefined) => void;
  /** In a toolbar the label is not shown. */
  inToolbar?: boolean;
};

const platformValue = 'platform';
const pageSize = 25;

/** Searchable select of an organisation, or of the platform itself (undefined). */
export function OrganisationPicker({ value, onChange, inToolbar = false }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState<{ value: string; label: string }>();
  const [search] = useDebouncedValue(typed.trim() === selected?.label ? '' : typed.trim(), 200);
  const { data } = useQuery({
    ...organisationListQuery({ search: search || undefined, sort: 'name:asc', size: pageSize }),
    enabled: hasPermission(['LIST_ORGANISATIONS']),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data: current } = useQuery({
    ...organisationQuery(value!),
    enabled: value !== undefined && selected?.value !== value && hasPermission(['VIEW_ORGANISATION']),
    meta: { quiet: true },
  });
  const results = (data?.result ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  const platformOption = { value: platformValue, label: t('organisations.picker.platform') };
  const options = [platformOption, ...results];
  // keeps the selected option whatever the user searches for, also one set by the URL
  const named = current && current.id === value ? { value: current.id as string, label: current.name } : selected;
  const kept = named ?? (value && { value: value, label: value });
  if (kept && !options.some((option) => option.value === kept.value)) options.push(kept);
  return (
    <Select
      {...(inToolbar
        ? { 'aria-label': t('organisations.picker.label'), flex: { base: '1 1 100%', sm: '0 0 14rem' } }
        : { label: t('organisations.picker.label') })}
      data={options}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('organisations.picker.nothingFound')}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value ?? platformValue}
      onChange={(id, option) => {
        setSelected(option ?? undefined);
        onChange(id === platformValue || id === null ? undefined : (id as NodeId));
      }}
    />
  );
}
