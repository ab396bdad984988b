import { arrangeHotkeys, type LayoutRow } from '@storeward/contract/settings/lists/hotkey-arrangement';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListState } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import {
  type Container,
  containerOf,
  isGroup,
  isLocked,
  keysIn,
  layoutOf,
  layoutRows,
  sameContainer,
  takes,
} from './hotkey-layout.ts';
import { addRow, editRow, removeRow, type ShownRow, shownRows } from '../../kinds/list/row-changes.ts';

/** The changes with this order of the rows; without an order if the rows have it anyway. */
function withOrder(list: ListState, input: ListInput, order: readonly string[]): ListInput {
  const { order: _, ...unordered } = input;
  const natural = shownRows(list, unordered).map(({ key }) => key);
  return sameValue(order, natural) ? unordered : { ...unordered, order: [...order] };
}

/** The index in the order of all rows at which a row is the one at `index` of a container. */
function rankIn(order: readonly string[], neighbours: readonly ShownRow[], index: number): number {
  const before = neighbours[Math.min(index, neighbours.length) - 1];
  if (before) return order.indexOf(before.key) + 1;
  return neighbours[0] ? order.indexOf(neighbours[0].key) : order.length;
}

const inside = ({ values }: ShownRow, { key }: Container): RowValues => ({ ...values, parentId: key });

/**
 * Moves keys into a container, to an index among the other keys. Keys that are locked or that it does not accept
 * stay in place: a group cannot be in a group.
 */
export function moveKeys(
  list: ListState,
  input: ListInput,
  keys: ReadonlySet<string>,
  to: Container,
  index: number,
): ListInput {
  const layout = layoutOf(list, input);
  const moved = layout.pages
    .flatMap((page) => page.keys.flatMap((key) => [key, ...(layout.groups.get(key.key) ?? [])]))
    .filter((row) => keys.has(row.key) && row.key !== to.key && !isLocked(row) && takes(to, row));
  if (moved.length === 0) return input;
  const isMoved = new Set(moved.map(({ key }) => key));
  let next = input;
  for (const row of moved) {
    const from = containerOf(layout, row.key);
    if (!from || !sameContainer(from, to)) next = editRow(layout.rows, next, row, inside(row, to));
  }
  const rest = shownRows(list, input)
    .map(({ key }) => key)
    .filter((key) => !isMoved.has(key));
  const neighbours = keysIn(layout, to).filter(({ key }) => !isMoved.has(key));
  return withOrder(list, next, rest.toSpliced(rankIn(rest, neighbours, index), 0, ...isMoved));
}

/** A key to add; the hotkeys of a group are added with it. */
export type NewKey = {
  readonly id?: string;
  readonly values: RowValues;
  readonly children?: readonly RowValues[];
};

/** Adds keys to a container, at an index among its keys. */
export function addKeys(
  list: ListState,
  input: ListInput,
  added: readonly NewKey[],
  to: Container,
  index: number,
  newId: () => string,
): ListInput {
  const rows = added
    .filter(({ values }) => takes(to, { key: '', values, state: 'added', isChanged: true }))
    .flatMap(({ id = newId(), values, children = [] }) => {
      return [
        { id, values: { ...values, parentId: to.key } },
        ...children.map((child) => ({ id: newId(), values: { ...child, parentId: id } })),
      ];
    });
  const order = shownRows(list, input).map(({ key }) => key);
  const rank = rankIn(order, keysIn(layoutOf(list, input), to), index);
  let next = input;
  let after = order[rank - 1] ?? 'first';
  for (const { id, values } of rows) {
    next = addRow(next, id, values, after);
    after = id;
  }
  // rows that one node adds after the same row are sorted by id unless it stores an order
  const newOrder = order.toSpliced(rank, 0, ...rows.map(({ id }) => id));
  return rank === order.length ? next : { ...next, order: newOrder };
}

/**
 * Removes what this node added, and hides what it inherits. A hidden group or page keeps its contents, which are hidden
 * and come back with it. A removed group takes along the hotkeys that this node added to it; other contents of a removed
 * group or page take its place: they belong to a node above, or were there before the page. Locked keys stay.
 */
export function removeKeys(list: ListState, input: ListInput, keys: ReadonlySet<string>): ListInput {
  const rows = shownRows(list, input);
  const removed = rows.filter((row) => keys.has(row.key) && !isLocked(row));
  const gone = new Map(removed.filter(({ state }) => state === 'added').map((row) => [row.key, row]));
  const remainingParent = (parentId: unknown): unknown => {
    const parent = gone.get(String(parentId));
    return parent ? remainingParent(parent.values['parentId']) : parentId;
  };
  let next = input;
  for (const row of rows) {
    const parent = gone.get(String(row.values['parentId']));
    if (removed.includes(row) || (parent && isGroup(parent) && row.state === 'added')) next = removeRow(next, row);
    else if (parent) next = editRow(rows, next, row, { ...row.values, parentId: remainingParent(parent.key) });
  }
  return next;
}

/** Adds a row after another one, or replaces its values. */
export function putRow(list: ListState, input: ListInput, row: LayoutRow, after?: string): ListInput {
  const rows = shownRows(list, input);
  const shown = rows.find(({ key }) => key === row.key);
  if (shown) return sameValue(shown.values, row.values) ? input : editRow(rows, input, shown, row.values);
  const last = rows.at(-1);
  // rows that are all anchored to the end have no defined order among themselves
  return addRow(input, row.key, row.values, after ?? (last?.state === 'added' ? last.key : undefined));
}

/** The result of the group dialog: the group, its hotkeys in order, and those that were removed. */
export type GroupResult = {
  readonly groupData: LayoutRow;
  readonly childData: readonly LayoutRow[];
  readonly deletedData: readonly LayoutRow[];
};

/** Applies the result of the group dialog as one change. */
export function putGroup(
  list: ListState,
  input: ListInput,
  { groupData, childData, deletedData }: GroupResult,
): ListInput {
  const removed = removeKeys(list, input, new Set(deletedData.map(({ key }) => key)));
  const withGroup = putRow(list, removed, groupData);
  return childData.reduce(
    (next, child, index) => putRow(list, next, child, childData[index - 1]?.key ?? groupData.key),
    withGroup,
  );
}

/** Adds a page behind the others. Keys of a layout without pages are on its first one, which is then added too. */
export function addPage(list: ListState, input: ListInput, page: LayoutRow, first: LayoutRow): ListInput {
  const hasPages = shownRows(list, input).some(({ values }) => values['type'] === 'page');
  return putRow(list, hasPages ? input : putRow(list, input, first), page);
}

/** Moves keys whose group or page no longer exists out of it. */
export function repairOrphans(list: ListState, input: ListInput): ListInput {
  const { orphans } = arrangeHotkeys(layoutRows(list, input));
  return orphans.reduce(
    (next, { key, values }) => putRow(list, next, { key, values: { ...values, parentId: null } }),
    input,
  );
}

/** Replaces values of several keys, such as their colour. */
export function editKeys(list: ListState, input: ListInput, keys: ReadonlySet<string>, values: RowValues): ListInput {
  let next = input;
  for (const row of shownRows(list, input))
    if (keys.has(row.key)) next = editRow(shownRows(list, next), next, row, { ...row.values, ...values });
  return next;
}
