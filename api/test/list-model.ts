/** What a node stores for a row of a list, or for the list itself, from a time on; null means that it inherits. */
export type ModelEntry = {
  readonly nodeId: string;
  /** The row's name; empty for the list itself. */
  readonly row: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly stored: ModelOperation | null;
};

export type ModelOperation = {
  readonly action: 'add' | 'replace' | 'hide' | 'list';
  readonly code?: string;
  /** The code above when the row was replaced: a row with the same one follows it. */
  readonly replaced?: string | undefined;
  readonly after?: string;
  readonly order?: readonly string[] | null;
  readonly mode: 'free' | 'locked' | 'tighten';
};

export type ListModel = { readonly parents: Map<string, string | undefined>; readonly entries: ModelEntry[] };

type ModelRow = { readonly row: string; readonly code: string; readonly depth: number; readonly isLocked: boolean };
export type ModelList = {
  /** All rows in order, shadowed ones included. */
  readonly live: readonly ModelRow[];
  readonly rows: readonly string[];
  readonly hidden: readonly string[];
  readonly dormant: readonly string[];
  readonly bound: 'free' | 'locked' | 'tighten';
};

/** What a node stores at a time, by row. */
export function storedAt({ entries }: ListModel, nodeId: string, at: number): Map<string, ModelOperation> {
  const latest = new Map<string, ModelEntry>();
  // entries are in the order in which they were written; of two with the same start the later one counts
  for (const entry of entries) {
    if (entry.nodeId !== nodeId || entry.from > at) continue;
    if (entry.from >= (latest.get(entry.row)?.from ?? -Infinity)) latest.set(entry.row, entry);
  }
  return new Map([...latest].flatMap(([row, { stored }]) => (stored ? [[row, stored]] : [])));
}

export function pathTo({ parents }: Pick<ListModel, 'parents'>, nodeId: string): string[] {
  const parentId = parents.get(nodeId);
  return parentId === undefined ? [nodeId] : [...pathTo({ parents }, parentId), nodeId];
}

/** Resolves the list step by step along a path, with the ids of rows by name deciding between equals. */
export function resolveModel(
  stored: readonly ReadonlyMap<string, ModelOperation>[],
  idOf: (row: string) => string,
): ModelList {
  let live: ModelRow[] = [];
  let bound: ModelList['bound'] = 'free';
  const hidden: string[] = [];
  const dormant: string[] = [];
  for (const [depth, operations] of stored.entries()) {
    const hiddenHere: string[] = [];
    const added: (ModelRow & { after: string })[] = [];
    const before = new Map(live.map((entry) => [entry.row, entry]));
    for (const [row, { action, code = '', replaced, after = 'last', mode }] of operations) {
      const known = before.get(row);
      const isMissing = action === 'add' ? known !== undefined || hidden.includes(row) : known === undefined;
      const isForbidden = bound === 'locked' || (bound === 'tighten' && action !== 'hide');
      if (action === 'list') continue;
      if (isForbidden || isMissing || (action !== 'add' && known?.isLocked)) dormant.push(`${depth} ${row}`);
      else if (action === 'hide') hiddenHere.push(row);
      else if (action === 'add') added.push({ row, code, depth, isLocked: mode === 'locked', after });
      else
        live = live.map((entry) =>
          entry.row === row
            ? { row, code: code === replaced ? entry.code : code, depth, isLocked: mode === 'locked' }
            : entry,
        );
    }
    live = insert(live, added, idOf);
    const list = operations.get('');
    if (bound === 'free' && list?.order) live = reorder(live, list.order);
    live = live.filter(({ row }) => !hiddenHere.includes(row));
    hidden.push(...hiddenHere);
    if (bound !== 'locked' && list && list.mode !== 'free') bound = list.mode === 'locked' ? 'locked' : 'tighten';
  }
  const isShadowed = ({ row, code, depth }: ModelRow) =>
    live.some(
      (other) =>
        other.row !== row &&
        other.code === code &&
        (other.depth > depth || (other.depth === depth && idOf(other.row) < idOf(row))),
    );
  return { live, rows: live.filter((row) => !isShadowed(row)).map(({ row }) => row), hidden, dormant, bound };
}

/** Inserts one row after another: always the one with the highest id whose anchor is there, directly after it. */
function insert(
  live: readonly ModelRow[],
  added: readonly (ModelRow & { after: string })[],
  idOf: (row: string) => string,
): ModelRow[] {
  const result = [...live];
  const all = new Set([...live, ...added].map(({ row }) => row));
  const byId = added.toSorted((one, other) => (idOf(one.row) < idOf(other.row) ? -1 : 1));
  const rest = new Set(byId);
  const first = byId.filter(({ after }) => after === 'first');
  const last = byId.filter(({ after }) => after !== 'first' && !all.has(after));
  result.unshift(...first);
  result.push(...last);
  for (const row of [...first, ...last]) rest.delete(row);
  for (;;) {
    const next = [...rest].findLast(({ after }) => result.some(({ row }) => row === after));
    if (!next) return result;
    result.splice(result.findIndex(({ row }) => row === next.after) + 1, 0, next);
    rest.delete(next);
  }
}

/** Moves the named rows to their order; each other row is put directly after its former predecessor. */
function reorder(live: readonly ModelRow[], order: readonly string[]): ModelRow[] {
  const result = order.flatMap((name) => live.filter(({ row }) => row === name));
  for (const [index, row] of live.entries()) {
    if (order.includes(row.row)) continue;
    const predecessor = live[index - 1];
    result.splice(predecessor ? result.findIndex((entry) => entry.row === predecessor.row) + 1 : 0, 0, row);
  }
  return result;
}
