import type { RowValues } from '../kinds/list.ts';
import { isRowWise } from '../kinds/list.ts';
import { hasParts, type KindField, type PartError, parseValue } from '../kinds/registry.ts';
import { resolveChain } from '../engine/effective-value.ts';
import { applyOrder, insertAdded } from './list-order.ts';
import { type DormantCause, ListSetting, RowOperation } from './list-state.ts';
import { sameValue } from '../engine/same-value.ts';
import type { SettingField, SettingMode } from '../engine/section.ts';

/** A value stored at a node of the path: of one row of a list, else of the field itself. */
export type PathEntry = {
  /** Equal for all values of one node. */
  readonly node: string;
  readonly row: string | undefined;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/** A row with the entry that its values come from, and the one that added it. */
export type ResolvedRow<E extends PathEntry> = {
  readonly id: string;
  readonly values: RowValues;
  readonly entry: E;
  readonly origin: E;
  /** What the row's values were above when they were replaced. */
  readonly replaced: RowValues | undefined;
};

/** A row with the entry that hides it, and the hidden row that contains it if it is hidden with that one. */
type HiddenRow<E extends PathEntry> = {
  readonly row: ResolvedRow<E>;
  readonly entry: E;
  readonly within: string | undefined;
  /** The row that it followed, shown or hidden. */
  readonly after: string | undefined;
};

export type DormantEntry<E extends PathEntry> = {
  readonly id: string;
  readonly entry: E;
  readonly operation: RowOperation | undefined;
  readonly cause: DormantCause;
  /** The value above that forbids it. */
  readonly forbiddenBy: E | undefined;
};

export type ResolvedList<E extends PathEntry> = {
  /** The effective rows, in order. */
  readonly rows: readonly ResolvedRow<E>[];
  readonly hidden: readonly HiddenRow<E>[];
  /** Rows with the key of another row that is stored further down. */
  readonly shadowed: readonly { readonly row: ResolvedRow<E>; readonly by: string }[];
  /** Operations without effect. */
  readonly dormant: readonly DormantEntry<E>[];
  /** The values that take effect: operations that are not dormant, orders that apply, and modes that restrict. */
  readonly applied: ReadonlySet<E>;
  /** What restricts the nodes below: the highest lock, else the highest "only hide". */
  readonly bound: E | undefined;
};

/** Validates the values of one row and adds the defaults of missing columns. Errors name the column. */
export function parseRow(field: KindField, values: unknown): { values: RowValues } | { errors: readonly PartError[] } {
  const parsed = parseValue(field, [values]);
  if ('value' in parsed) return { values: (parsed.value as readonly RowValues[])[0]! };
  const parts = parsed.parts ?? [{ path: '0', code: parsed.error }];
  return { errors: parts.map(({ path, code }) => ({ path: path.split('.').slice(1).join('.'), code })) };
}

// values of one request are resolved several times
const parsedOperations = new WeakMap<KindField, WeakMap<object, { readonly operation: RowOperation | undefined }>>();

/** The stored operation of a row; undefined if it no longer matches the columns. */
export function parseOperation(field: KindField, stored: unknown): RowOperation | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const parsed = parsedOperations.get(field) ?? new WeakMap<object, { operation: RowOperation | undefined }>();
  parsedOperations.set(field, parsed);
  const result = parsed.get(stored) ?? { operation: parseStored(field, stored) };
  parsed.set(stored, result);
  return result.operation;
}

function parseStored(field: KindField, stored: object): RowOperation | undefined {
  const operation = RowOperation.safeParse(stored).data;
  if (!operation || operation.action === 'hide') return operation;
  const parsed = parseRow(field, operation.values);
  return 'values' in parsed ? { ...operation, values: { ...parsed.values } } : undefined;
}

/**
 * Resolves a row-wise list from the values stored along a path, from the root down. Each node adds, replaces and hides
 * rows of the list above it, then orders them. An operation that an ancestor forbids, or that refers to a missing row,
 * has no effect.
 */
