import { matchesSearch } from '@storeward/contract/search';
import type { NodeId } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { SearchPicker, usePickerSearch } from '../records/search-picker.tsx';
import { PickerOption } from '../ui/form/picker-option.tsx';
import { organisationListQuery, organisationQuery } from './queries.ts';

type Props = {
  value: NodeId | undefined;
  onChange: (id: NodeId | undefined) => void;
  /** In a toolbar the label is not shown. */
  inToolbar?: boolean;
};

type Choice = { readonly id: NodeId | undefined; readonly name: string; readonly code: string };

const pageSize = 25;

/** Searchable select of an organisation, or of the platform itself (undefined). */
export function OrganisationPicker({ value, onChange, inToolbar = false }: Props) {
  const t = useT();
  const picker = usePickerSearch();
  const [selected, setSelected] = useState<Choice>();
  const query = useQuery({
    ...organisationListQuery({ search: picker.search || undefined, sort: 'name:asc', size: pageSize }),
    enabled: picker.isOpen && hasPermission(['LIST_ORGANISATIONS']),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data: current } = useQuery({
    ...organisationQuery(value!),
    enabled: value !== undefined && selected?.id !== value && hasPermission(['VIEW_ORGANISATION']),
    meta: { quiet: true },
  });
  const platform: Choice = { id: undefined, name: t('organisations.picker.platform'), code: '' };
  const items = [...(matchesSearch(picker.search, platform.name) ? [platform] : []), ...(query.data?.result ?? [])];
  const named = [selected, current].find((organisation) => organisation?.id === value);
  return (
    <SearchPicker<Choice>
      picker={picker}
      choices={{ ...query, items, isLoading: query.isLoading }}
      idOf={idOf}
      codesOf={({ code, name }) => [code, name]}
      renderOption={({ name }) => <PickerOption detail="">{name}</PickerOption>}
      onChoose={(choice) => {
        setSelected(choice);
        onChange(choice.id);
      }}
      label={t('organisations.picker.label')}
      inToolbar={inToolbar}
      icon="building"
      placeholder={platform.name}
      resultsLabel={t('organisations.picker.label')}
      nothingFound={t('organisations.picker.nothingFound')}
      chosen={
        value === undefined ? { id: idOf(platform), name: platform.name } : { id: value, name: named?.name ?? value }
      }
    />
  );
}

const idOf = ({ id }: Pick<Choice, 'id'>) => id ?? 'platform';
