import { Box, Checkbox, Group, Text } from '@mantine/core';
import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { NodeTreePicker } from '../../nodes/tree/node-tree-picker.tsx';
import { nodeQuery } from '../../nodes/queries.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { FilterChip } from '../../ui/list/filter-chip.tsx';
import { FullWidth } from '../../ui/form/form.tsx';

type Props = {
  source: NodeId;
  targets: readonly NodeId[];
  onChange: (targets: readonly NodeId[]) => void;
  storesOnly: boolean;
  onStoresOnly: (storesOnly: boolean) => void;
};

const maxChips = 20;

/** Chooses the nodes of a bulk override: checked in the tree below the source, or found by name. */
export function BulkTargets({ source, targets, onChange, storesOnly, onStoresOnly }: Props) {
  const t = useT();
  // a node without descendants that could be changed is not a target
  const isLocked = ({ nodeId, nodeType, childCount, storeCount }: NodeRow) =>
    nodeId === source ? childCount === 0 : storesOnly && nodeType !== 'STORE' && storeCount === 0;
  return (
    <>
      <AnyNodePicker
        label={t('settings.bulk.add')}
        ancestorId={source}
        includeStores
        takesSeveral
        onChoose={({ nodeId }) => onChange([...targets.filter((id) => id !== nodeId), nodeId])}
      />
      <Checkbox
        pb="xs"
        style={{ alignSelf: 'end' }}
        label={t('settings.bulk.storesOnly')}
        checked={storesOnly}
        onChange={(event) => onStoresOnly(event.currentTarget.checked)}
      />
      <FullWidth>
        <Box h={320} bd="1px solid var(--line-strong)" bdrs="sm">
          <NodeTreePicker
            root={source}
            label={t('settings.bulk.tree')}
            value={targets}
            onChange={onChange}
            locked={isLocked}
          />
        </Box>
      </FullWidth>
      {targets.length > 0 && (
        <FullWidth>
          <Group gap="xs">
            {targets.slice(0, maxChips).map((id) => (
              <TargetChip key={id} id={id} onRemove={() => onChange(targets.filter((other) => other !== id))} />
            ))}
            {targets.length > maxChips && (
              <Text c="dimmed">
                {t('settings.bulk.more', {
                  count: targets.length - maxChips,
                  shown: formatNumber(targets.length - maxChips),
                })}
              </Text>
            )}
          </Group>
        </FullWidth>
      )}
    </>
  );
}

function TargetChip({ id, onRemove }: { id: NodeId; onRemove: () => void }) {
  const t = useT();
  const { data } = useQuery({ ...nodeQuery(id), staleTime: 60_000 });
  const name = data?.name ?? '…';
  return (
    <FilterChip
      label={t('settings.bulk.node')}
      value={name}
      clear={{ label: t('settings.bulk.remove', { name }), onClear: onRemove }}
    />
  );
}
