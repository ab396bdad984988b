import { exactCountLimit } from '@storeward/contract/paging';
import type { Override } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { limitPlusOne } from '../../platform/database/cursor-pagination.ts';
import type { Db } from '../../platform/database/db.ts';

/** The field of a stored value, which for a row of a list is named `list/row`. */
const fieldName = sql`split_part(v.field, '/', 1)`;

/** Current values stored below a node. */
const currentBelow = (scope: Scope, ancestor: { tpath: string }) => sql`
  v.org_id = ${scope.orgId} and v.ended_date is null and v.valid_from <= clock()
  and (v.valid_until is null or v.valid_until > clock())
  and v.tpath > ${ancestor.tpath} and v.tpath < ${`${ancestor.tpath.slice(0, -1)}/`} and n.deleted_date is null`;

/** What nodes below one do to a list. */
export type ListStatsRow = {
  readonly section: SectionName;
  readonly field: string;
  readonly own: number;
  /** Nodes below a lock of the list. */
  readonly overruled: number;
  readonly storesApart: number;
  readonly actions: Readonly<Record<string, { readonly places: number; readonly stores: number }>>;
};

/** Counts the nodes below one that add, replace or hide rows of these lists, or state an order. */
export async function listListStats(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
  lists: readonly { readonly section: SectionName; readonly field: string }[],
): Promise<ListStatsRow[]> {
  if (lists.length === 0) return [];
  return db.many(sql<ListStatsRow>`
    with listed as materialized (
      select x.section, x.field from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) x(section text, field text)
    ), done as materialized (
      select distinct l.section, l.field, v.tpath, n.node_type = 'STORE' as is_store,
             coalesce(v.value ->> 'action', case when jsonb_typeof(v.value -> 'order') = 'array' then 'order' else 'mode' end) as action
        from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
        join listed l on l.section = v.section and l.field = ${fieldName}
       where ${currentBelow(scope, ancestor)}
    ), own as materialized (
      select distinct d.section, d.field, d.tpath from done d
    ), locks as materialized (
      select v.section, v.field, v.tpath from setting_values v join listed l on l.section = v.section and l.field = v.field
       where v.org_id = ${scope.orgId} and v.mode = 'locked' and v.ended_date is null and v.valid_from <= clock()
         and (v.valid_until is null or v.valid_until > clock())
         and (v.tpath > ${ancestor.tpath} and v.tpath < ${`${ancestor.tpath.slice(0, -1)}/`} or v.tpath = any(path_prefixes(${ancestor.tpath})))
    ), actions as (
      select d.section, d.field, d.action, count(*)::int as places, (count(*) filter (where d.is_store))::int as stores
        from done d group by d.section, d.field, d.action
    ), apart as (
      select o.section, o.field, count(distinct s.id)::int as stores from own o
        join nodes s on s.org_id = ${scope.orgId} and s.node_type = 'STORE' and s.deleted_date is null
         and s.tpath >= o.tpath and s.tpath < left(o.tpath, -1) || '/'
       group by o.section, o.field
    )
    select o.section, o.field, count(*)::int as own,
           (count(*) filter (where exists (select from locks k
              where k.section = o.section and k.field = o.field and o.tpath ^@ k.tpath and o.tpath <> k.tpath)))::int as overruled,
           coalesce(max(p.stores), 0) as "storesApart",
           (select json_object_agg(a.action, json_build_object('places', a.places, 'stores', a.stores))
              from actions a where a.section = o.section and a.field = o.field) as actions
      from own o left join apart p on p.section = o.section and p.field = o.field
     group by o.section, o.field`);
}

type ListFilter = { readonly section: string; readonly field: string; readonly search: string };
const listCondition = (scope: Scope, ancestor: { tpath: string }, { section, field, search }: ListFilter) => sql`
  v.section = ${section} and ${fieldName} = ${field} and ${currentBelow(scope, ancestor)}
  ${search ? sql`and n.search_text like ${search}` : sql``}`;

/** The nodes below one that do something to a list, by name. Returns one row more than `limit`. */
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

/** The number of nodes below one that do something to a list; an estimate above `exactCountLimit`. */
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
 * The names of values that were changed again after one of these changes, also by a change that was planned before and
 * has begun since; each after the id of that change.
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
