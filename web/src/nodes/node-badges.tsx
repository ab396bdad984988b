import { Box, Flex, Tooltip } from '@mantine/core';
import type { NodeRow } from '@storeward/contract/nodes';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './node-badges.module.css';

/** The override marker and the store count of a node, shown at the right edge of a row. */
export function NodeBadges({ node }: { node: Pick<NodeRow, 'isOverride' | 'nodeType' | 'storeCount'> }) {
  const t = useT();
  return (
    <Flex component="span" align="center" wrap="wrap" display="inline-flex" gap="xs" c="inherit" fz="label">
      {node.isOverride && (
        <Tooltip label={t('nodes.tree.override')}>
          <Flex component="span">
            <Icon name="diamond" size={12} title={t('nodes.tree.override')} className={classes.override} />
          </Flex>
        </Tooltip>
      )}
      <Box component="span" miw="2.25rem" ta="end">
        {node.nodeType !== 'STORE' && formatNumber(node.storeCount)}
      </Box>
    </Flex>
  );
}
