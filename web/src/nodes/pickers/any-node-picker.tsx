import { childNodeTypes } from '@storeward/contract/nodes/node-types';
import type { NodeSearchResult, NodeId } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { SearchPicker, usePickerSearch } from '../../records/search-picker.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PickerOption } from '../../ui/form/picker-option.tsx';
import { useNodeTotal } from './node-total.ts';
import { nodeSearchQuery } from '../queries.ts';

type Props = {
  label: string;
  /** Shown while the user does not type. */
  selectedName?: string;
  /** Restricts the choices to this node and its descendants. */
  ancestorId?: NodeId | undefined;
  /** The organisation that a platform user searches. */
  organisationId?: NodeId | undefined;
  includeStores: boolean;
  /** Whether each choice is added to those before. */
  takesSeveral?: boolean;
  onChoose: (node: NodeSearchResult) => void;
  error?: ReactNode;
};

const maxResults = 50;
const typesExceptStore = ['ORGANIZATION', ...childNodeTypes.filter((type) => type !== 'STORE')].join(',');

/** Chooses one node of any type by a part of its name or code. */
export function AnyNodePicker({
  label,
  selectedName = '',
  ancestorId,
  organisationId,
  includeStores,
  takesSeveral,
  onChoose,
  error,
}: Props) {
  const t = useT();
  const totalText = useNodeTotal();
  const picker = usePickerSearch(takesSeveral);
  const query = useQuery({
    ...nodeSearchQuery(picker.search, 0, maxResults, {
      below: ancestorId,
      orgId: organisationId,
      ...(!includeStores && { types: typesExceptStore }),
    }),
    enabled: picker.isOpen,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const items = data?.result ?? [];
  return (
    <SearchPicker
      picker={picker}
      choices={{ ...query, items, isLoading: !data }}
      idOf={({ nodeId }) => nodeId}
      codesOf={({ code }) => [code]}
      renderOption={({ name, code, nodeType, path }) => (
        <PickerOption detail={path.map((node) => node.name).join(' › ')}>
          <Icon name={levelIcons[nodeType]} size={16} /> {name} <code>{code}</code>
        </PickerOption>
      )}
      onChoose={onChoose}
      label={label}
      icon="search"
      placeholder={t('nodes.picker.hint')}
      resultsLabel={t('nodes.search.results')}
      nothingFound={t('nodes.edit.nothingFound')}
      total={data && data.total > items.length ? totalText(data) : undefined}
      chosen={selectedName ? { name: selectedName } : undefined}
      error={error}
    />
  );
}
