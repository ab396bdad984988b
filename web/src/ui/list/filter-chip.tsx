import { Flex, Text } from '@mantine/core';
import { IconButton } from '../icon-button.tsx';

type Props = { label: string; value: string; clear: { label: string; onClear: () => void } };

/** An active list filter with a button to clear it; Mantine's Pill takes no separate label and value. */
export function FilterChip({ label, value, clear }: Props) {
  return (
    <Flex
      component="span"
      align="center"
      gap={6}
      miw={0}
      mih="var(--control-h)"
      ps="sm"
      pe={4}
      bd="1px solid var(--line-strong)"
      bdrs="sm"
    >
      <Text span c="dimmed">
        {label}
      </Text>
      <Text span truncate fw="var(--weight-medium)">
        {value}
      </Text>
      <IconButton small icon="x" label={clear.label} onClick={clear.onClear} />
    </Flex>
  );
}
