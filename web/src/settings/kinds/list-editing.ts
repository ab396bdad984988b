import { isRowWise, type RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListState } from '@storeward/contract/settings/list-state';
import type { SettingField } from '@storeward/contract/settings/section';
import { asObject } from './field-view.ts';
import * as changes from './row-changes.ts';

/** The rows of a list in a form, and what the user can do with them. Every action calls `onChange`. */
export type ListEditing = {
  readonly rows: readonly changes.ShownRow[];
  readonly aside: readonly changes.AsideRow[];
  /** Whether the node states an order of its own that it can give up. */
  readonly hasOwnOrder: boolean;
  readonly add: (key: string, values: RowValues, after?: string) => void;
  readonly edit: (row: changes.ShownRow, values: RowValues) => void;
  readonly remove: (row: changes.ShownRow) => void;
  readonly restore: (row: changes.ShownRow | changes.AsideRow) => void;
  readonly move: (from: number, to: number) => void;
  readonly restoreOrder: () => void;
};

/** A list that nodes change row by row: the form holds only what changes. */
function rowWiseEditing(list: ListState, value: unknown, onChange: (value: unknown) => void): ListEditing {
  const input = changes.asChanges(value);
  const rows = changes.shownRows(list, input);
  const isStoredChange = (key: string) =>
    list.rows.some(({ id, state }) => id === key && state === 'replaced') ||
    list.hidden.some(({ id, own }) => id === key && own) ||
    list.dormant.some(({ id, own }) => id === key && own);
  return {
    rows,
    aside: changes.asideRows(list, input),
    hasOwnOrder: input.order === undefined ? list.ownOrder !== null : input.order !== null,
    // rows that are all anchored to the end are stored in no particular order
    add: (key, values, after) => onChange(changes.addRow(input, key, values, after ?? lastOwnRow(rows))),
    edit: (row, values) => onChange(changes.editRow(rows, input, row, values)),
    remove: (row) => onChange(changes.removeRow(input, row)),
    restore: ({ key }) => onChange(changes.restoreRow(input, key, isStoredChange(key))),
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

/** A list that is one value. */
function wholeEditing(value: unknown, onChange: (value: unknown) => void): ListEditing {
  const values: readonly RowValues[] = Array.isArray(value) ? value.map(asObject) : [];
  const indexOf = ({ key }: { key: string }) => values.findIndex((row) => keyOf(row) === key);
  const withKey = (key: string, row: RowValues) => {
    const copy = { ...row };
    keys.set(copy, key);
    return copy;
  };
  return {
    rows: values.map((row) => ({ key: keyOf(row), values: row, state: 'added', isChanged: false })),
    aside: [],
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
