import type { NodeType } from '@storeward/contract/access';
import type { Period } from '@storeward/contract/dashboard/period';
import type { deviceTypes } from '@storeward/contract/devices';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { hoursAgo, startOf } from './time-queries.ts';

// The counts cover the scope of the transaction; the parameter ensures that the actor has one.

export type ByStatus = { readonly total: number; readonly enabled: number; readonly disabled: number };

/** The number of records by kind, of the kinds that begin with the prefix. */
async function countsOf(
  db: Db,
  prefix: 'user.' | 'node.' | 'node.STORE.' | 'device.',
): Promise<(kind: string) => number> {
  const rows = await db.many(sql<{ kind: string; count: number }>`select kind, count from scope_counts(${prefix})`);
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return (kind) => counts.get(`${prefix}${kind}`) ?? 0;
}

/** Users by status; those who never signed in are among the enabled. */
export async function countUsers(db: Db, _scope: Scope): Promise<ByStatus & { readonly invited: number }> {
  const count = await countsOf(db, 'user.');
  const [disabled, invited] = [count('disabled'), count('invited')];
  const enabled = count('enabled') + invited;
  return { total: enabled + disabled, enabled, disabled, invited };
}

/** Nodes of the given types by status. */
export async function countNodes(
  db: Db,
  _scope: Scope,
  types: readonly NodeType[],
): Promise<(ByStatus & { readonly nodeType: NodeType })[]> {
  const count = await countsOf(db, 'node.');
  return types.map((nodeType) => {
    const [enabled, disabled] = [count(`${nodeType}.enabled`), count(`${nodeType}.disabled`)];
    return { nodeType, total: enabled + disabled, enabled, disabled };
  });
}

export async function countStores(db: Db, _scope: Scope): Promise<ByStatus> {
  const count = await countsOf(db, 'node.STORE.');
  const [enabled, disabled] = [count('enabled'), count('disabled')];
  return { total: enabled + disabled, enabled, disabled };
}

type DeviceCount = { readonly paired: number; readonly unpaired: number };

export async function countDevices(
  db: Db,
  _scope: Scope,
): Promise<(type: (typeof deviceTypes)[number]) => DeviceCount> {
  const count = await countsOf(db, 'device.');
  return (type) => ({ paired: count(`${type}.paired`), unpaired: count(`${type}.unpaired`) });
}

/** Devices with a key that have been silent for the given hours, counted up to the limit, and the number of their stores. */
export async function countSilentDevices(
  db: Db,
  _scope: Scope,
  { hours, limit }: { readonly hours: number; readonly limit: number },
): Promise<{ mobile: number; tablet: number; stores: number }> {
  const row = await db.first(
    sql<{ mobile: number; tablet: number; stores: number }>`
      select mobile, tablet, stores from silent_devices(${hoursAgo(hours)}, ${limit})`,
  );
  return row!;
}

/** Sign-ins on each day of a period, and on the same day of the period before. */
export async function countSignInsByDay(
  db: Db,
  _scope: Scope,
  period: Period,
): Promise<{ date: string; count: number; before: number }[]> {
  const { days, timeZone } = period;
  return db.many(sql<{ date: string; count: number; before: number }>`
    with found as materialized (
      select (hour at time zone ${timeZone})::date as day, sum(count)::int as count
        from scope_sign_ins(${startOf({ days: 2 * days, timeZone })}, clock() + interval '1 hour') group by 1
    ), period as (
      select (clock() at time zone ${timeZone})::date - ago as day from generate_series(0, ${days - 1}::int) ago
    )
    select p.day as date, coalesce(f.count, 0) as count, coalesce(b.count, 0) as before
      from period p left join found f on f.day = p.day left join found b on b.day = p.day - ${days}::int order by p.day`);
}

/** Sign-ins at each hour of the day over a period, and over the period before. */
export async function countSignInsByHour(
  db: Db,
  _scope: Scope,
  period: Period,
): Promise<{ hour: number; count: number; before: number }[]> {
  const { days, timeZone } = period;
  return db.many(sql<{ hour: number; count: number; before: number }>`
    with found as materialized (
      select extract(hour from hour at time zone ${timeZone})::int as hour, hour >= ${startOf(period)} as current, count
        from scope_sign_ins(${startOf({ days: 2 * days, timeZone })}, clock() + interval '1 hour')
    )
    select h as hour, coalesce(sum(f.count) filter (where f.current), 0)::int as count,
           coalesce(sum(f.count) filter (where not f.current), 0)::int as before
      from generate_series(0, 23) h left join found f on f.hour = h group by h order by h`);
}

/** The organisations with the most sign-ins; empty unless the reader belongs to the platform. */
export async function listOrganisationSignIns(
  db: Db,
  _scope: Scope,
  period: Period,
  limit: number,
): Promise<{ id: string; name: string; count: number; before: number }[]> {
  return db.many(sql<{ id: string; name: string; count: number; before: number }>`
    select id, name, count, before from organisation_sign_ins(${startOf(period)}, clock() + interval '1 hour', ${limit})`);
}

/** Adds up to `limit` differences to the counts; returns how many. */
export async function foldCounts(db: Db, limit: number): Promise<number> {
  const row = await db.first(sql<{ taken: number }>`select fold_node_counts(${limit}) as taken`);
  return row?.taken ?? 0;
}
