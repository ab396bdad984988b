import { Text } from '@mantine/core';
import { useT } from '../platform/text/i18n.ts';

/** Names the clock of the dates and times around it. */
export function ClockNote({ timeZone }: { timeZone: string }) {
  const t = useT();
  return (
    <Text size="xs" c="dimmed">
      {t('ui.date.clock', { zone: timeZone })}
    </Text>
  );
}
