import { exactCountLimit } from '@storeward/contract/paging';
import type { Override } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { limitPlusOne } from '../../platform/database/cursor-pagination.ts';
import type { Db } from '../../platform/database/db.ts';
import { isFound } from '../../platform/database/search-patterns.ts';
import { countInSubTree, inScope, storeCountBelow } from '../../nodes/queries.ts';
import { authorColumns } from '../changes/change-queries.ts';

/** Overrides of a field below a node, as counted by `setting_radar`. */
export type OverrideStatsRow = {
  readonly section: SectionName;
  readonly field: string;
  readonly own: number;
  readonly overruled: number;
  readonly storesApart: number;
  readonly values: { readonly value: unknown; readonly count: number }[];
  readonly distinctValues: number;
};

export type DistinctValue = { readonly section: SectionName; readonly field: string; readonly value: unknown };

/**
 * The number of values of these sections that are stored below a node, those of rows included; at most one above the limit. The clock is
 * read once, and not for each of them.
 */
export async function countValuesBelow(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
  { sections, limit }: { sections: readonly string[]; limit: number },
): Promise<number> {
  const row = await db.first(sql<{ values: number }>`
    select count(*)::int as "values" from (
      select from (select clock() as time offset 0) now cross join setting_values v
       where v.org_id = ${scope.orgId} and v.section = any(${[...sections]}) and v.ended_date is null and applies_at(v, now.time)
         and is_below(v.tpath, ${ancestor.tpath}) limit ${limit + 1}) counted`);
  return row?.values ?? 0;
}

/** The distinct values stored at, above and below a node. */
export async function listDistinctValues(
  db: Db,
  _scope: Scope,
  nodeId: string,
  sections: readonly string[],
): Promise<DistinctValue[]> {
  return db.many(
    sql<DistinctValue>`select section, field, value from distinct_setting_values(${nodeId}, ${[...sections]})`,
  );
}

/** Override statistics of each field with a value below a node. Values in `invalid` are ignored. */
export async function listOverrideStats(
  db: Db,
  _scope: Scope,
  nodeId: string,
  sections: readonly string[],
  { stricter, invalid }: { stricter: Readonly<Record<string, string>>; invalid: readonly DistinctValue[] },
): Promise<OverrideStatsRow[]> {
  return db.many(sql<OverrideStatsRow>`
    select section, field, own, overruled, stores_apart as "storesApart", vals as "values", kinds as "distinctValues"
      from setting_radar(${nodeId}, ${[...sections]}, ${JSON.stringify(stricter)}, ${JSON.stringify(invalid)})`);
}

type OverrideFilter = {
  readonly section: string;
  readonly field: string;
  readonly search: string;
  /** As JSON. */
  readonly value: string | undefined;
};
const overrideCondition = (
  scope: Scope,
  ancestor: { tpath: string },
  { section, field, search, value }: OverrideFilter,
) =>
  sql`v.org_id = ${scope.orgId} and v.section = ${section} and v.field = ${field} and is_current(v)
      and is_below(v.tpath, ${ancestor.tpath}) and n.deleted_date is null
      ${value === undefined ? sql`` : sql`and v.value = ${value}::jsonb`} and ${isFound(sql`n.search_text`, search)}`;

/** The nodes below one that override a field, by name. Returns one row more than `limit`. */
export async function listOverrides(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
  filter: OverrideFilter & { limit: number; offset: number },
): Promise<Omit<Override, 'inForce'>[]> {
  return db.many(sql<Omit<Override, 'inForce'>>`
    select json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type, 'code', n.code) as place, v.value, v.mode, v.valid_from as since,
           ${authorColumns(sql`v.created_by`)}, c.reason
      from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
      left join users u on u.org_id = v.org_id and u.id = v.created_by
      left join setting_changes c on c.org_id = v.org_id and c.id = v.change_id
     where ${overrideCondition(scope, ancestor, filter)}
     order by n.name_norm, n.id offset ${filter.offset} limit ${limitPlusOne(filter.limit)}`);
}

/** The number of nodes below one that override a field; an estimate above `exactCountLimit`. */
export async function countOverrides(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
  filter: OverrideFilter,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (select from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where ${overrideCondition(scope, ancestor, filter)} limit ${exactCountLimit + 1}) counted`);
  const total = row?.total ?? 0;
  return total > exactCountLimit ? { total, totalIsEstimate: true } : { total };
}

export async function countBelow(
  db: Db,
  scope: Scope,
  ancestor: { tpath: string },
): Promise<{ placeCount: number; storeCount: number }> {
  const row = await db.first(sql<{ placeCount: number; storeCount: number }>`
    select ${countInSubTree('nodes')} - 1 as "placeCount", ${storeCountBelow()} - (n.node_type = 'STORE')::int as "storeCount"
      from nodes n where ${inScope(scope)} and n.tpath = ${ancestor.tpath}`);
  return row ?? { placeCount: 0, storeCount: 0 };
}
