import type { ReactNode } from 'react';
import classes from './data-items.module.css';
import { Link } from './link.tsx';
import { PickAll, PickBox, type RowSelection } from './pick-box.tsx';
import { TableSkeleton, useDelayed } from './skeleton.tsx';

/** What a row shows where there is room for two lines only. */
export type Item = { media?: ReactNode; title: ReactNode; detail?: ReactNode; trailing?: ReactNode };

type Props<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  href: ((row: Row) => string | undefined) | undefined;
  item: (row: Row) => Item;
  busy: boolean;
  selection?: RowSelection<Row> | undefined;
};

/** A list of records as a phone shows it: two lines each, opened by a touch anywhere on them. */
export function DataItems<Row>({ label, rows, rowId, href, item, busy, selection }: Props<Row>) {
  const waiting = useDelayed(rows === undefined);
  if (!rows) return waiting ? <TableSkeleton rows={8} columns={2} /> : null;
  return (
    <>
      {selection?.bar && (
        <div className={classes.bar}>
          <PickAll rows={rows} selection={selection} />
          {selection.bar}
        </div>
      )}
      <ul className={classes.items} aria-label={label} aria-busy={busy}>
        {rows.map((row) => {
          const { media, title, detail, trailing } = item(row);
          const address = href?.(row);
          return (
            <li key={rowId(row)} className={classes.item}>
              {selection && <PickBox row={row} selection={selection} />}
              {media}
              <div className={classes.words}>
                <div className={classes.title}>{address ? <Link href={address}>{title}</Link> : title}</div>
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
