import { Flex } from '@mantine/core';
import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import lines from '../../ui/list/lines.module.css';
import type { Branch, TreeItem } from '../../ui/tree/tree-view.tsx';
import { TreeView } from '../../ui/tree/tree-view.tsx';
import { useBranches, useReveal } from './node-branches.ts';
import { NodeBadges } from '../node-badges.tsx';
import { childPageSize, nodeQuery } from '../queries.ts';

type Props = { root: NodeId; selected: NodeId; onSelect: (id: NodeId) => void };

/** The tree of the user's scope; children are loaded when a node is expanded. */
export function NodeTree({ root, selected, onSelect }: Props) {
  const t = useT();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([root]));
  const top = useQuery(nodeQuery(root));
  const selectedNode = useQuery(nodeQuery(selected));
  const toItem = useNodeItem();
  const branches = useBranches(open, toItem);
  const { branch: below, loadMore } = branches;

  const onOpen = useCallback((ids: string[], opened: boolean) => {
    setOpen((before) => (opened ? new Set([...before, ...ids]) : omit(before, ids)));
  }, []);
  const openAll = useCallback((ids: string[]) => onOpen(ids, true), [onOpen]);

  const path = useMemo(() => {
    const ids = selectedNode.data ? [...selectedNode.data.path.map(({ id }) => id), selectedNode.data.nodeId] : [];
    return ids.includes(root) ? ids.slice(ids.indexOf(root)) : [];
  }, [selectedNode.data, root]);
  useReveal(path, branches, openAll);

  const roots = useMemo((): Branch<NodeRow> => {
    if (top.data) return { state: 'ready', items: [toItem(top.data)], remaining: 0 };
    return { state: top.isError && !top.isFetching ? 'failed' : 'loading' };
  }, [top.data, top.isError, top.isFetching, toItem]);
  const branch = useCallback((id: string | null) => (id === null ? roots : below(id)), [roots, below]);

  const retry = (id: string | null) => (id === null ? void top.refetch() : loadMore(id));
  return (
    <>
      <Flex
        className={lines.below ?? ''}
        justify="space-between"
        flex="none"
        p="4px 20px 8px 24px"
        c="dimmed"
        fz="xs"
        lh="xs"
        fw="var(--weight-medium)"
        aria-hidden
      >
        <span>{t('nodes.tree.node')}</span>
        <span>{t('nodes.tree.stores')}</span>
      </Flex>
      <TreeView
        label={t('nodes.tree.label')}
        branch={branch}
        open={open}
        onOpen={onOpen}
        selected={selected}
        onSelect={({ value }) => onSelect(value.nodeId)}
        icon={iconOf}
        trailing={renderBadges}
        labels={useTreeLabels()}
        onMore={retry}
        onRetry={retry}
      />
    </>
  );
}

/** Labels of a tree view that loads nodes. */
export function useTreeLabels() {
  const t = useT();
  return {
    loading: t('ui.state.loading'),
    failed: t('nodes.tree.branchFailed'),
    retry: t('ui.state.retry'),
    more: (count: number) => t('ui.tree.more', { count: formatNumber(Math.min(count, childPageSize)) }),
  };
}

/** Converts a node to a tree item; a disabled node is muted and tagged. */
export function useNodeItem(): (row: NodeRow) => TreeItem<NodeRow> {
  const t = useT();
  return useCallback(
    (row) => ({
      id: row.nodeId,
      text: row.name,
      children: row.childCount > 0,
      value: row,
      ...(!row.status && { muted: true, tag: t('ui.status.disabled') }),
    }),
    [t],
  );
}

export const iconOf = ({ value }: TreeItem<NodeRow>) => levelIcons[value.nodeType];

export const renderBadges = ({ value }: TreeItem<NodeRow>) => <NodeBadges node={value} />;

function omit(ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !removed.includes(id)));
}
