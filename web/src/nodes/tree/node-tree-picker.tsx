import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Branch, TreeItem } from '../../ui/tree/tree-view.tsx';
import { TreeView } from '../../ui/tree/tree-view.tsx';
import { useBranches } from './node-branches.ts';
import { iconOf, renderBadges, useNodeItem, useTreeLabels } from './node-tree.tsx';
import { type AncestorsOf, checkStateOf, deselectNode, selectNode } from './tree-selection.ts';
import { childPageSize, nodeQuery } from '../queries.ts';

type Props = {
  /** Root of the tree, such as the user's own root node. */
  root: NodeId;
  label: string;
  /** The selected nodes; each includes its whole subtree, also nodes created later. */
  value: readonly NodeId[];
  onChange: (value: NodeId[]) => void;
  /** Nodes whose check state cannot be changed. */
  locked?: (row: NodeRow) => boolean;
};

/** Chooses nodes of the user's scope by checkboxes in the tree; a node includes its subtree. */
export function NodeTreePicker({ root, label, value, onChange, locked }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([root]));
  const top = useQuery(nodeQuery(root));
  const toItem = useNodeItem();
  const { branch: below, loadMore, load } = useBranches(open, toItem);
  const visibleAncestorsOf = useMemo(() => collectAncestors(root, open, below), [root, open, below]);
  const { ancestorsOf, remember } = useAncestors(value, visibleAncestorsOf);
  const change = (newValue: readonly string[]) => {
    remember(newValue);
    onChange(newValue as NodeId[]);
  };

  const pendingDeselect = usePendingDeselect();
  const deselected =
    pendingDeselect.id && deselectNode(value, pendingDeselect.id, ancestorsOf, (id) => allChildIds(below(id)));
  const incompleteParent = deselected && 'needsChildrenOf' in deselected ? deselected.needsChildrenOf : undefined;
  const branch = incompleteParent === undefined ? undefined : below(incompleteParent);
  const missingPageCount =
    branch?.state === 'ready' && !branch.loadingMore && branch.remaining > 0
      ? Math.ceil((branch.items.length + branch.remaining) / childPageSize)
      : undefined;
  useEffect(() => {
    if (deselected && 'selected' in deselected) {
      pendingDeselect.clear();
      change(deselected.selected);
    } else if (incompleteParent !== undefined && missingPageCount !== undefined)
      load(incompleteParent, missingPageCount);
    else if (branch?.state === 'failed') pendingDeselect.clear();
  }); // runs after every render, because sibling pages may arrive from any query

  const checkState = useMemo(() => checkStateOf(value, ancestorsOf), [value, ancestorsOf]);
  const withCheckState = useCallback(
    (item: TreeItem<NodeRow>): TreeItem<NodeRow> => ({
      ...item,
      checked: checkState(item.id),
      ...(locked?.(item.value) && { disabled: true }),
    }),
    [checkState, locked],
  );
  const branchOf = useCallback(
    (id: string | null): Branch<NodeRow> | undefined => {
      if (id !== null) return mapItems(below(id), withCheckState);
      if (top.data) return { state: 'ready', items: [withCheckState(toItem(top.data))], remaining: 0 };
      return { state: top.isError && !top.isFetching ? 'failed' : 'loading' };
    },
    [below, withCheckState, top.data, top.isError, top.isFetching, toItem],
  );
  const retry = (id: string | null) => (id === null ? void top.refetch() : loadMore(id));

  return (
    <TreeView
      label={label}
      branch={branchOf}
      open={open}
      onOpen={(ids, opened) =>
        setOpen((before) => new Set(opened ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
      }
      onSelect={({ id, checked }) =>
        checked === true ? pendingDeselect.start(id) : change(selectNode(value, id, ancestorsOf))
      }
      checkable
      icon={iconOf}
      trailing={renderBadges}
      labels={useTreeLabels()}
      onMore={retry}
      onRetry={retry}
    />
  );
}

/** The node to deselect once its siblings are loaded, because they are selected instead of their parent. */
function usePendingDeselect() {
  const [id, setId] = useState<string>();
  return { id, start: setId, clear: () => setId(undefined) };
}

/** Ancestors of nodes: from the tree as rendered, from its state when they were selected, or from the server. */
function useAncestors(
  value: readonly NodeId[],
  visibleAncestorsOf: AncestorsOf,
): { ancestorsOf: AncestorsOf; remember: (ids: readonly string[]) => void } {
  const [remembered, setRemembered] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const unknown = value.filter((id) => !remembered.has(id) && !visibleAncestorsOf(id));
  const fetched = useQueries({
    queries: unknown.map((id) => ({ ...nodeQuery(id), staleTime: 60_000 })),
    combine: pathsById,
  });
  const ancestorsOf = useCallback(
    (id: string) => visibleAncestorsOf(id) ?? remembered.get(id) ?? fetched.get(id),
    [visibleAncestorsOf, remembered, fetched],
  );
  const remember = (ids: readonly string[]) =>
    setRemembered(new Map(ids.flatMap((id) => [[id, ancestorsOf(id)] as const]).filter(isKnown)));
  return { ancestorsOf, remember };
}

const isKnown = (
  path: readonly [string, readonly string[] | undefined],
): path is readonly [string, readonly string[]] => path[1] !== undefined;

const pathsById = (results: { data: { nodeId: NodeId; path: readonly { id: NodeId }[] } | undefined }[]) =>
  new Map(
    results.flatMap(({ data }) => (data ? [[data.nodeId as string, data.path.map(({ id }) => id)] as const] : [])),
  );

/** Collects the ancestors of every node that the tree currently shows. */
function collectAncestors(
  root: string,
  open: ReadonlySet<string>,
  below: (id: string) => Branch<NodeRow> | undefined,
): AncestorsOf {
  const ancestors = new Map<string, readonly string[]>([[root, []]]);
  const visit = (id: string, path: readonly string[]) => {
    const branch = open.has(id) ? below(id) : undefined;
    if (branch?.state !== 'ready') return;
    for (const item of branch.items) {
      ancestors.set(item.id, path);
      visit(item.id, [...path, item.id]);
    }
  };
  visit(root, [root]);
  return (id) => ancestors.get(id);
}

const allChildIds = (branch: Branch<NodeRow> | undefined): string[] | undefined =>
  branch?.state === 'ready' && branch.remaining === 0 ? branch.items.map(({ id }) => id) : undefined;

function mapItems(
  branch: Branch<NodeRow> | undefined,
  toItem: (item: TreeItem<NodeRow>) => TreeItem<NodeRow>,
): Branch<NodeRow> | undefined {
  return branch?.state === 'ready' ? { ...branch, items: branch.items.map(toItem) } : branch;
}
