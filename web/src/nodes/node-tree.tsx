import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import type { Branch, TreeItem } from '../ui/tree-view.tsx';
import { TreeView } from '../ui/tree-view.tsx';
import { useBranches, useReveal } from './node-branches.ts';
import { NodeMarks } from './node-marks.tsx';
import classes from './node-tree.module.css';
import { childrenAtOnce, oneNode } from './queries.ts';

type Props = { root: NodeId; selected: NodeId; onSelect: (id: NodeId) => void };

/** The tree of the reader's own area; what lies below a place is loaded when it opens. */
export function NodeTree({ root, selected, onSelect }: Props) {
  const t = useT();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([root]));
  const top = useQuery(oneNode(root));
  const chosen = useQuery(oneNode(selected));
  const toItem = useNodeItem();
  const branches = useBranches(open, toItem);
  const { branch: below, more } = branches;

  const onOpen = useCallback((ids: string[], opened: boolean) => {
    setOpen((before) => (opened ? new Set([...before, ...ids]) : without(before, ids)));
  }, []);
  const openAll = useCallback((ids: string[]) => onOpen(ids, true), [onOpen]);

  const way = useMemo(() => {
    const ids = chosen.data ? [...chosen.data.path.map(({ id }) => id), chosen.data.nodeId] : [];
    return ids.includes(root) ? ids.slice(ids.indexOf(root)) : [];
  }, [chosen.data, root]);
  useReveal(way, branches, openAll);

  const roots = useMemo((): Branch<NodeRow> => {
    if (top.data) return { state: 'ready', items: [toItem(top.data)], left: 0 };
    return { state: top.isError && !top.isFetching ? 'failed' : 'loading' };
  }, [top.data, top.isError, top.isFetching, toItem]);
  const branch = useCallback((id: string | null) => (id === null ? roots : below(id)), [roots, below]);

  const again = (id: string | null) => (id === null ? void top.refetch() : more(id));
  return (
    <>
      <div className={classes.head} aria-hidden>
        <span>{t('nodes.tree.node')}</span>
        <span>{t('nodes.tree.stores')}</span>
      </div>
      <TreeView
        label={t('nodes.tree.label')}
        branch={branch}
        open={open}
        onOpen={onOpen}
        selected={selected}
        onSelect={({ data }) => onSelect(data.nodeId)}
        icon={iconOf}
        trailing={marksOf}
        words={useTreeWords()}
        onMore={again}
        onRetry={again}
      />
    </>
  );
}

/** The words of our trees: how much more there is, and what could not be had. */
export function useTreeWords() {
  const t = useT();
  return {
    loading: t('ui.state.loading'),
    failed: t('nodes.tree.branchFailed'),
    retry: t('ui.state.retry'),
    more: (count: number) => t('ui.tree.more', { count: formatNumber(Math.min(count, childrenAtOnce)) }),
  };
}

/** How a place stands in a tree: one that is switched off is quiet and says so. */
export function useNodeItem(): (row: NodeRow) => TreeItem<NodeRow> {
  const t = useT();
  return useCallback(
    (row) => ({
      id: row.nodeId,
      label: row.name,
      parent: row.childCount > 0,
      data: row,
      ...(!row.status && { muted: true, tag: t('ui.status.disabled') }),
    }),
    [t],
  );
}

/** The pictogram of a place in a tree. */
export const iconOf = ({ data }: TreeItem<NodeRow>) => levelIcons[data.nodeType];

/** What a place shows at the right edge of a tree. */
export const marksOf = ({ data }: TreeItem<NodeRow>) => <NodeMarks node={data} />;

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
