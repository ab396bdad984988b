import { Flex, Stack, Text } from '@mantine/core';
import { Link, type ScreenAddress } from '../ui/page/link.tsx';

type Item = {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly trailing: string;
  readonly href: ScreenAddress | undefined;
};

/** A short list of records in two lines each. */
export function RecordList({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <ul aria-label={label}>
      {items.map(({ id, name, detail, trailing, href }) => (
        <Flex key={id} component="li" align="baseline" gap="sm" py="var(--s-1)">
          <Stack component="span" flex={1} gap={0} miw={0}>
            {href ? <Link href={href}>{name}</Link> : name}
            {detail && (
              <Text span size="xs" lh="label" c="dimmed">
                {detail}
              </Text>
            )}
          </Stack>
          <Text span size="xs" lh="label" c="dimmed" flex="none">
            {trailing}
          </Text>
        </Flex>
      ))}
    </ul>
  );
}
