import { VisuallyHidden } from '@mantine/core';
import { rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { DataItems } from './data-items.tsx';
import type { Item } from './data-items.tsx';
import classes from './data-table.module.css';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { PickAll, PickBox, type RowSelection } from './pick-box.tsx';
import { Bone, useDelayed } from './skeleton.tsx';
import { useBelow, useNarrow } from './viewport.ts';

/** Which column a list is sorted by, and which way. */
export type Sort = { field: string; direction: 'asc' | 'desc' };

/** One column of a list: its head and what it shows of a row. */
export type Column<Row> = {
  id: string;
  header: string;
  /** The head is said to screen readers only, as for a column of buttons. */
  quietHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** A second, quiet line under the name in the first column. */
  detail?: (row: Row) => string;
  /** What else the column can be sorted by. */
  alsoSortable?: { id: string; header: string };
  text?: (row: Row) => string;
  sortable?: boolean;
  align?: 'start' | 'end';
  width?: string;
  drop?: 1 | 2 | 3;
  muted?: boolean;
};

type Props<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Where a row's record opens; nothing for a row that its reader may not open. */
  href?: (row: Row) => string | undefined;
  item?: (row: Row) => Item;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  busy?: boolean;
  placeholder?: ReactNode;
  skeletonRows?: number;
  selection?: RowSelection<Row> | undefined;
};

const features = tableFeatures({ rowSortingFeature });
const noRows: never[] = [];

/** A list of records that is sorted and paged elsewhere; on a phone each row becomes a two-line item. */
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
  const shown = useShownColumns(columns);
  const waiting = useDelayed(rows === undefined);
  const table = useTable({
    features,
    columns: useMemo(() => shown.map((column) => toColumnDef(column)), [shown]),
    data: rows ?? (noRows as readonly Row[]),
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: sort ? [{ id: sort.field, desc: sort.direction === 'desc' }] : [] },
    onSortingChange: (change) => {
      const [next] =
        typeof change === 'function'
          ? change(sort ? [{ id: sort.field, desc: sort.direction === 'desc' }] : [])
          : change;
      if (next) onSort?.({ field: next.id, direction: next.desc ? 'desc' : 'asc' });
    },
  });
  const bar = selection?.bar;
  const byId = new Map(shown.map((column) => [column.id, column]));

  return (
    <table className={classes.table} aria-label={label} aria-busy={rows === undefined || busy}>
      <colgroup>
        {shown.map(({ id, width }) => (
          <col key={id} style={width ? { width } : {}} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {(bar ? table.getFlatHeaders().slice(0, 1) : table.getFlatHeaders()).map(({ id, column }, at) => {
            const { header, quietHeader, align, alsoSortable: also } = byId.get(id) ?? { header: '' };
            const sorted = column.getIsSorted();
            const alsoSorted = also && sort?.field === also.id ? sort.direction : false;
            const either = sorted || alsoSorted;
            const head =
              column.getCanSort() && onSort ? (
                <>
                  <SortButton label={header} sorted={sorted} onClick={() => column.toggleSorting(sorted === 'asc')} />
                  {also && (
                    <SortButton
                      label={also.header}
                      sorted={alsoSorted}
                      onClick={() => onSort({ field: also.id, direction: alsoSorted === 'asc' ? 'desc' : 'asc' })}
                    />
                  )}
                </>
              ) : quietHeader ? (
                <VisuallyHidden>{header}</VisuallyHidden>
              ) : (
                header
              );
            if (at === 0 && selection)
              // one and the same cell with and without the bar, so that the box keeps the focus
              return (
                <th
                  key={id}
                  scope={bar ? 'colgroup' : 'col'}
                  colSpan={bar ? shown.length : undefined}
                  className={bar ? classes.bar : undefined}
                  data-align={align}
                  // what the box says is not what the column is called
                  aria-label={bar ? undefined : [header, also?.header].filter(Boolean).join(' ')}
                  aria-sort={bar ? undefined : ariaSort(either)}
                >
                  <div className={bar ? classes.picking : undefined}>
                    <PickAll rows={rows} selection={selection} />
                    {bar || head}
                  </div>
                </th>
              );
            return (
              <th key={id} scope="col" data-align={align} aria-sort={ariaSort(either)}>
                {head}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows}>
        {waiting && <BoneRows rows={skeletonRows} columns={shown.length} />}
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-picked={selection?.isPicked(row.original) || undefined}>
            {row.getAllCells().map(({ id, column }, at) => {
              const { cell, text, align, muted, detail } = byId.get(column.id) ?? shown[0]!;
              const content = cell(row.original);
              return (
                <td key={id} data-align={align} data-muted={muted || undefined} title={text?.(row.original)}>
                  {at === 0 && selection ? (
                    <div className={classes.picking}>
                      <PickBox row={row.original} selection={selection} />
                      <NameCell href={href?.(row.original)} detail={detail?.(row.original)}>
                        {content}
                      </NameCell>
                    </div>
                  ) : at === 0 ? (
                    <NameCell href={href?.(row.original)} detail={detail?.(row.original)}>
                      {content}
                    </NameCell>
                  ) : (
                    content
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ariaSort = (sorted: 'asc' | 'desc' | false) =>
  sorted ? (sorted === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined;

type SortProps = { label: string; sorted: 'asc' | 'desc' | false; onClick: () => void };

function SortButton({ label, sorted, onClick }: SortProps) {
  return (
    <button type="button" className={classes.sort} data-sorted={sorted || undefined} onClick={onClick}>
      {label}
      <Icon name={sorted ? (sorted === 'asc' ? 'arrow-up' : 'arrow-down') : 'sort'} size={14} />
    </button>
  );
}

type NameProps = { href: string | undefined; detail: string | undefined; children: ReactNode };

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
    <div className={classes.named}>
      {name}
      <span className={classes.detail} title={detail}>
        {detail}
      </span>
    </div>
  );
}

function BoneRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <Bone width={[72, 56, 84, 48, 64][(row * 3 + column) % 5]} />
        </td>
      ))}
    </tr>
  ));
}

/** The columns there is room for: the least important one leaves first. */
function useShownColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const tight = useBelow(1400);
  const tighter = useBelow(1280);
  const tightest = useBelow(1024);
  return useMemo(
    () => columns.filter(({ drop }) => !(drop === 1 && tight) && !(drop === 2 && tighter) && !(drop === 3 && tightest)),
    [columns, tight, tighter, tightest],
  );
}

function toColumnDef<Row extends object>({ id, sortable }: Column<Row>): ColumnDef<typeof features, Row> {
  return { id, accessorFn: () => id, header: id, enableSorting: sortable ?? false, sortDescFirst: false };
}

/** Arrow up and down, Home and End carry the focus from one row's link to another's; space picks the row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`tr > :first-child a`)];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const box = event.key === ' ' && links[at]?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"]');
  if (box) {
    event.preventDefault();
    box.click();
  }
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = next === undefined ? undefined : links[next];
  if (next === undefined) return;
  event.preventDefault();
  link?.focus();
}
