type Row = { readonly id: string };

/**
 * Inserts rows after their anchors: a row, or the start or end of the list. A missing anchor means the end; rows with the
 * same anchor are sorted by id.
 */
export function insertAdded<R extends Row>(
  rows: readonly R[],
  added: readonly (R & { readonly after: string })[],
): readonly R[] {
  if (added.length === 0) return rows;
  const sorted = added.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const known = new Set(['first', ...[...rows, ...added].map(({ id }) => id)]);
  const byAnchor = Map.groupBy(sorted, ({ after }) => (known.has(after) ? after : 'last'));
  const placed = new Map<string, R>();
  const append = (row: R): void => {
    if (placed.has(row.id)) return;
    placed.set(row.id, row);
    for (const next of byAnchor.get(row.id) ?? []) append(next);
  };
  for (const row of byAnchor.get('first') ?? []) append(row);
  for (const row of rows) append(row);
  for (const row of byAnchor.get('last') ?? []) append(row);
  // rows that are anchored to each other in a cycle
  for (const row of sorted) append(row);
  return [...placed.values()];
}

/** Sorts the rows by the given order; a row that it does not name follows its current predecessor. */
export function applyOrder<R extends Row>(rows: readonly R[], order: readonly string[] | null): readonly R[] {
  if (order === null) return rows;
  const named = new Set(order);
  const start: R[] = [];
  const followers = new Map<string, R[]>();
  let group = start;
  for (const row of rows) {
    if (named.has(row.id)) followers.set(row.id, (group = []));
    group.push(row);
  }
  return [...start, ...[...named].flatMap((id) => followers.get(id) ?? [])];
}
