import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { inScope } from './queries.ts';

/** The number of users assigned to each node on the path to a node. */
export async function listReachingUserCounts(
  db: Db,
  _scope: Scope,
  tpath: string,
): Promise<{ tpath: string; users: number }[]> {
  return db.many(sql<{ tpath: string; users: number }>`select tpath, users from count_users_above(${tpath})`);
}

/**
 * The clocks of nodes, and the number of planned changes at and below each that start by it: no node in between has a
 * time zone.
 */
export async function listPlansByClock(
  db: Db,
  scope: Scope,
  tpaths: readonly string[],
): Promise<{ tpath: string; clock: string; planCount: number }[]> {
  return db.many(sql<{ tpath: string; clock: string; planCount: number }>`
    select p.tpath, coalesce(effective_time_zone(p.tpath), 'UTC') as clock,
           (select count(*)::int from setting_changes c
             where c.org_id = ${scope.orgId} and in_sub_tree(c.tpath, p.tpath)
               and c.begins > clock_now() and c.withdrawn_date is null
               and not exists (select from nodes n where n.org_id = c.org_id and n.tpath = any(path_prefixes(c.tpath))
                                  and n.tpath > p.tpath and n.time_zone is not null)) as "planCount"
      from unnest(${[...tpaths]}::text[]) p(tpath)`);
}

/** The number of planned changes at and below a node that start by its clock. */
export async function countPlansByClock(db: Db, scope: Scope, { tpath }: { readonly tpath: string }): Promise<number> {
  return (await listPlansByClock(db, scope, [tpath]))[0]?.planCount ?? 0;
}

/** The clock of a node before and after a move, and the planned changes that follow it; null if it stays the same. */
export async function clockAfterMove(
  db: Db,
  scope: Scope,
  node: { readonly tpath: string },
  parent: { readonly tpath: string },
): Promise<{ from: string; to: string; planCount: number } | null> {
  const row = await db.first(sql<{ from: string; to: string }>`
    select coalesce(effective_time_zone(n.tpath), 'UTC') as "from",
           coalesce(n.time_zone, effective_time_zone(${parent.tpath}), 'UTC') as "to"
      from nodes n where ${inScope(scope)} and n.tpath = ${node.tpath}`);
  if (!row || row.from === row.to) return null;
  return { ...row, planCount: await countPlansByClock(db, scope, node) };
}

/** The country of the nearest node above a node that has one. */
export async function findCountryAbove(db: Db, _scope: Scope, tpath: string): Promise<string | null> {
  const row = await db.first(sql<{ country: string | null }>`select country_above(${tpath}) as country`);
  return row?.country ?? null;
}
