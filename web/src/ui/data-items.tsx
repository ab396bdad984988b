import type { ReactNode } from 'react';
import classes from './data-items.module.css';
import { Link } from './link.tsx';
import { SelectAllCheckbox, RowCheckbox, type RowSelection } from './row-checkbox.tsx';
import { TableSkeleton, useDelayed } from './skeleton.tsx';

/** Content of a row in the two-line phone layout. */
export type ListItem = { media?: ReactNode; title: ReactNode; detail?: ReactNode; trailing?: ReactNode };

type Props<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  href: ((row: Row) => string | undefined) | undefined;
  item: (row: Row) => ListItem;
  busy: boolean;
  selection?: RowSelection<Row> | undefined;
};

/** Phone layout of `DataTable`: two lines per record, the whole item opens it. */
export function DataItems<Row>({ label, rows, rowId, href, item, busy, selection }: Props<Row>) {
  const showSkeleton = useDelayed(rows === undefined);
  if (!rows) return showSkeleton ? <TableSkeleton rows={8} columns={2} /> : null;
  return (
    <>
      {selection?.bar && (
        <div className={classes.bar}>
          <SelectAllCheckbox rows={rows} selection={selection} />
          {selection.bar}
        </div>
      )}
      <ul className={classes.items} aria-label={label} aria-busy={busy}>
        {rows.map((row) => {
          const { media, title, detail, trailing } = item(row);
          const url = href?.(row);
          return (
            <li key={rowId(row)} className={classes.item}>
              {selection && <RowCheckbox row={row} selection={selection} />}
              {media}
              <div className={classes.text}>
                <div className={classes.title}>{url ? <Link href={url}>{title}</Link> : title}</div>
                {detail && <div className={classes.detail}>{detail}</div>}
              </div>
              {trailing && <div className={classes.trailing}>{trailing}</div>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
