import { Box, Flex, Group, Tabs, Text } from '@mantine/core';
import type { Node, NodeId, NodeRow } from '@storeward/contract/nodes';
import { useCallback, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TreeView } from '../../ui/tree/tree-view.tsx';
import type { TreeItem } from '../../ui/tree/tree-view.tsx';
import { NodeActions } from '../node-actions.tsx';
import { useBranches } from './node-branches.ts';
import { NodeDetails } from '../node-details.tsx';
import classes from './node-level.module.css';
import { NodeBadges } from '../node-badges.tsx';
import { LoadedNode, NodeFigures, NodeTitle } from './node-panel.tsx';
import { useNodeItem, useTreeLabels } from './node-tree.tsx';

type Props = { id: NodeId; root: NodeId; onSelect: (id: NodeId) => void };

/** One level of the tree for phones: a node, its direct children, and a link back to its parent. */
export function NodeLevel({ id, root, onSelect }: Props) {
  return (
    <LoadedNode id={id} onGoToRoot={() => onSelect(root)}>
      {(node) => (
        <Flex direction="column" flex={1} mih={0}>
          {node.nodeId !== root && <ParentLink node={node} onSelect={onSelect} />}
          <Box className={classes.head} flex="none" px={16}>
            <Group align="flex-start" justify="space-between" gap="xs">
              <NodeTitle node={node} />
              <NodeActions node={node} context="panel" />
            </Group>
            <NodeFigures node={node} />
          </Box>
          <LevelTabs key={node.nodeId} node={node} onSelect={onSelect} />
        </Flex>
      )}
    </LoadedNode>
  );
}

function ParentLink({ node, onSelect }: { node: Node; onSelect: (id: NodeId) => void }) {
  const t = useT();
  const parent = node.path.at(-1);
  if (!parent) return null;
  return (
    <Flex align="center" gap={4} p="4px 16px 0 8px" fw="var(--weight-medium)">
      <IconButton
        icon="chevron-left"
        label={t('nodes.level.toParent', { name: parent.name })}
        onClick={() => onSelect(parent.id)}
      />
      <Text span truncate inherit>
        {parent.name}
      </Text>
    </Flex>
  );
}

function LevelTabs({ node, onSelect }: Pick<Props, 'onSelect'> & { node: Node }) {
  const t = useT();
  const [tab, setTab] = useState<string | null>(node.childCount > 0 ? 'below' : 'details');
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      display="flex"
      style={{ flexDirection: 'column' }}
      flex={1}
      mih="18rem"
      classNames={{ panel: classes.tabPanel ?? '' }}
      keepMounted={false}
    >
      <Tabs.List grow>
        <Tabs.Tab value="below">
          {t('nodes.children.title')}{' '}
          <Text span inherit c="dimmed" fw="var(--weight-regular)">
            {formatNumber(node.childCount)}
          </Text>
        </Tabs.Tab>
        <Tabs.Tab value="details">{t('nodes.panel.details')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="below">
        {node.childCount > 0 ? (
          <ChildNodes node={node} onSelect={onSelect} />
        ) : (
          <Text c="dimmed" p="md">
            {t('nodes.children.empty')}
          </Text>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="details">
        <Box px="md" pt="xs" pb="xl">
          <NodeDetails node={node} />
        </Box>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Direct children as a flat, virtualised tree. */
function ChildNodes({ node, onSelect }: Pick<Props, 'onSelect'> & { node: Node }) {
  const t = useT();
  const toItem = useNodeItem();
  const toFlatItem = useCallback((row: NodeRow) => ({ ...toItem(row), parent: false }), [toItem]);
  const [open] = useState<ReadonlySet<string>>(() => new Set([node.nodeId]));
  const { branch, loadMore } = useBranches(open, toFlatItem);
  const below = useCallback(
    (parent: string | null) => (parent === null ? branch(node.nodeId) : undefined),
    [branch, node.nodeId],
  );
  return (
    <TreeView
      label={t('nodes.level.label', { name: node.name })}
      branch={below}
      open={noneOpen}
      onOpen={() => undefined}
      onSelect={({ value }) => onSelect(value.nodeId)}
      icon={iconOf}
      trailing={renderTrailing}
      labels={useTreeLabels()}
      onMore={() => loadMore(node.nodeId)}
      onRetry={() => loadMore(node.nodeId)}
    />
  );
}

const iconOf = ({ value }: TreeItem<NodeRow>) => levelIcons[value.nodeType];

const renderTrailing = ({ value }: TreeItem<NodeRow>) => (
  <>
    <NodeBadges node={value} />
    <Icon name="chevron-right" size={16} />
  </>
);

const noneOpen: ReadonlySet<string> = new Set();
