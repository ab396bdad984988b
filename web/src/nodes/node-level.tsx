import { Tabs } from '@mantine/core';
import type { Node, NodeId, NodeRow } from '@storeward/contract/nodes';
import { useCallback, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { TreeView } from '../ui/tree-view.tsx';
import type { TreeItem } from '../ui/tree-view.tsx';
import { NodeActions } from './node-actions.tsx';
import { useBranches } from './node-branches.ts';
import { NodeDetails } from './node-details.tsx';
import classes from './node-level.module.css';
import { NodeMarks } from './node-marks.tsx';
import { LoadedNode, NodeFigures, NodeTitle } from './node-panel.tsx';
import { useNodeItem, useTreeWords } from './node-tree.tsx';

type Props = { id: NodeId; root: NodeId; onSelect: (id: NodeId) => void };

/** One level of the tree, as a phone shows it: a place, what lies right below it, and the way back up. */
export function NodeLevel({ id, root, onSelect }: Props) {
  return (
    <LoadedNode id={id} onTop={() => onSelect(root)}>
      {(node) => (
        <div className={classes.level}>
          {node.nodeId !== root && <WayUp node={node} onSelect={onSelect} />}
          <div className={classes.head}>
            <div className={classes.title}>
              <NodeTitle node={node} />
              <NodeActions node={node} at="panel" />
            </div>
            <NodeFigures node={node} />
          </div>
          <Sides key={node.nodeId} node={node} onSelect={onSelect} />
        </div>
      )}
    </LoadedNode>
  );
}

function WayUp({ node, onSelect }: { node: Node; onSelect: (id: NodeId) => void }) {
  const t = useT();
  const parent = node.path.at(-1);
  if (!parent) return null;
  return (
    <div className={classes.up}>
      <IconButton
        icon="chevron-left"
        label={t('nodes.level.up', { name: parent.name })}
        onClick={() => onSelect(parent.id)}
      />
      <span>{parent.name}</span>
    </div>
  );
}

function Sides({ node, onSelect }: Pick<Props, 'onSelect'> & { node: Node }) {
  const t = useT();
  const [side, setSide] = useState<string | null>(node.childCount > 0 ? 'below' : 'details');
  return (
    <Tabs
      value={side}
      onChange={setSide}
      className={classes.sides ?? ''}
      classNames={{ panel: classes.side ?? '' }}
      keepMounted={false}
    >
      <Tabs.List grow>
        <Tabs.Tab value="below">
          {t('nodes.below.title')} <span className={classes.count}>{formatNumber(node.childCount)}</span>
        </Tabs.Tab>
        <Tabs.Tab value="details">{t('nodes.panel.details')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="below">
        {node.childCount > 0 ? (
          <Below node={node} onSelect={onSelect} />
        ) : (
          <p className={classes.note}>{t('nodes.below.empty')}</p>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="details">
        <div className={classes.details}>
          <NodeDetails node={node} />
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

/** The places of one level as a tree without depth: only those in sight are drawn. */
function Below({ node, onSelect }: Pick<Props, 'onSelect'> & { node: Node }) {
  const t = useT();
  const toItem = useNodeItem();
  const toFlatItem = useCallback((row: NodeRow) => ({ ...toItem(row), parent: false }), [toItem]);
  const [open] = useState<ReadonlySet<string>>(() => new Set([node.nodeId]));
  const { branch, more } = useBranches(open, toFlatItem);
  const below = useCallback(
    (parent: string | null) => (parent === null ? branch(node.nodeId) : undefined),
    [branch, node.nodeId],
  );
  return (
    <TreeView
      label={t('nodes.level.label', { name: node.name })}
      branch={below}
      open={none}
      onOpen={() => undefined}
      onSelect={({ data }) => onSelect(data.nodeId)}
      icon={iconOf}
      trailing={wayDown}
      words={useTreeWords()}
      onMore={() => more(node.nodeId)}
      onRetry={() => more(node.nodeId)}
    />
  );
}

const iconOf = ({ data }: TreeItem<NodeRow>) => levelIcons[data.nodeType];

const wayDown = ({ data }: TreeItem<NodeRow>) => (
  <>
    <NodeMarks node={data} />
    <Icon name="chevron-right" size={16} />
  </>
);

const none: ReadonlySet<string> = new Set();
