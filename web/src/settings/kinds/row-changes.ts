import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListRow, ListState } from '@storeward/contract/settings/list-state';
import { sameValue } from '@storeward/contract/settings/same-value';

/** A row of a list as the form shows it. */
export type ShownRow = {
  readonly key: string;
  readonly values: RowValues;
  readonly state: ListRow['state'];
  /** Whether the form changes it. */
  readonly isChanged: boolean;
  /** The stored row; absent for a row that is new, and in lists that are inherited as a whole. */
  readonly stored?: ListRow;
};

/** A row that is not in the list: hidden, shadowed by a row with the same key, or without effect. */
export type AsideRow = {
  readonly key: string;
  readonly values: RowValues;
  readonly reason: 'hidden' | 'shadowed' | 'gone' | 'forbidden' | 'invalid';
  /** The node that hides it, or whose row counts instead. */
  readonly nodeName: string;
  /** Whether this node can take it back. */
  readonly isOwn: boolean;
  readonly isChanged: boolean;
};

export const noChanges: ListInput = { rows: {} };

export const asChanges = (value: unknown): ListInput =>
  typeof value === 'object' && value !== null && 'rows' in value ? (value as ListInput) : noChanges;

function shownRow(row: ListRow, { rows }: ListInput): ShownRow[] {
  const stored = { key: row.id, stored: row };
  const change = rows[row.id];
  if (change === undefined) return [{ ...stored, values: row.values, state: row.state, isChanged: false }];
  if (change?.action === 'hide') return [];
  if (change) return [{ ...stored, values: change.values, state: stateOf(change.action), isChanged: true }];
  if (row.state === 'added') return [];
  return [{ ...stored, values: row.inherited ?? row.values, state: 'inherited', isChanged: true }];
}

const stateOf = (action: 'add' | 'replace') => (action === 'add' ? 'added' : 'replaced');

/** The rows of a list with the changes of the form, in their order. */
export function shownRows(list: ListState, changes: ListInput): ShownRow[] {
  const shown = list.rows.flatMap((row) => shownRow(row, changes));
  const shownAgain = list.hidden.flatMap(({ id, values }): ShownRow[] =>
    changes.rows[id] === null ? [{ key: id, values, state: 'inherited', isChanged: true }] : [],
  );
  shown.push(...shownAgain);
  for (const [key, change] of Object.entries(changes.rows)) {
    if (change?.action !== 'add' || list.rows.some(({ id }) => id === key)) continue;
    const anchor = shown.findIndex((row) => row.key === change.after);
    const index = change.after === 'first' ? 0 : anchor < 0 ? shown.length : anchor + 1;
    shown.splice(index, 0, { key, values: change.values, state: 'added', isChanged: true });
  }
  return inOrder(shown, changes.order);
}

/** Rows that the order does not name keep their place behind the row before them. */
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
export function asideRows(list: ListState, changes: ListInput): AsideRow[] {
  const hiddenNow = list.rows.flatMap(({ id, values }): AsideRow[] =>
    changes.rows[id]?.action === 'hide'
      ? [{ key: id, values, reason: 'hidden', nodeName: '', isOwn: true, isChanged: true }]
      : [],
  );
  const hidden = list.hidden.map(({ id, values, own, place }): AsideRow => {
    return { key: id, values, reason: 'hidden', nodeName: place.name, isOwn: own, isChanged: false };
  });
  const shadowed = list.shadowed.map(({ id, values, place, by }): AsideRow => {
    const nodeName = list.rows.find((row) => row.id === by)?.place.name ?? place.name;
    return { key: id, values, reason: 'shadowed', nodeName, isOwn: false, isChanged: false };
  });
  const dormant = list.dormant.map(({ id, values, place, own, cause }): AsideRow => {
    const reason = cause === 'gone' || cause === 'invalid' ? cause : 'forbidden';
    return { key: id, values: values ?? {}, reason, nodeName: place.name, isOwn: own, isChanged: false };
  });
  return [...hiddenNow, ...[...hidden, ...dormant].filter(({ key }) => changes.rows[key] !== null), ...shadowed];
}

