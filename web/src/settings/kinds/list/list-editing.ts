import { isRowWise, type RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListRow, ListState } from '@storeward/contract/settings/lists/list-state';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import * as changes from './row-changes.ts';
import type { RowDraft } from './row-draft.ts';
import { asObject } from '../../../platform/text/loose-values.ts';

/** The rows of a list in a form, and the actions on them. Every action calls `onChange`. */
export type ListEditing = {
  readonly rows: readonly changes.ShownRow[];
  /** The rows together with the hidden ones, at their positions. */
  readonly placed: readonly (changes.ShownRow | changes.InactiveRow)[];
  readonly inactive: readonly changes.InactiveRow[];
  /** The values of a row without the node's operation; undefined for rows that the node added. */
  readonly above: (key: string) => changes.ValuesAbove | undefined;
  /** Whether the node stores an order of its own that can be reverted. */
  readonly hasOwnOrder: boolean;
  readonly add: (key: string, values: RowValues, after?: string, mode?: ListRow['mode']) => void;
  readonly edit: (row: changes.ShownRow, values: RowValues, mode?: ListRow['mode']) => void;
  readonly remove: (row: changes.ShownRow) => void;
  readonly restore: (row: changes.ShownRow | changes.InactiveRow) => void;
  readonly move: (from: number, to: number) => void;
  readonly restoreOrder: () => void;
};

/** A list that nodes change row by row: the form holds only what changes. */
function rowWiseEditing(list: ListState, value: unknown, onChange: (value: unknown) => void): ListEditing {
  const input = changes.asChanges(value);
  const rows = changes.shownRows(list, input);
  return {
    rows,
    placed: changes.placedRows(list, input),
    inactive: changes.inactiveRows(list, input),
    above: (key) => changes.valuesAbove(list, key),
    hasOwnOrder: input.order === undefined ? list.ownOrder !== null : input.order !== null,
    // rows that are all anchored to the end have no defined order among themselves
    add: (key, values, after, mode) => onChange(changes.addRow(input, key, values, after ?? lastOwnRow(rows), mode)),
    edit: (row, values, mode) => onChange(changes.editRow(rows, input, row, values, mode)),
    remove: (row) => onChange(changes.removeRow(input, row)),
    restore: ({ key }) => onChange(changes.restoreRow(list, input, key)),
    move: (from, to) => onChange(changes.moveRow(list, input, from, to)),
    restoreOrder: () => {
      const { order: _, ...unordered } = input;
      onChange(list.ownOrder === null ? unordered : { ...unordered, order: null });
    },
  };
}

/** The last row, if the node itself has added it. */
const lastOwnRow = (rows: readonly changes.ShownRow[]): string | undefined =>
  rows.at(-1)?.state === 'added' ? rows.at(-1)?.key : undefined;

// rows of a list that is inherited as a whole have no id: each object gets a key for as long as it is edited
const keys = new WeakMap<object, string>();
function keyOf(row: object): string {
  const key = keys.get(row) ?? crypto.randomUUID();
  keys.set(row, key);
  return key;
}

/** A list that is inherited as a whole. */
function wholeEditing(value: unknown, onChange: (value: unknown) => void): ListEditing {
  const values: readonly RowValues[] = Array.isArray(value) ? value.map(asObject) : [];
  const indexOf = ({ key }: { key: string }) => values.findIndex((row) => keyOf(row) === key);
  const withKey = (key: string, row: RowValues) => {
    const copy = { ...row };
    keys.set(copy, key);
    return copy;
  };
  const rows = values.map((row): changes.ShownRow => ({
    key: keyOf(row),
    values: row,
    state: 'added',
    isChanged: false,
  }));
  return {
    rows,
    placed: rows,
    inactive: [],
    above: () => undefined,
    hasOwnOrder: false,
    add: (key, row, after) =>
      onChange(
        values.toSpliced(after === undefined ? values.length : indexOf({ key: after }) + 1, 0, withKey(key, row)),
      ),
    edit: (row, newValues) => onChange(values.with(indexOf(row), withKey(row.key, newValues))),
    remove: (row) => onChange(values.toSpliced(indexOf(row), 1)),
    restore: () => undefined,
    move: (from, to) => onChange(values.toSpliced(from, 1).toSpliced(to, 0, values[from]!)),
    restoreOrder: () => undefined,
  };
}

export const listEditing = (
  field: SettingField,
  list: ListState | undefined,
  value: unknown,
  onChange: (value: unknown) => void,
): ListEditing => (isRowWise(field) && list ? rowWiseEditing(list, value, onChange) : wholeEditing(value, onChange));

/** Applies the outcome of the drawer to the form. */
export function applyOutcome(
  { placed, edit, remove, restore }: ListEditing,
  key: string,
  { choice, values, mode }: RowDraft,
): void {
  const row = placed.find((candidate) => candidate.key === key);
  if (!row) return;
  const shown: changes.ShownRow = changes.isHiddenRow(row)
    ? { key, values: row.values, state: 'inherited', isChanged: true }
    : row;
  if (choice === 'hide') {
    if (!changes.isHiddenRow(row)) remove(shown);
  } else if (choice === 'inherit') {
    if (changes.isHiddenRow(row) || row.state === 'replaced') restore(row);
  } else edit(shown, values, mode);
}
