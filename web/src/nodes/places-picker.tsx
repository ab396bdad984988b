import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Branch, TreeItem } from '../ui/tree-view.tsx';
import { TreeView } from '../ui/tree-view.tsx';
import { useBranches } from './node-branches.ts';
import { iconOf, marksOf, useNodeItem, useTreeWords } from './node-tree.tsx';
import { type AboveOf, tickOf, withoutPlace, withPlace } from './place-ticks.ts';
import { childrenAtOnce, oneNode } from './queries.ts';

type Props = {
  /** The place that the tree begins with, such as the reader's own root node. */
  root: NodeId;
  label: string;
  /** The ticked places; each stands for itself and for all below it, today and later. */
  value: readonly NodeId[];
  onChange: (value: NodeId[]) => void;
  /** Which places can be neither ticked nor unticked. */
  locked?: (row: NodeRow) => boolean;
};

/** Chooses places of the reader's own area by ticking them in the tree, each with all below it. */
export function PlacesPicker({ root, label, value, onChange, locked }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([root]));
  const top = useQuery(oneNode(root));
  const toItem = useNodeItem();
  const { branch: below, more, load } = useBranches(open, toItem);
  const drawn = useMemo(() => drawnAbove(root, open, below), [root, open, below]);
  const { aboveOf, remember } = useAbove(value, drawn);
  const change = (after: readonly string[]) => {
    remember(after);
    onChange(after as NodeId[]);
  };

  const unticking = useUntick();
  const left = unticking.id && withoutPlace(value, unticking.id, aboveOf, (id) => allBelow(below(id)));
  const lacking = left && 'lacking' in left ? left.lacking : undefined;
  const branch = lacking === undefined ? undefined : below(lacking);
  const lackingPages =
    branch?.state === 'ready' && !branch.loadingMore && branch.left > 0
      ? Math.ceil((branch.items.length + branch.left) / childrenAtOnce)
      : undefined;
  useEffect(() => {
    if (left && 'ticked' in left) {
      unticking.over();
      change(left.ticked);
    } else if (lacking !== undefined && lackingPages !== undefined) load(lacking, lackingPages);
    else if (branch?.state === 'failed') unticking.over();
  }); // looked at each time, however the neighbours of what is unticked come

  const tick = useMemo(() => tickOf(value, aboveOf), [value, aboveOf]);
  const ticked = useCallback(
    (item: TreeItem<NodeRow>): TreeItem<NodeRow> => ({
      ...item,
      checked: tick(item.id),
      ...(locked?.(item.data) && { disabled: true }),
    }),
    [tick, locked],
  );
  const branchOf = useCallback(
    (id: string | null): Branch<NodeRow> | undefined => {
      if (id !== null) return withItems(below(id), ticked);
      if (top.data) return { state: 'ready', items: [ticked(toItem(top.data))], left: 0 };
      return { state: top.isError && !top.isFetching ? 'failed' : 'loading' };
    },
    [below, ticked, top.data, top.isError, top.isFetching, toItem],
  );
  const again = (id: string | null) => (id === null ? void top.refetch() : more(id));

  return (
    <TreeView
      label={label}
      branch={branchOf}
      open={open}
      onOpen={(ids, opened) =>
        setOpen((before) => new Set(opened ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
      }
      onSelect={({ id, checked }) => (checked === true ? unticking.begin(id) : change(withPlace(value, id, aboveOf)))}
      checkable
      icon={iconOf}
      trailing={marksOf}
      words={useTreeWords()}
      onMore={again}
      onRetry={again}
    />
  );
}

/** A place that is to be unticked as soon as its neighbours are known, which are ticked in its stead. */
function useUntick() {
  const [id, setId] = useState<string>();
  return { id, begin: setId, over: () => setId(undefined) };
}

/** Where places stand: as the tree shows it, as it showed it when they were ticked, or else as the server tells. */
function useAbove(
  value: readonly NodeId[],
  drawn: AboveOf,
): { aboveOf: AboveOf; remember: (ids: readonly string[]) => void } {
  const [kept, setKept] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const unknown = value.filter((id) => !kept.has(id) && !drawn(id));
  const told = useQueries({ queries: unknown.map((id) => ({ ...oneNode(id), staleTime: 60_000 })), combine: waysOf });
  const aboveOf = useCallback((id: string) => drawn(id) ?? kept.get(id) ?? told.get(id), [drawn, kept, told]);
  const remember = (ids: readonly string[]) =>
    setKept(new Map(ids.flatMap((id) => [[id, aboveOf(id)] as const]).filter(isKnown)));
  return { aboveOf, remember };
}

const isKnown = (way: readonly [string, readonly string[] | undefined]): way is readonly [string, readonly string[]] =>
  way[1] !== undefined;

const waysOf = (answers: { data: { nodeId: NodeId; path: readonly { id: NodeId }[] } | undefined }[]) =>
  new Map(
    answers.flatMap(({ data }) => (data ? [[data.nodeId as string, data.path.map(({ id }) => id)] as const] : [])),
  );

/** Where each place stands that the tree shows just now. */
function drawnAbove(
  root: string,
  open: ReadonlySet<string>,
  below: (id: string) => Branch<NodeRow> | undefined,
): AboveOf {
  const above = new Map<string, readonly string[]>([[root, []]]);
  const walk = (id: string, way: readonly string[]) => {
    const branch = open.has(id) ? below(id) : undefined;
    if (branch?.state !== 'ready') return;
    for (const item of branch.items) {
      above.set(item.id, way);
      walk(item.id, [...way, item.id]);
    }
  };
  walk(root, [root]);
  return (id) => above.get(id);
}

const allBelow = (branch: Branch<NodeRow> | undefined): string[] | undefined =>
  branch?.state === 'ready' && branch.left === 0 ? branch.items.map(({ id }) => id) : undefined;

function withItems(
  branch: Branch<NodeRow> | undefined,
  made: (item: TreeItem<NodeRow>) => TreeItem<NodeRow>,
): Branch<NodeRow> | undefined {
  return branch?.state === 'ready' ? { ...branch, items: branch.items.map(made) } : branch;
}
