import { Tooltip } from '@mantine/core';
import type { NodeRow } from '@storeward/contract/nodes';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './node-marks.module.css';

/** What a place shows at the right edge: whether settings are overridden there, and how many stores it holds. */
export function NodeMarks({ node }: { node: Pick<NodeRow, 'isOverride' | 'nodeType' | 'storeCount'> }) {
  const t = useT();
  return (
    <span className={classes.marks}>
      {node.isOverride && (
        <Tooltip label={t('nodes.tree.override')}>
          <span className={classes.mark}>
            <Icon name="diamond" size={12} title={t('nodes.tree.override')} className={classes.override} />
          </span>
        </Tooltip>
      )}
      <span className={classes.count}>{node.nodeType !== 'STORE' && formatNumber(node.storeCount)}</span>
    </span>
  );
}
