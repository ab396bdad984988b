import { Flex, Text } from '@mantine/core';
import type { FirstChanges as PreviewedChange } from '@storeward/contract/first-changes';
import type { ReactNode } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import lines from '../ui/list/lines.module.css';

type Props = {
  /** The first changed records by name, with what changes of each. */
  changes: readonly { readonly name: string; readonly text?: ReactNode }[];
  /** The number of all changed records. */
  total: number;
};

/** Names the first records that a change covers, and how many others there are. */
export function FirstChanges({ changes, total }: Props) {
  const t = useT();
  if (changes.length === 0) return null;
  const others = total - changes.length;
  return (
    <Flex component="ul" direction="column" mt="xs" mb={4} aria-label={t('records.preview.first')}>
      {changes.map(({ name, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- records may have the same name
        <Line key={index}>
          <Text span inherit miw={0} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {text}
        </Line>
      ))}
      {others > 0 && <Line>{t('records.preview.others', { count: others, shown: formatNumber(others) })}</Line>}
    </Flex>
  );
}

/** Names the first records of a preview, each with its status or another value before and after. */
export function PreviewedChanges({ first, total }: { first: PreviewedChange; total: number }) {
  const t = useT();
  const textOf = (value: PreviewedChange[number]['before']): string =>
    typeof value === 'boolean' ? t(value ? 'ui.status.enabled' : 'ui.status.disabled') : (value ?? '');
  const changes = first.map(({ name, before, after }) => ({
    name,
    ...(after !== null && {
      text: (
        <Text span inherit ta="end">
          <BeforeAfter before={textOf(before)} after={textOf(after)} />
        </Text>
      ),
    }),
  }));
  return <FirstChanges changes={changes} total={total} />;
}

const Line = ({ children }: { children: ReactNode }) => (
  <Flex component="li" justify="space-between" gap="sm" py={4} className={lines.above ?? ''}>
    {children}
  </Flex>
);

/** A value before and after a change, or the value alone if it stays the same. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  if (before === after) return before;
  return (
    <>
      {before}
      {' → '}
      <Text component="strong" inherit fw="var(--weight-medium)" c="bright">
        {after}
      </Text>
    </>
  );
}
