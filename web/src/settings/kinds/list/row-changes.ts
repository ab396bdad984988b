import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListRow, ListState } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';

/** A row of a list as the form shows it. */
export type ShownRow = {
  readonly key: string;
  readonly values: RowValues;
  readonly state: ListRow['state'];
  /** Whether the form changes it. */
  readonly isChanged: boolean;
  /** Whether the nodes below may replace and hide a row of the node's own; absent for a row without an own value. */
  readonly mode?: ListRow['mode'];
  /** The stored row; absent for a row that is new, and in lists that are inherited as a whole. */
  readonly stored?: ListRow;
};

/** A row that is not in the list: hidden, shadowed by a row with the same key, or without effect. */
export type InactiveRow = {
  readonly key: string;
  readonly values: RowValues;
  readonly reason: 'hidden' | 'shadowed' | 'gone' | 'forbidden' | 'invalid';
  /** The node that hides or locks it, or whose row is effective instead. */
  readonly nodeName: string;
  /** Whether this node can restore or remove it. */
  readonly isOwn: boolean;
  readonly isChanged: boolean;
};

type RowMode = ListRow['mode'];

export const noChanges: ListInput = { rows: {} };

export const asChanges = (value: unknown): ListInput =>
  typeof value === 'object' && value !== null && 'rows' in value ? (value as ListInput) : noChanges;

function shownRow(row: ListRow, { rows }: ListInput): ShownRow[] {
  const stored = { key: row.id, stored: row };
  const change = rows[row.id];
  if (change === undefined)
    return [
      {
        ...stored,
        values: row.values,
        state: row.state,
        isChanged: false,
        ...(row.state !== 'inherited' && { mode: row.mode }),
      },
    ];
  if (change?.action === 'hide') return [];
  if (change)
    return [{ ...stored, values: change.values, state: stateOf(change.action), isChanged: true, mode: change.mode }];
  if (row.state === 'added') return [];
  return [{ ...stored, values: row.inherited ?? row.values, state: 'inherited', isChanged: true }];
}

const stateOf = (action: 'add' | 'replace') => (action === 'add' ? 'added' : 'replaced');

/** The rows of a list with the changes of the form, in their order. */
export function shownRows(list: ListState, changes: ListInput): ShownRow[] {
  const shown = list.rows.flatMap((row) => shownRow(row, changes));
  const predecessors = predecessorsOf(list);
  for (const { id, values } of list.hidden) {
    const change = changes.rows[id];
    if (change === undefined || change?.action === 'hide') continue;
    const row = { key: id, isChanged: true } as const;
    const again: ShownRow = change
      ? { ...row, values: change.values, state: stateOf(change.action), mode: change.mode }
      : { ...row, values, state: 'inherited' };
    insertBehindPredecessor(shown, again, predecessors);
  }
  for (const [key, change] of Object.entries(changes.rows)) {
    if (change?.action !== 'add' || list.rows.some(({ id }) => id === key)) continue;
    const anchor = shown.findIndex((row) => row.key === change.after);
    const index = change.after === 'first' ? 0 : anchor < 0 ? shown.length : anchor + 1;
    shown.splice(index, 0, { key, values: change.values, state: 'added', isChanged: true, mode: change.mode });
  }
  return inOrder(shown, changes.order);
}

/** For each row the one before it; for a hidden row the one before the position that it would have. */
const predecessorsOf = ({ rows, hidden }: ListState): ReadonlyMap<string, string | undefined> =>
  new Map([
    ...rows.map(({ id }, index) => [id, rows[index - 1]?.id] as const),
    ...hidden.map(({ id, after }) => [id, after] as const),
  ]);

/** Inserts a row after its nearest predecessor that is in the list. */
function insertBehindPredecessor<R extends { readonly key: string }>(
  rows: R[],
  row: R,
  predecessors: ReturnType<typeof predecessorsOf>,
): void {
  let before = predecessors.get(row.key);
  while (before !== undefined && !rows.some(({ key }) => key === before)) before = predecessors.get(before);
  rows.splice(rows.findIndex(({ key }) => key === before) + 1, 0, row);
}