const withRow = (changes: ListInput, key: string, change: ListInput['rows'][string]): ListInput => ({
  ...changes,
  rows: { ...changes.rows, [key]: change },
});

function withoutRow(changes: ListInput, key: string): ListInput {
  const { [key]: _, ...rows } = changes.rows;
  return { ...changes, rows, ...(changes.order && { order: changes.order.filter((id) => id !== key) }) };
}

/** Adds a row behind another one, or at the end. */
export function addRow(changes: ListInput, key: string, values: RowValues, after: string | undefined): ListInput {
  const added = withRow(changes, key, { action: 'add', after: after ?? 'last', values, mode: 'free' });
  if (!changes.order) return added;
  const index = after === undefined ? changes.order.length : changes.order.indexOf(after) + 1;
  return { ...added, order: changes.order.toSpliced(index, 0, key) };
}

/** Gives a row these values; the same values as above leave an inherited row alone. */
export function editRow(rows: readonly ShownRow[], changes: ListInput, row: ShownRow, values: RowValues): ListInput {
  const { key, stored } = row;
  const change = changes.rows[key];
  if (row.state === 'added') {
    if (stored && sameValue(values, stored.values)) return withoutChange(changes, key);
    const before = rows[rows.findIndex((other) => other.key === key) - 1];
    const after = change?.action === 'add' ? change.after : (before?.key ?? 'first');
    return withRow(changes, key, { action: 'add', after, values, mode: stored?.mode ?? 'free' });
  }
  if (stored && sameValue(values, stored.values)) return withoutChange(changes, key);
  if (stored?.inherited && sameValue(values, stored.inherited)) return withRow(changes, key, null);
  return withRow(changes, key, { action: 'replace', values, mode: stored?.mode ?? 'free' });
}

function withoutChange(changes: ListInput, key: string): ListInput {
  const { [key]: _, ...rows } = changes.rows;
  return { ...changes, rows };
}

/** Removes a row that this node added, and hides one that it inherits. */
export function removeRow(changes: ListInput, { key, state, stored }: ShownRow): ListInput {
  if (state !== 'added') return withRow(changes, key, { action: 'hide' });
  return stored ? withRow(changes, key, null) : withoutRow(changes, key);
}

/** Takes back what this node does to a row, stored or not. */
export const restoreRow = (changes: ListInput, key: string, isStored: boolean): ListInput =>
  isStored ? withRow(changes, key, null) : withoutChange(changes, key);

/** Moves a row to an index; an order that is the same as without it is not stated. */
export function moveRow(list: ListState, changes: ListInput, from: number, to: number): ListInput {
  const { order: _, ...unordered } = changes;
  const keys = shownRows(list, changes).map(({ key }) => key);
  const order = keys.toSpliced(from, 1).toSpliced(to, 0, keys[from]!);
  const natural = shownRows(list, unordered).map(({ key }) => key);
  return sameValue(order, natural) ? unordered : { ...unordered, order };
}

/** Removes everything that the node does to the list. */
export function revertAll({ rows, hidden, dormant, ownOrder }: ListState): ListInput {
  const own = [
    ...rows.filter(({ state }) => state !== 'inherited'),
    ...[...hidden, ...dormant].filter((row) => row.own),
  ];
  return { rows: Object.fromEntries(own.map(({ id }) => [id, null])), ...(ownOrder && { order: null }) };
}

/** Whether somebody has changed a row since that these changes are about, or the order if they change that too. */
export function changesSameRow(changes: ListInput, base: ListState, newer: ListState): boolean {
  const storedOf = (list: ListState, id: string) => [
    list.rows.find((row) => row.id === id)?.values ?? null,
    list.hidden.some((row) => row.id === id),
  ];
  return (
    Object.keys(changes.rows).some((id) => !sameValue(storedOf(base, id), storedOf(newer, id))) ||
    (changes.order !== undefined && !sameValue(base.ownOrder, newer.ownOrder))
  );
}
