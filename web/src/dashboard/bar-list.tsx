import { Box, Flex, Text } from '@mantine/core';
import { formatNumber } from '../platform/text/i18n.ts';
import { Link, type ScreenAddress } from '../ui/page/link.tsx';

export type BarItem = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** The number as text; for numbers that are not exact. */
  readonly text?: string | undefined;
  readonly note?: string | undefined;
  readonly href?: ScreenAddress | undefined;
};

/** Counts by name with bars beside them; the list is complete without the bars. */
export function BarList({ items, label }: { items: readonly BarItem[]; label: string }) {
  const highest = Math.max(1, ...items.map(({ count }) => count));
  return (
    <Box
      component="ul"
      display="grid"
      fz="label"
      style={{
        gridTemplateColumns: 'minmax(6rem, max-content) minmax(2rem, 1fr) max-content',
        gap: 'var(--s-2) var(--s-3)',
        alignItems: 'center',
      }}
      aria-label={label}
    >
      {items.map(({ key, label: name, count, text = formatNumber(count), note, href }) => (
        <Box key={key} component="li" display="contents">
          <span>{href ? <Link href={href}>{name}</Link> : name}</span>
          <Flex component="span" aria-hidden>
            <Box
              component="span"
              bdrs="var(--radius-full)"
              style={{ printColorAdjust: 'exact' }}
              w={`${(count / highest) * 100}%`}
              h="0.5rem"
              miw={4}
              bg={count === 0 ? 'var(--chart-rest)' : 'var(--chart-1)'}
            />
          </Flex>
          <Text span inherit ta="end">
            {text}
          </Text>
          {note && (
            <Text span mt="calc(-1 * var(--s-2))" size="xs" lh="inherit" c="dimmed" style={{ gridColumn: '1 / -1' }}>
              {note}
            </Text>
          )}
        </Box>
      ))}
    </Box>
  );
}