/** The rows of a list together with the hidden ones, at the positions that they would have. */
export function placedRows(list: ListState, changes: ListInput): (ShownRow | InactiveRow)[] {
  const placed: (ShownRow | InactiveRow)[] = shownRows(list, changes);
  const predecessors = predecessorsOf(list);
  for (const row of inactiveRows(list, changes))
    if (row.reason === 'hidden') insertBehindPredecessor(placed, row, predecessors);
  return placed;
}

/** The values of a row without the operation of this node, and the node that they come from. */
export type ValuesAbove = { readonly values: RowValues; readonly nodeName: string };

/** Undefined for rows that this node has added. */
export function valuesAbove({ rows, hidden }: ListState, key: string): ValuesAbove | undefined {
  const row = rows.find(({ id }) => id === key);
  if (row?.state === 'added') return undefined;
  if (row) {
    const { values, inherited, place, origin } = row;
    return row.state === 'inherited'
      ? { values, nodeName: place.name }
      : { values: inherited ?? values, nodeName: origin.name };
  }
  const hiddenRow = hidden.find(({ id }) => id === key);
  return hiddenRow && { values: hiddenRow.values, nodeName: hiddenRow.origin.name };
}

export const isHiddenRow = (row: ShownRow | InactiveRow): row is InactiveRow => 'reason' in row;

/** Rows that the order does not name follow their predecessor. */
function inOrder(rows: readonly ShownRow[], order: ListInput['order']): ShownRow[] {
  if (!order) return [...rows];
  const rank = new Map(order.map((id, index) => [id, index]));
  let last = -1;
  const ranked = rows.map((row, index) => {
    last = rank.get(row.key) ?? last;
    return { row, index, rank: last };
  });
  return ranked.sort((one, other) => one.rank - other.rank || one.index - other.index).map(({ row }) => row);
}

/** The rows that are stored and not in the list. */
export function inactiveRows(list: ListState, changes: ListInput): InactiveRow[] {
  const hiddenNow = list.rows.flatMap(({ id, values }): InactiveRow[] =>
    changes.rows[id]?.action === 'hide'
      ? [{ key: id, values, reason: 'hidden', nodeName: '', isOwn: true, isChanged: true }]
      : [],
  );
  const hidden = list.hidden.map(({ id, values, own, place }): InactiveRow => {
    return { key: id, values, reason: 'hidden', nodeName: place.name, isOwn: own, isChanged: false };
  });
  const shadowed = list.shadowed.map(({ id, values, place, by }): InactiveRow => {
    const nodeName = list.rows.find((row) => row.id === by)?.place.name ?? place.name;
    return { key: id, values, reason: 'shadowed', nodeName, isOwn: false, isChanged: false };
  });
  const dormant = list.dormant.map(({ id, values, place, own, cause, lockedBy }): InactiveRow => {
    const reason = cause === 'gone' || cause === 'invalid' ? cause : 'forbidden';
    return { key: id, values: values ?? {}, reason, nodeName: (lockedBy ?? place).name, isOwn: own, isChanged: false };
  });
  const isInactive = ({ key }: InactiveRow) => changes.rows[key] === undefined || changes.rows[key]?.action === 'hide';
  return [...hiddenNow, ...[...hidden, ...dormant].filter(isInactive), ...shadowed];
}

export const withRow = (changes: ListInput, key: string, change: ListInput['rows'][string]): ListInput => ({
  ...changes,
  rows: { ...changes.rows, [key]: change },
});

function withoutRow(changes: ListInput, key: string): ListInput {
  const { [key]: _, ...rows } = changes.rows;
  return { ...changes, rows, ...(changes.order && { order: changes.order.filter((id) => id !== key) }) };
}

/** Adds a row after another one, or at the end. */
export function addRow(
  changes: ListInput,
  key: string,
  values: RowValues,
  after: string | undefined,
  mode: RowMode = 'free',
): ListInput {
  const added = withRow(changes, key, { action: 'add', after: after ?? 'last', values, mode });
  if (!changes.order) return added;
  const index = after === undefined ? changes.order.length : changes.order.indexOf(after) + 1;
  return { ...added, order: changes.order.toSpliced(index, 0, key) };
}

