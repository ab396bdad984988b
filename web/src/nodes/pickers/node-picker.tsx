import type { ChildNodeType } from '@storeward/contract/nodes/node-types';
import type { NodeId, NodeRef, NodeChoice } from '@storeward/contract/nodes';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../platform/session/session.ts';
import { useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { SearchPicker, usePickerSearch } from '../../records/search-picker.tsx';
import { PickerOption } from '../../ui/form/picker-option.tsx';
import { useNodeTotal } from './node-total.ts';
import { nodeChoicesQuery } from '../queries.ts';

type Props = {
  label: ReactNode;
  /** Type of the nodes to choose from. */
  type: ChildNodeType;
  /** Restricts the choices to descendants of this node. */
  ancestorId: NodeId | undefined;
  chosen: NodeRef | undefined;
  onChange: (choice: NodeChoice | undefined) => void;
  onBlur?: (() => void) | undefined;
  /** Placeholder that names the missing level; set while the field is disabled. */
  waitHint?: string | undefined;
  /** Accessible label of the clear button; only for optional fields. */
  clearLabel?: string | undefined;
  error?: ReactNode;
};

/** Chooses one enabled node of a type by a part of its name or code; further results load on scrolling. */
export function NodePicker({ label, type, ancestorId, chosen, onChange, onBlur, waitHint, clearLabel, error }: Props) {
  const t = useT();
  const totalText = useNodeTotal();
  const picker = usePickerSearch();
  const { user } = useSession();
  const query = useInfiniteQuery({
    ...nodeChoicesQuery({
      nodeType: type,
      orgId: user?.organizationId,
      parentId: ancestorId,
      search: picker.search || undefined,
    }),
    enabled: picker.isOpen,
    placeholderData: keepPreviousData,
  });
  const items = query.data?.pages.flatMap(({ result }) => result) ?? [];
  return (
    <SearchPicker
      picker={picker}
      choices={{ ...query, items, isLoading: !query.data }}
      idOf={({ nodeId }) => nodeId}
      codesOf={({ code }) => [code]}
      renderOption={(choice) => <Choice choice={choice} ancestorId={ancestorId} />}
      onChoose={onChange}
      label={label}
      icon={levelIcons[type]}
      placeholder={waitHint ?? t('nodes.picker.hint')}
      resultsLabel={t('nodes.search.results')}
      nothingFound={t('nodes.edit.nothingFound')}
      total={totalText(query.data?.pages[0])}
      chosen={chosen}
      clear={clearLabel ? { label: clearLabel, onClear: () => onChange(undefined) } : undefined}
      error={error}
      disabled={waitHint !== undefined}
      onBlur={onBlur}
    />
  );
}

/** A node with its code and the path between it and the chosen ancestor. */
function Choice({ choice: { name, code, path }, ancestorId }: { choice: NodeChoice; ancestorId: NodeId | undefined }) {
  const between = path.slice(path.findIndex(({ id }) => id === ancestorId) + 1);
  return (
    <PickerOption detail={between.map((node) => node.name).join(' › ')}>
      {name} <code>{code}</code>
    </PickerOption>
  );
}
