import { arrangeHotkeys, type LayoutRow } from '@storeward/contract/settings/hotkey-arrangement';
import { maxHotkeyName } from '@storeward/contract/settings/hotkey-looks';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListState } from '@storeward/contract/settings/list-state';
import { sameValue } from '@storeward/contract/settings/same-value';
import { addRow, editRow, removeRow, type ShownRow, shownRows } from '../kinds/list/row-changes.ts';

/** The result of the group dialog: the group, its hotkeys in order, and those that were removed. */
export type GroupResult = {
  readonly groupData: LayoutRow;
  readonly childData: readonly LayoutRow[];
  readonly deletedData: readonly LayoutRow[];
};

/** The beginning of a product's name within the maximum length, without splitting a surrogate pair. */
export const hotkeyNameOf = (name: string): string => name.slice(0, maxHotkeyName).replace(/\p{Cs}$/u, '');

/** The values of a new hotkey or group. */
export const emptyKey = (type: 'hotkey' | 'group', parentId: string | null = null): RowValues => ({
  type,
  SKU: null,
  displayName: '',
  names: {},
  image: null,
  parentId,
  colour: null,
  icon: null,
});

/** The rows of a form without those in a group or page that the form hides. */
export function layoutRows(list: ListState, changes: ListInput): readonly ShownRow[] {
  let rows: readonly ShownRow[] = shownRows(list, changes);
  const hidden = new Set(
    [...list.hidden, ...list.rows].map(({ id }) => id).filter((id) => !rows.some(({ key }) => key === id)),
  );
  for (;;) {
    const contained = rows.filter(({ values }) => hidden.has(values['parentId'] as string));
    if (contained.length === 0) return rows;
    for (const { key } of contained) hidden.add(key);
    rows = rows.filter(({ key }) => !hidden.has(key));
  }
}

/** Adds a row after another one, or replaces its values. */
export function putRow(list: ListState, changes: ListInput, row: LayoutRow, after?: string): ListInput {
  const rows = shownRows(list, changes);
  const shown = rows.find(({ key }) => key === row.key);
  if (shown) return sameValue(shown.values, row.values) ? changes : editRow(rows, changes, shown, row.values);
  const last = rows.at(-1);
  // rows that are all anchored to the end have no defined order among themselves
  return addRow(changes, row.key, row.values, after ?? (last?.state === 'added' ? last.key : undefined));
}

/** Removes a row: one added here together with its contents, an inherited one by hiding it. */
export function deleteRow(list: ListState, changes: ListInput, key: string): ListInput {
  const rows = shownRows(list, changes);
  const row = rows.find((other) => other.key === key);
  if (!row) return changes;
  const contained = row.state === 'added' ? rows.filter(({ values }) => values['parentId'] === key) : [];
  return [...contained, row].reduce(removeRow, changes);
}

/** Applies the result of the group dialog as one change. */
export function putGroup(
  list: ListState,
  changes: ListInput,
  { groupData, childData, deletedData }: GroupResult,
): ListInput {
  const removed = deletedData.reduce((input, { key }) => deleteRow(list, input, key), changes);
  const withGroup = putRow(list, removed, groupData);
  return childData.reduce(
    (input, child, index) => putRow(list, input, child, childData[index - 1]?.key ?? groupData.key),
    withGroup,
  );
}

/** Moves keys whose group or page no longer exists out of it. */
export function repairOrphans(list: ListState, changes: ListInput): ListInput {
  const { orphans } = arrangeHotkeys(layoutRows(list, changes));
  return orphans.reduce(
    (input, { key, values }) => putRow(list, input, { key, values: { ...values, parentId: null } }),
    changes,
  );
}
