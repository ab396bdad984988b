import type { NodeId, NodeRef } from '@storeward/contract/nodes';
import type { Assignment } from '@storeward/contract/assignments';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** A role that somebody holds, with what it allows and where. */
export type HeldAssignment = Assignment & {
  readonly position: number;
  readonly accessRights: readonly string[];
  readonly tpath: string;
  /** Whether its place, or one above it, is closed. */
  readonly placeClosed: boolean;
};

/** The roles that a user holds within the scope, their own first. */
export async function listAssignments(db: Db, { orgId, lo, hi }: Scope, userId: string): Promise<HeldAssignment[]> {
  return db.many(sql<HeldAssignment>`
    select a.id, a.position, a.tpath, a.until, a.created_date as "createdDate", a.position = 0 as first,
           a.until is not null and a.until <= clock() as over,
           json_build_object('id', r.id, 'name', r.name, 'level', r.level, 'status', r.status) as role,
           r.access_rights as "accessRights",
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) end as place,
           exists (select from places_along(a.tpath) p where not p.is_open) as "placeClosed"
      from assignments a
      join roles r on r.org_id = a.org_id and r.id = a.role_id and r.deleted_date is null
      left join nodes n on n.org_id = a.org_id and n.id = a.node_id
     where a.org_id = ${orgId} and a.user_id = ${userId} and a.tpath >= ${lo} and a.tpath < ${hi}
     order by a.position, a.created_date, a.id`);
}

/**
 * A place of the scope that rights are asked for at; the user's own if none is named. Which one it is, is worked out first,
 * and the range stands in a CASE: else all of the organisation is gone through.
 */
export async function findAskedPlace(
  db: Db,
  { orgId, lo, hi }: Scope,
  userId: string,
  id: NodeId | undefined,
): Promise<(NodeRef & { readonly tpath: string }) | undefined> {
  return db.first(sql<NodeRef & { tpath: string }>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where n.org_id = ${orgId} and n.deleted_date is null
       and n.id = (select coalesce(${id ?? null}::uuid, (select u.node_id from users u where u.org_id = ${orgId} and u.id = ${userId})))
       and case when n.tpath >= ${lo} and n.tpath < ${hi} then true else false end`);
}

/** Whether a user holds roles outside the scope. */
export async function holdsBeyond(db: Db, _scope: Scope, userId: string, rights: readonly string[]): Promise<boolean> {
  const row = await db.first(
    sql<{ beyond: boolean }>`select exists (select users_exceeding(array[${userId}::uuid], ${[...rights]})) as beyond`,
  );
  return row?.beyond ?? false;
}

/** Whether a moment lies ahead by the clock of the database. */
export async function isAhead(db: Db, _scope: Scope, moment: string): Promise<boolean> {
  const row = await db.first(sql<{ ahead: boolean }>`select ${moment}::timestamptz > clock() as ahead`);
  return row?.ahead ?? false;
}

/** Takes a further role away from somebody; false where they do not hold it in this scope. */
export async function deleteAssignment(db: Db, { orgId, lo, hi }: Scope, userId: string, id: string): Promise<boolean> {
  const gone = await db.run(sql`
    delete from assignments where org_id = ${orgId} and user_id = ${userId} and id = ${id} and position > 0
       and tpath >= ${lo} and tpath < ${hi}`);
  return gone > 0;
}

/** Clears away the further roles of somebody whose time is over. */
export async function deleteOver(db: Db, { orgId, lo, hi }: Scope, userId: string): Promise<void> {
  await db.run(sql`
    delete from assignments where org_id = ${orgId} and user_id = ${userId} and position > 0 and until <= clock()
       and tpath >= ${lo} and tpath < ${hi}`);
}
