import type { RoleRow } from '@storeward/contract/roles';
import { matchesSearch } from '@storeward/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { SearchPicker, usePickerSearch } from '../records/search-picker.tsx';
import { PickerOption } from '../ui/form/picker-option.tsx';
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
  const picker = usePickerSearch();
  const [selected, setSelected] = useState<RoleRow>();
  const query = useQuery({
    ...roleListQuery({ size: pageSize, search: picker.search || undefined }),
    enabled: picker.isOpen,
    placeholderData: keepPreviousData,
  });
  const items = (query.data?.result ?? []).filter(({ id }) => id !== excludeId);
  return (
    <SearchPicker
      picker={picker}
      choices={{ ...query, items, isLoading: !query.data }}
      idOf={({ id }) => id}
      codesOf={({ name }) => [name]}
      renderOption={({ name }) => <PickerOption detail="">{name}</PickerOption>}
      onChoose={(role) => {
        setSelected(role);
        onSelect(role);
      }}
      label={label}
      icon="shield"
      placeholder={t('roles.picker.hint')}
      resultsLabel={t('roles.picker.results')}
      nothingFound={t('roles.picker.nothingFound')}
      chosen={selected}
      isMeant={(role, search) => matchesSearch(search, role.name)}
    />
  );
}