export function resolveRows<E extends PathEntry>(field: KindField, entries: readonly E[]): ResolvedList<E> {
  let rows: readonly ResolvedRow<E>[] = [];
  const hidden: HiddenRow<E>[] = [];
  const dormant: DormantEntry<E>[] = [];
  const applied = new Set<E>();
  const depths = new Map<string, number>();
  let bound: E | undefined;
  for (const [node, own] of Map.groupBy(entries, (entry) => entry.node)) {
    depths.set(node, depths.size);
    const above = new Map(rows.map((row) => [row.id, row]));
    const isKnown = (id: string) => above.has(id) || hidden.some(({ row }) => row.id === id);
    const replaced = new Map<string, ResolvedRow<E>>();
    const added: (ResolvedRow<E> & { after: string })[] = [];
    const hides = new Map<string, E>();
    for (const entry of own) {
      if (entry.row === undefined) continue;
      const id = entry.row;
      const operation = parseOperation(field, entry.value);
      const cause = dormantCause(operation, { bound, row: above.get(id), isKnown: isKnown(id) });
      if (cause || !operation) {
        const forbiddenBy = forbids(cause) ? (bound ?? above.get(id)?.entry) : undefined;
        dormant.push({ id, entry, operation, cause: cause ?? 'invalid', forbiddenBy });
        continue;
      }
      applied.add(entry);
      if (operation.action === 'add')
        added.push({ id, values: operation.values, entry, origin: entry, replaced: undefined, after: operation.after });
      else if (operation.action === 'replace') replaced.set(id, replacedRow(above.get(id)!, entry, operation));
      else hides.set(id, entry);
    }
    const list = own.find(({ row }) => row === undefined);
    rows = insertAdded(
      rows.map((row) => replaced.get(row.id) ?? row),
      added,
    );
    if (!bound) rows = applyOrder(rows, storedOrder(list));
    for (const [index, row] of rows.entries())
      if (hides.has(row.id))
        hidden.push({ row, entry: hides.get(row.id)!, within: undefined, after: rows[index - 1]?.id });
    rows = rows.filter(({ id }) => !hides.has(id));
    rows = hideContained(field, rows, hidden);
    if (list && !bound && storedOrder(list) !== null) applied.add(list);
    if (list && isStricter(list.mode, bound?.mode)) applied.add((bound = list));
  }
  const shadowedBy = findShadowed(field, rows, depths);
  return {
    rows: rows.filter(({ id }) => !shadowedBy.has(id)),
    hidden,
    shadowed: rows.flatMap((row) => {
      const by = shadowedBy.get(row.id);
      return by === undefined ? [] : [{ row, by }];
    }),
    dormant,
    applied,
    bound,
  };
}

type Replacement = Extract<RowOperation, { action: 'replace' }>;

const replacedRow = <E extends PathEntry>(row: ResolvedRow<E>, entry: E, operation: Replacement): ResolvedRow<E> => ({
  ...row,
  values: valuesOver(row.values, operation),
  entry,
  replaced: operation.replaced,
});

/** The values of a replaced row: a column whose value equalled the one above when it was replaced follows the value above. */
export const valuesOver = (above: RowValues, { values, replaced }: Omit<Replacement, 'action'>): RowValues =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => {
      const follows = column in replaced && column in above && sameValue(value, replaced[column]);
      return [column, follows ? above[column] : value];
    }),
  );

