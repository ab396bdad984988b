import { Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { DataItems } from './data-items.tsx';
import type { ListItem } from './data-items.tsx';
import classes from './data-table.module.css';
import { Icon } from '../icon.tsx';
import { Link, type ScreenAddress } from '../page/link.tsx';
import { SelectAllCheckbox, RowCheckbox, type RowSelection } from './row-checkbox.tsx';
import { SkeletonLine, useDelayed } from '../page/skeleton.tsx';
import { useNarrowerThan, useNarrow } from '../page/viewport.ts';

export type Sort = { field: string; direction: 'asc' | 'desc' };

/** Column definition: header and cell content. */
export type Column<Row> = {
  id: string;
  header: string;
  /** The header is visually hidden, as for a column of buttons. */
  hiddenHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** Secondary text under the name in the first column. */
  detail?: (row: Row) => string;
  /** A second sort field offered in the same header. */
  secondarySort?: { id: string; header: string };
  text?: (row: Row) => string;
  sortable?: boolean;
  align?: 'start' | 'end';
  width?: string;
  hidePriority?: 1 | 2 | 3;
  muted?: boolean;
};

type Props<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Link to the record; undefined if it must not be opened. */
  href?: (row: Row) => ScreenAddress | undefined;
  item?: (row: Row) => ListItem;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  busy?: boolean;
  placeholder?: ReactNode;
  skeletonRows?: number;
  selection?: RowSelection<Row> | undefined;
};

/**
 * Table with server-side sorting and paging; on phones each row becomes a two-line item. Mantine's Table draws the
 * cells, but knows neither columns nor sorting nor selection.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { rows, rowId, href, item, placeholder } = props;
  const narrow = useNarrow();
  if (rows && rows.length === 0) return placeholder;
  if (narrow && item)
    return (
      <DataItems
        label={props.label}
        rows={rows}
        rowId={rowId}
        href={href}
        item={item}
        busy={props.busy ?? false}
        selection={props.selection}
      />
    );
  return <WideTable {...props} />;
}

function WideTable<Row extends object>({
  label,
  rows,
  rowId,
  columns,
  href,
  sort,
  onSort,
  busy = false,
  skeletonRows = 10,
  selection,
}: Props<Row>) {
  const visibleColumns = useVisibleColumns(columns);
  const showSkeleton = useDelayed(rows === undefined);
  const bar = selection?.bar;

  return (
    <Table
      className={classes.table ?? ''}
      layout="fixed"
      stickyHeader
      highlightOnHover
      withRowBorders={false}
      aria-label={label}
      aria-busy={rows === undefined || busy}
    >
      <colgroup>
        {visibleColumns.map(({ id, width }) => (
          <col key={id} style={width ? { width } : {}} />
        ))}
      </colgroup>
      <Table.Thead>
        <Table.Tr>
          {(bar ? visibleColumns.slice(0, 1) : visibleColumns).map((column, index) => {
            const { id, header, hiddenHeader, align, secondarySort: secondary } = column;
            const sorted = sort?.field === id && sort.direction;
            const secondarySorted = secondary && sort?.field === secondary.id ? sort.direction : false;
            const anySorted = sorted || secondarySorted;
            const headContent =
              column.sortable && onSort ? (
                <>
                  <SortButton
                    label={header}
                    sorted={sorted}
                    onClick={() => onSort({ field: id, direction: sorted === 'asc' ? 'desc' : 'asc' })}
                  />
                  {secondary && (
                    <SortButton
                      label={secondary.header}
                      sorted={secondarySorted}
                      onClick={() =>
                        onSort({ field: secondary.id, direction: secondarySorted === 'asc' ? 'desc' : 'asc' })
                      }
                    />
                  )}
                </>
              ) : hiddenHeader ? (
                <VisuallyHidden>{header}</VisuallyHidden>
              ) : (
                header
              );
            if (index === 0 && selection)
              // the same cell with and without the bulk bar, so that the checkbox keeps its focus
              return (
                <Table.Th
                  key={id}
                  scope={bar ? 'colgroup' : 'col'}
                  colSpan={bar ? visibleColumns.length : undefined}
                  className={bar ? (classes.bar ?? '') : ''}
                  data-align={align}
                  // the checkbox's label must not become the column header's name
                  aria-label={bar ? undefined : [header, secondary?.header].filter(Boolean).join(' ')}
                  aria-sort={bar ? undefined : ariaSort(anySorted)}
                >
                  <div className={bar ? classes.selectable : undefined}>
                    <SelectAllCheckbox rows={rows} selection={selection} />
                    {bar || headContent}
                  </div>
                </Table.Th>
              );
            return (
              <Table.Th key={id} scope="col" data-align={align} aria-sort={ariaSort(anySorted)}>
                {headContent}
              </Table.Th>
            );
          })}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody onKeyDown={handleRowKeys}>
        {showSkeleton && <SkeletonRows rows={skeletonRows} columns={visibleColumns.length} />}
        {rows?.map((row) => (
          <Table.Tr key={rowId(row)} data-selected={selection?.isSelected(row) || undefined}>
            {visibleColumns.map(({ id, cell, text, align, muted, detail }, index) => {
              const content = cell(row);
              return (
                <Table.Td key={id} data-align={align} data-muted={muted || undefined} title={text?.(row)}>
                  {index === 0 && selection ? (
                    <div className={classes.selectable}>
                      <RowCheckbox row={row} selection={selection} />
                      <NameCell href={href?.(row)} detail={detail?.(row)}>
                        {content}
                      </NameCell>
                    </div>
                  ) : index === 0 ? (
                    <NameCell href={href?.(row)} detail={detail?.(row)}>
                      {content}
                    </NameCell>
                  ) : (
                    content
                  )}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const ariaSort = (sorted: 'asc' | 'desc' | false) =>
  sorted ? (sorted === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined;

type SortProps = { label: string; sorted: 'asc' | 'desc' | false; onClick: () => void };

function SortButton({ label, sorted, onClick }: SortProps) {
  return (
    <UnstyledButton className={classes.sort} data-sorted={sorted || undefined} onClick={onClick}>
      {label}
      <Icon name={sorted ? (sorted === 'asc' ? 'arrow-up' : 'arrow-down') : 'sort'} size={14} />
    </UnstyledButton>
  );
}

type NameProps = { href: ScreenAddress | undefined; detail: string | undefined; children: ReactNode };

function NameCell({ href, detail, children }: NameProps) {
  const name = href ? (
    <Link href={href} className={classes.name}>
      {children}
    </Link>
  ) : (
    <span className={classes.name}>{children}</span>
  );
  if (!detail) return name;
  return (
    <div className={classes.nameCell}>
      {name}
      <Text span truncate size="xs" c="dimmed" className={classes.detail ?? ''} title={detail}>
        {detail}
      </Text>
    </div>
  );
}

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      {Array.from({ length: columns }, (__, column) => (
        <Table.Td key={column}>
          <SkeletonLine width={[72, 56, 84, 48, 64][(row * 3 + column) % 5]} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

/** Drops columns by `hidePriority` on narrower windows. */
function useVisibleColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const below1400 = useNarrowerThan(1400);
  const below1280 = useNarrowerThan(1280);
  const below1024 = useNarrowerThan(1024);
  return useMemo(
    () =>
      columns.filter(
        ({ hidePriority }) =>
          !(hidePriority === 1 && below1400) &&
          !(hidePriority === 2 && below1280) &&
          !(hidePriority === 3 && below1024),
      ),
    [columns, below1400, below1280, below1024],
  );
}

