import { Tooltip } from '@mantine/core';
import type { NodeRow } from '@storeward/contract/nodes';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './node-badges.module.css';

/** The override marker and the store count of a node, shown at the right edge of a row. */
export function NodeBadges({ node }: { node: Pick<NodeRow, 'isOverride' | 'nodeType' | 'storeCount'> }) {
  const t = useT();
  return (
    <span className={classes.badges}>
      {node.isOverride && (
        <Tooltip label={t('nodes.tree.override')}>
          <span className={classes.badge}>
            <Icon name="diamond" size={12} title={t('nodes.tree.override')} className={classes.override} />
          </span>
        </Tooltip>
      )}
      <span className={classes.count}>{node.nodeType !== 'STORE' && formatNumber(node.storeCount)}</span>
    </span>
  );
}