/** Replaces the values of a row; for an inherited row, values equal to those above are no change unless it is locked. */
export function editRow(
  rows: readonly ShownRow[],
  changes: ListInput,
  row: ShownRow,
  values: RowValues,
  mode: RowMode = row.mode ?? 'free',
): ListInput {
  const { key, stored } = row;
  const isStoredMode = mode === (stored && stored.state !== 'inherited' ? stored.mode : 'free');
  const change = changes.rows[key];
  if (row.state === 'added') {
    if (stored && isStoredMode && sameValue(values, stored.values)) return withoutChange(changes, key);
    const before = rows[rows.findIndex((other) => other.key === key) - 1];
    const after = change?.action === 'add' ? change.after : (before?.key ?? 'first');
    return withRow(changes, key, { action: 'add', after, values, mode });
  }
  if (stored && isStoredMode && sameValue(values, stored.values)) return withoutChange(changes, key);
  if (mode === 'free' && stored?.inherited && sameValue(values, stored.inherited)) return withRow(changes, key, null);
  return withRow(changes, key, { action: 'replace', values, mode });
}

export function withoutChange(changes: ListInput, key: string): ListInput {
  const { [key]: _, ...rows } = changes.rows;
  return { ...changes, rows };
}

/** Removes a row that this node added, or hides an inherited one. */
export function removeRow(changes: ListInput, { key, state, stored }: ShownRow): ListInput {
  if (state !== 'added') return withRow(changes, key, { action: 'hide' });
  return stored ? withRow(changes, key, null) : withoutRow(changes, key);
}

/** Reverts the operation of this node on a row, stored or not. */
export function restoreRow({ rows, hidden, dormant }: ListState, changes: ListInput, key: string): ListInput {
  const isStored =
    rows.some(({ id, state }) => id === key && state === 'replaced') ||
    [...hidden, ...dormant].some(({ id, own }) => id === key && own);
  return isStored ? withRow(changes, key, null) : withoutChange(changes, key);
}

/** Moves a row to an index; an order equal to the default one is not stored. */
export function moveRow(list: ListState, changes: ListInput, from: number, to: number): ListInput {
  const { order: _, ...unordered } = changes;
  const keys = shownRows(list, changes).map(({ key }) => key);
  const order = keys.toSpliced(from, 1).toSpliced(to, 0, keys[from]!);
  const natural = shownRows(list, unordered).map(({ key }) => key);
  return sameValue(order, natural) ? unordered : { ...unordered, order };
}

/**
 * The changes that store the node's own rows of a list again, with these changes of them, after someone else has reverted
 * the whole list.
 */
export function restoreAll(list: ListState, changes: ListInput): ListInput {
  const shown = shownRows(list, changes);
  const own = shown.flatMap(({ key, values, state, mode = 'free' }, index): [string, ListInput['rows'][string]][] => {
    if (state === 'inherited') return [];
    const after = shown[index - 1]?.key ?? 'first';
    return [[key, state === 'added' ? { action: 'add', after, values, mode } : { action: 'replace', values, mode }]];
  });
  const hidden = inactiveRows(list, changes)
    .filter(({ reason, isOwn }) => reason === 'hidden' && isOwn)
    .map(({ key }) => [key, { action: 'hide' }] as const);
  const order = changes.order === undefined ? list.ownOrder : changes.order;
  return { rows: Object.fromEntries([...own, ...hidden]), ...(order && { order }) };
}

/** Removes all operations of the node on the list. */
export function revertAll({ rows, hidden, dormant, ownOrder }: ListState): ListInput {
  const own = [
    ...rows.filter(({ state }) => state !== 'inherited'),
    ...[...hidden, ...dormant].filter((row) => row.own),
  ];
  return { rows: Object.fromEntries(own.map(({ id }) => [id, null])), ...(ownOrder && { order: null }) };
}