/** The headers of the columns that a table of this window's width leaves out; on phones, which show items, none. */
export function useHiddenHeaders<Row>(columns: readonly Column<Row>[]): string[] {
  const narrow = useNarrow();
  const visible = useVisibleColumns(columns);
  return narrow ? [] : columns.filter((column) => !visible.includes(column)).map(({ header }) => header);
}

const checkboxIn = (link: HTMLElement | undefined) =>
  link?.closest('tr')?.querySelector<HTMLInputElement>('input[type="checkbox"]:not(:disabled)');

/**
 * Arrow up/down, Home and End move the focus between the rows' links; Space toggles the row's checkbox, and with Shift
 * the arrows select the rows they pass, or unselect them on the way back.
 */
function handleRowKeys(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`tr > :first-child a`)];
  const index = links.findIndex((link) => link === document.activeElement);
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const checkbox = checkboxIn(links[index]);
  if (event.key === ' ' && checkbox) {
    event.preventDefault();
    checkbox.click();
  }
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = next === undefined ? undefined : links[next];
  if (next === undefined) return;
  event.preventDefault();
  const target = checkboxIn(link);
  if (event.shiftKey && event.key.startsWith('Arrow') && checkbox && target) {
    const isWayBack = checkbox.checked && target.checked;
    const passed = isWayBack ? [checkbox] : [checkbox, target].filter(({ checked }) => !checked);
    for (const one of passed) one.click();
  }
  link?.focus();
}
