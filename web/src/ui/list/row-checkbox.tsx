import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row-checkbox.module.css';

/** Row selection of a list; the checkboxes add a larger click target to Mantine's. */
export type RowSelection<Row> = {
  readonly isSelected: (row: Row) => boolean;
  readonly select: (rows: readonly Row[], selectedCount: boolean) => void;
  /** Accessible names of a row's checkbox and of the "select all" checkbox. */
  readonly label: (row: Row) => string;
  readonly allLabel: string;
  /** Bulk action bar that replaces the column headers while any row is selected. */
  readonly bar: ReactNode;
};

type SelectionProps<Row> = { selection: RowSelection<Row> };

export function RowCheckbox<Row>({ row, selection }: SelectionProps<Row> & { row: Row }) {
  return (
    <Checkbox
      className={classes.box}
      aria-label={selection.label(row)}
      checked={selection.isSelected(row)}
      onChange={(event) => selection.select([row], event.currentTarget.checked)}
    />
  );
}

/**
 * "Select all" checkbox for the rows of this page; indeterminate if some are selected, disabled until the rows have
 * loaded.
 */
export function SelectAllCheckbox<Row>({
  rows: loadedRows,
  selection,
}: SelectionProps<Row> & { rows: readonly Row[] | undefined }) {
  const rows = loadedRows ?? [];
  const selectedCount = rows.filter(selection.isSelected).length;
  const isAllSelected = rows.length > 0 && selectedCount === rows.length;
  return (
    <Checkbox
      className={classes.box}
      aria-label={selection.allLabel}
      disabled={!loadedRows}
      checked={isAllSelected}
      indeterminate={!isAllSelected && Boolean(selection.bar)}
      onChange={() => selection.select(rows, !isAllSelected)}
    />
  );
}
