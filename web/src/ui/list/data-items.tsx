import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-items.module.css';
import lines from './lines.module.css';
import { Link, type ScreenAddress } from '../page/link.tsx';
import { SelectAllCheckbox, RowCheckbox, type RowSelection } from './row-checkbox.tsx';
import { TableSkeleton, useDelayed } from '../page/skeleton.tsx';

/** Content of a row in the two-line phone layout. */
export type ListItem = { media?: ReactNode; title: ReactNode; detail?: ReactNode; trailing?: ReactNode };

type Props<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  href: ((row: Row) => ScreenAddress | undefined) | undefined;
  item: (row: Row) => ListItem;
  busy: boolean;
  selection?: RowSelection<Row> | undefined;
};

/** Phone layout of `DataTable`: two lines per record, the whole item opens it. Mantine's Table scrolls sideways instead. */
export function DataItems<Row>({ label, rows, rowId, href, item, busy, selection }: Props<Row>) {
  const showSkeleton = useDelayed(rows === undefined);
  if (!rows) return showSkeleton ? <TableSkeleton rows={8} columns={2} /> : null;
  return (
    <>
      {selection?.bar && (
        <Flex
          className={`${classes.bar} ${lines.below}`}
          align="center"
          gap="xs"
          mih="3rem"
          px="md"
          py={4}
          bg="var(--sunken)"
        >
          <SelectAllCheckbox rows={rows} selection={selection} />
          {selection.bar}
        </Flex>
      )}
      <ul aria-label={label} aria-busy={busy}>
        {rows.map((row) => {
          const { media, title, detail, trailing } = item(row);
          const url = href?.(row);
          return (
            <Flex
              key={rowId(row)}
              component="li"
              className={classes.item ?? ''}
              align="center"
              gap="sm"
              mih="3.875rem"
              pos="relative"
            >
              {selection && <RowCheckbox row={row} selection={selection} />}
              {media}
              <Box flex={1} miw={0}>
                <Text component="div" truncate fw="var(--weight-medium)" className={classes.title ?? ''}>
                  {url ? <Link href={url}>{title}</Link> : title}
                </Text>
                {detail && (
                  <Text component="div" truncate size="label" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Box>
              {trailing && (
                <Text component="div" size="label" c="dimmed">
                  {trailing}
                </Text>
              )}
            </Flex>
          );
        })}
      </ul>
    </>
  );
}