/** Adds the rows that hidden rows contain to the hidden ones, and returns the others. */
function hideContained<E extends PathEntry>(
  { parentColumn }: KindField,
  rows: readonly ResolvedRow<E>[],
  hidden: HiddenRow<E>[],
): readonly ResolvedRow<E>[] {
  if (parentColumn === undefined || hidden.length === 0) return rows;
  let shown = rows;
  // rows hidden in one pass may contain rows that are hidden in the next
  for (let isDone = false; !isDone;) {
    const entries = new Map(hidden.map(({ row, entry }) => [row.id, entry]));
    const contained = Map.groupBy(shown, ({ values }) => entries.has(String(values[parentColumn])));
    for (const row of contained.get(true) ?? []) {
      const within = String(row.values[parentColumn]);
      hidden.push({ row, entry: entries.get(within)!, within, after: undefined });
    }
    shown = contained.get(false) ?? [];
    isDone = !contained.has(true);
  }
  return shown;
}

/** The order stored by a node; null if it stores none. */
export const storedOrder = (list: PathEntry | undefined): readonly string[] | null =>
  ListSetting.safeParse(list?.value).data?.order ?? null;

const isStricter = (mode: SettingMode, than: SettingMode = 'free'): boolean =>
  mode !== than && (mode === 'locked' || than === 'free');

/** Why an operation has no effect; undefined if it has. */
function dormantCause(
  operation: RowOperation | undefined,
  { bound, row, isKnown }: { bound: PathEntry | undefined; row: ResolvedRow<PathEntry> | undefined; isKnown: boolean },
): DormantCause | undefined {
  if (!operation) return 'invalid';
  if (bound?.mode === 'locked') return 'listLocked';
  if (bound && operation.action !== 'hide') return 'onlyHide';
  if (operation.action === 'add') return isKnown ? 'invalid' : undefined;
  if (!row) return 'gone';
  return row.entry.mode === 'locked' ? 'rowLocked' : undefined;
}

const forbids = (cause: DormantCause | undefined) =>
  cause === 'listLocked' || cause === 'onlyHide' || cause === 'rowLocked';

/** The ids of rows whose key a row from further down has as well, with the id of that row. */
function findShadowed(
  { keyColumns = [] }: KindField,
  rows: readonly ResolvedRow<PathEntry>[],
  depths: ReadonlyMap<string, number>,
): Map<string, string> {
  if (keyColumns.length === 0) return new Map();
  const depthOf = ({ entry }: ResolvedRow<PathEntry>) => depths.get(entry.node) ?? 0;
  const sameKey = Map.groupBy(rows, (row) => keyOf(keyColumns, row.values));
  return new Map(
    [...sameKey.values()].flatMap((group) => {
      const [winner, ...others] = group.toSorted(
        (one, other) => depthOf(other) - depthOf(one) || (one.id < other.id ? -1 : 1),
      );
      return others.map(({ id }): [string, string] => [id, winner!.id]);
    }),
  );
}

/** The key of a row as text. */
export const keyOf = (keyColumns: readonly string[], values: RowValues): string =>
  JSON.stringify(keyColumns.map((column) => values[column] ?? null));

/** The rows that nodes below can replace and hide, by id: the effective and the shadowed ones. */
export const liveRows = <E extends PathEntry>({
  rows,
  shadowed,
}: ResolvedList<E>): ReadonlyMap<string, ResolvedRow<E>> =>
  new Map([...rows, ...shadowed.map(({ row }) => row)].map((row) => [row.id, row]));

/** The rows of a resolved list as readers and devices receive them. */
export const rowsAsValue = ({ rows }: ResolvedList<PathEntry>): readonly RowValues[] =>
  rows.map(({ id, values }) => ({ id, ...values }));

/**
 * The effective value of a field from what is stored along a path; undefined if no node sets it. Parts that were
 * declared after the value was stored have their defaults.
 */
export function effectiveFieldValue(field: SettingField, entries: readonly PathEntry[]): unknown {
  if (isRowWise(field)) return entries.length > 0 ? rowsAsValue(resolveRows(field, entries)) : undefined;
  const value = entries[resolveChain(field, entries).effectiveIndex]?.value;
  if (value === undefined || !hasParts(field)) return value;
  const parsed = parseValue(field, value);
  return 'value' in parsed ? parsed.value : value;
}
