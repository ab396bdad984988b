import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { hoursAgo } from './time-queries.ts';

const within = (scope: Scope, alias: string) =>
  sql`${sql.ref(`${alias}.org_id`)} = ${scope.orgId} and ${sql.ref(`${alias}.tpath`)} >= ${scope.lo} and ${sql.ref(`${alias}.tpath`)} < ${scope.hi}`;

const onMap = (scope: Scope) =>
  sql`${within(scope, 'n')} and n.node_type = 'STORE' and n.latitude is not null and n.deleted_date is null`;

/** The nodes of devices that have a key and have been silent for the given hours. */
const silentStores = (scope: Scope, hours: number) =>
  sql`silent as materialized (
      select distinct d.node_id from devices d where ${within(scope, 'd')} and d.deleted_date is null and d.key_hash is not null
         and d.last_seen < ${hoursAgo(hours)})`;

/** The text of points, which the database writes: reading 10,000 rows would take longer than finding them. */
const textOf = (points: RawBuilder<unknown>) =>
  sql`select coalesce(string_agg(concat_ws(E'\t', p.latitude, p.longitude, p.count, p.silent, p.disabled, coalesce(p.id::text, ''), coalesce(p.name, '')), E'\n'), '') as text
        from (${points}) p`;

type MapSelection = { readonly limit: number; readonly silentHours: number };

/** The number of stores with coordinates, counted up to the limit. */
export async function countMapStores(db: Db, scope: Scope, limit: number): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from (select from nodes n where ${onMap(scope)} limit ${limit}) found`);
  return row?.count ?? 0;
}

/** The stores with coordinates, in the order of the tree. */
export async function findMapStores(db: Db, scope: Scope, { limit, silentHours }: MapSelection): Promise<string> {
  const stores = sql`
    select n.id, n.name, n.latitude, n.longitude, 1 as count, (n.status and s.node_id is not null)::int as silent, (not n.status)::int as disabled
      from nodes n left join silent s on s.node_id = n.id where ${onMap(scope)} order by n.tpath limit ${limit}`;
  const row = await db.first(sql<{ text: string }>`with ${silentStores(scope, silentHours)} ${textOf(stores)}`);
  return row?.text ?? '';
}

/** The side of an area in degrees. */
const areaSize = 0.25;

/**
 * The stores with coordinates by area, each at the mean of its stores; a store that is alone in its area has its id and name.
 * If there are too many areas, those with most stores.
 */
export async function findMapAreas(db: Db, scope: Scope, { limit, silentHours }: MapSelection): Promise<string> {
  const cell = (column: string) => sql`floor(${sql.ref(column)} / ${sql.lit(areaSize)})`;
  const mean = (column: string) => sql`round(avg(${sql.ref(column)})::numeric, 6)::float8`;
  // the store of an area is looked up only where it is alone: carrying ids and names along doubles the time
  const areas = sql`
    select o.id, o.name, a.latitude, a.longitude, a.count, a.silent, a.disabled
      from (select min(n.tpath) as tpath, ${mean('n.latitude')} as latitude, ${mean('n.longitude')} as longitude, count(*)::int as count,
                   (count(*) filter (where n.status and s.node_id is not null))::int as silent, (count(*) filter (where not n.status))::int as disabled
              from nodes n left join silent s on s.node_id = n.id where ${onMap(scope)}
             group by ${cell('n.latitude')}, ${cell('n.longitude')} order by count desc, tpath limit ${limit}) a
      left join nodes o on a.count = 1 and o.org_id = ${scope.orgId} and o.tpath = a.tpath
     order by a.count desc, a.tpath`;
  const row = await db.first(sql<{ text: string }>`with ${silentStores(scope, silentHours)} ${textOf(areas)}`);
  return row?.text ?? '';
}
