import { type ReactNode, useEffect, useRef } from 'react';
import classes from './pick-box.module.css';

/** Rows that are picked out to do something with all of them. */
export type RowSelection<Row> = {
  readonly isPicked: (row: Row) => boolean;
  readonly pick: (rows: readonly Row[], picked: boolean) => void;
  /** What the box of a row says, and the one of all rows in sight. */
  readonly label: (row: Row) => string;
  readonly allLabel: string;
  /** Takes the place of the heads while any row is picked. */
  readonly bar: ReactNode;
};

type Picking<Row> = { selection: RowSelection<Row> };

/** Picks one row out of a list. */
export function PickBox<Row>({ row, selection }: Picking<Row> & { row: Row }) {
  return (
    <span className={classes.box}>
      <input
        type="checkbox"
        aria-label={selection.label(row)}
        checked={selection.isPicked(row)}
        onChange={(event) => selection.pick([row], event.currentTarget.checked)}
      />
    </span>
  );
}

/** Picks all rows in sight; half ticked where some of them are. There is nothing to pick before the rows are there. */
export function PickAll<Row>({ rows: arrived, selection }: Picking<Row> & { rows: readonly Row[] | undefined }) {
  const rows = arrived ?? [];
  const picked = rows.filter(selection.isPicked).length;
  const all = rows.length > 0 && picked === rows.length;
  const some = !all && Boolean(selection.bar);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <span className={classes.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={selection.allLabel}
        disabled={!arrived}
        checked={all}
        onChange={() => selection.pick(rows, !all)}
      />
    </span>
  );
}
