import { Box, Flex, Text } from '@mantine/core';
import type { Node, NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { nodeQuery } from '../../nodes/queries.ts';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { ApiError } from '../../platform/api/api.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import lines from '../../ui/list/lines.module.css';
import { LocalTimeForm } from '../changes/local-time-form.tsx';
import type { CompareMode } from './compare-address.ts';
import classes from './compare.module.css';

type Props = {
  mode: CompareMode;
  left: NodeId | undefined;
  right: NodeId | undefined;
  at: string | undefined;
  onLeft: (id: NodeId) => void;
  onRight: (id: NodeId) => void;
  onSwap: () => void;
  onTime: (localTime: string) => void;
};

/** Chooses the two locations of a comparison, or a location and a time. */
export function CompareLocations({ mode, left, right, at, onLeft, onRight, onSwap, onTime }: Props) {
  const t = useT();
  return (
    <Box className={`${classes.columns} ${classes.locations} ${lines.below}`} px="var(--page-pad)" pt="xs" pb="md">
      <Box className={classes.name} />
      <Box miw={0}>
        <Location label={t('settings.compare.first')} id={left} onChoose={onLeft} />
        {mode === 'past' && left && <Time id={left} at={at} onTime={onTime} />}
      </Box>
      <Flex justify="center" pt={{ base: 0, sm: 24 }}>
        {mode === 'two' && left && right && (
          <IconButton icon="swap" label={t('settings.compare.swap')} onClick={onSwap} />
        )}
      </Flex>
      {mode === 'two' ? (
        <Box miw={0}>
          <Location label={t('settings.compare.second')} id={right} onChoose={onRight} />
        </Box>
      ) : (
        <Named label={t(mode === 'parent' ? 'settings.compare.parent' : 'settings.compare.now')} id={right} />
      )}
    </Box>
  );
}

type LocationProps = { label: string; id: NodeId | undefined; onChoose: (id: NodeId) => void };

function Location({ label, id, onChoose }: LocationProps) {
  const { data, error } = useNode(id);
  return (
    <>
      <AnyNodePicker
        label={label}
        includeStores
        {...(data && { selectedName: data.name })}
        error={error instanceof ApiError && errorMessage(error.code, error.message)}
        onChoose={({ nodeId }) => onChoose(nodeId)}
      />
      <NodePath node={data} />
    </>
  );
}

function Named({ label, id }: Pick<LocationProps, 'label' | 'id'>) {
  const { data } = useNode(id);
  return (
    <Box miw={0}>
      <Text size="label" fw="var(--weight-medium)">
        {label}
      </Text>
      <Text py={6}>{data?.name}</Text>
      <NodePath node={data} />
    </Box>
  );
}

const NodePath = ({ node }: { node: Node | undefined }) => (
  <Text size="xs" c="dimmed" mt={4} truncate>
    {node?.path
      .slice(0, -1)
      .map(({ name }) => name)
      .join(' › ')}
  </Text>
);

function Time({ id, at, onTime }: { id: NodeId; at: string | undefined; onTime: Props['onTime'] }) {
  const t = useT();
  const { data } = useNode(id);
  return (
    <Box mt="xs">
      <LocalTimeForm
        key={`${id} ${at ?? ''}`}
        label={t('settings.asOf.choose')}
        timeZone={data?.timeZone ?? undefined}
        initial={at}
        onSubmit={onTime}
      />
    </Box>
  );
}

const useNode = (id: NodeId | undefined) =>
  useQuery({ ...nodeQuery(id!), enabled: id !== undefined, meta: { quiet: true } });
