import { exactCountLimit } from '@storeward/contract/paging';
import type { ListAction } from '@storeward/contract/settings/lists/list-state';
import type { Override } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { limitPlusOne } from '../../platform/database/cursor-pagination.ts';
import { isFound } from '../../platform/database/search-patterns.ts';
import type { Db } from '../../platform/database/db.ts';

/** The field of a stored value, which for a row of a list is named `list/row`. */
export const fieldName = sql`split_part(v.field, '/', 1)`;

/** The operation of a stored value on its list; `mode` if it only restricts the nodes below. */
export const listAction = sql`list_action(v.value)`;

/** Current values stored below a node. */
const currentBelow = (scope: Scope, ancestor: { tpath: string }) => sql`
  v.org_id = ${scope.orgId} and is_current(v) and is_below(v.tpath, ${ancestor.tpath}) and n.deleted_date is null`;

/** Stores at and below a path; a range, so that the index of paths serves it. */
const storesAt = (scope: Scope, path: RawBuilder<unknown>) => sql`
  s.org_id = ${scope.orgId} and s.node_type = 'STORE' and s.deleted_date is null and in_sub_tree(s.tpath, ${path})`;

/** The stores at and below a node, and those of them at or below a node that replaces or hides a row of a list. */
export async function countRowStores(
  db: Db,
  scope: Scope,
  node: { tpath: string },
  { section, name }: { readonly section: SectionName; readonly name: string },
): Promise<{ storeCount: number; storesApart: number }> {
  const row = await db.first(sql<{ storeCount: number; storesApart: number }>`
    with operations as materialized (
      select distinct v.tpath from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
       where ${currentBelow(scope, node)} and v.section = ${section} and v.field = ${name}
    )
    select (select count(*)::int from nodes s where ${storesAt(scope, sql`${node.tpath}`)}) as "storeCount",
           (select count(distinct s.id)::int from operations o join nodes s on ${storesAt(scope, sql`o.tpath`)}) as "storesApart"`);
  return row ?? { storeCount: 0, storesApart: 0 };
}

/** Operations of descendants on a list. */
export type ListStatsRow = {
  readonly section: SectionName;
  readonly field: string;
  readonly own: number;
  /** Nodes none of whose operations has effect, because a node above forbids it or the row is gone. */
  readonly overruled: number;
  /** Stores at and below nodes with an effective operation. */
  readonly storesApart: number;
  readonly actions: Readonly<Record<string, { readonly places: number; readonly stores: number }>>;
};

/** Counts the nodes below one that add, replace or hide rows of these lists, or store an order. */
export async function listListStats(
  db: Db,
  _scope: Scope,
  nodeId: string,
  lists: readonly { readonly section: SectionName; readonly field: string }[],
): Promise<ListStatsRow[]> {
  if (lists.length === 0) return [];
  return db.many(sql<ListStatsRow>`
    select section, field, own, overruled, stores_apart as "storesApart", actions
      from list_radar(${nodeId}, ${JSON.stringify(lists)})`);
}

type ListFilter = {
  readonly section: string;
  readonly field: string;
  readonly search: string;
  readonly action: ListAction | undefined;
};
const listCondition = (
  scope: Scope,
  ancestor: { tpath: string },
  { section, field, search, action }: ListFilter,
) => sql`
  v.section = ${section} and ${fieldName} = ${field} and ${currentBelow(scope, ancestor)}
  ${action ? sql`and ${listAction} = ${action}` : sql``} and ${isFound(sql`n.search_text`, search)}`;

/** The nodes below one with an operation on a list, by name. Returns one row more than `limit`. */
export async function listListNodes(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
  filter: ListFilter & { limit: number; offset: number },
): Promise<Override['place'][]> {
  return db.many(sql<Override['place']>`
    select n.id, n.name, n.node_type as "nodeType", n.code from setting_values v
      join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where ${listCondition(scope, ancestor, filter)}
     group by n.id, n.name, n.node_type, n.code, n.name_norm
     order by n.name_norm, n.id offset ${filter.offset} limit ${limitPlusOne(filter.limit)}`);
}

/** The number of nodes below one with an operation on a list; an estimate above `exactCountLimit`. */
export async function countListNodes(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
  filter: ListFilter,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (select distinct v.node_id from setting_values v
      join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where ${listCondition(scope, ancestor, filter)} limit ${exactCountLimit + 1}) counted`);
  const total = row?.total ?? 0;
  return total > exactCountLimit ? { total, totalIsEstimate: true } : { total };
}

/**
 * The names of values that were changed again after one of these changes, also by a planned change that has taken
 * effect since; each after the id of that change.
 */
export async function listNamesChangedSince(db: Db, scope: Scope, changeIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(sql<{ changeId: string; field: string }>`
    select distinct c.id as "changeId", v.field from setting_changes c
      join setting_changes later on later.org_id = c.org_id and later.node_id = c.node_id and later.section = c.section
       and (later.version > c.version or (later.begins > c.begins and later.begins <= clock_now()))
       and later.withdrawn_date is null
      join setting_values v on v.org_id = later.org_id and v.node_id = later.node_id and v.section = later.section
       and (v.change_id = later.id or v.closed_by = later.id)
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[])`);
  return new Set(rows.map(({ changeId, field }) => `${changeId} ${field}`));
}

/**
 * The names of rows that nodes below the node of one of these changes replace, hide or restrict, now or by plan, other
 * than by this run; each after the id of that change.
 */
export async function listNamesUsedBelow(
  db: Db,
  scope: Scope,
  runId: string,
  changeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.many(sql<{ changeId: string; field: string }>`
    select distinct c.id as "changeId", v.field from setting_changes c
      join setting_values written on written.org_id = c.org_id and written.change_id = c.id
      join setting_values v on v.org_id = c.org_id and v.section = c.section and v.field = written.field
       and is_current_or_planned(v) and is_below(v.tpath, c.tpath)
      join setting_changes below on below.org_id = v.org_id and below.id = v.change_id
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[]) and below.run_id is distinct from ${runId}::uuid`);
  return new Set(rows.map(({ changeId, field }) => `${changeId} ${field}`));
}
