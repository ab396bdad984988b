import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { inScope, isBelow, storeCountBelow } from './queries.ts';

/** Counts the nodes (including the node itself), stores, users and devices of a subtree. */
export async function countSubtree(db: Db, scope: Scope, node: { readonly id: string }) {
  const row = await db.first(sql<{ placeCount: number; storeCount: number; userCount: number; deviceCount: number }>`
    select (select count(*)::int from nodes s where s.org_id = n.org_id and s.deleted_date is null and ${isBelow(sql`s.tpath`)}) as "placeCount",
           ${storeCountBelow()} as "storeCount",
           (select count(*)::int from users u where u.org_id = n.org_id and u.deleted_date is null and ${isBelow(sql`u.tpath`)}) as "userCount",
           (select count(*)::int from devices d where d.org_id = n.org_id and d.deleted_date is null and ${isBelow(sql`d.tpath`)}) as "deviceCount"
      from nodes n where ${inScope(scope)} and n.id = ${node.id}`);
  return row ?? { placeCount: 0, storeCount: 0, userCount: 0, deviceCount: 0 };
}

/** The number of users assigned to each node on the path to a node. */
export async function listReachingUserCounts(
  db: Db,
  _scope: Scope,
  tpath: string,
): Promise<{ tpath: string; users: number }[]> {
  return db.many(sql<{ tpath: string; users: number }>`select tpath, users from count_users_above(${tpath})`);
}
