import type { Assignment, GrantedAssignment } from '@storeward/contract/users/assignments';
import type { PageParams } from '@storeward/contract/paging';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';

/** An assignment with its user, access rights and tree path. */
export type AssignmentDetails = Assignment & {
  readonly userId: string;
  readonly position: number;
  readonly accessRights: readonly string[];
  readonly tpath: string;
};

/** The columns of `AssignmentDetails`, of the assignment `a` with its role `r` and its node `n`. */
export const assignmentColumns = sql`
  a.id, a.user_id as "userId", a.position, a.tpath, a.until, a.created_date as "createdDate", a.position = 0 as first,
  a.until is not null and a.until <= clock() as over,
  json_build_object('id', r.id, 'name', r.name, 'level', r.level, 'status', r.status) as role, r.access_rights as "accessRights",
  case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) end as place`;

/**
 * SQL condition that limits assignments `a` of users or nodes that are known by id to the scope. The range is wrapped in a
 * CASE because the planner cannot estimate its width and would otherwise go through all assignments of the scope.
 */
export const assignmentsInScope = ({ orgId, lo, hi }: Scope) =>
  sql`a.org_id = ${orgId} and case when a.tpath >= ${lo} and a.tpath < ${hi} then true else false end`;

/** The assignments of users within the scope, the primary one of each first. */
export async function listAssignments(db: Db, scope: Scope, userIds: readonly string[]): Promise<AssignmentDetails[]> {
  return db.many(sql<AssignmentDetails>`
    select ${assignmentColumns}
      from assignments a
      join roles r on r.org_id = a.org_id and r.id = a.role_id and r.deleted_date is null
      left join nodes n on n.org_id = a.org_id and n.id = a.node_id
     where ${assignmentsInScope(scope)} and a.user_id = any(${[...userIds]})
     order by a.position, a.created_date, a.id`);
}

export async function hasAssignmentsOutsideScope(
  db: Db,
  _scope: Scope,
  userId: string,
  rights: readonly string[],
): Promise<boolean> {
  const row = await db.first(
    sql<{ beyond: boolean }>`select exists (select users_exceeding(array[${userId}::uuid], ${[...rights]})) as beyond`,
  );
  return row?.beyond ?? false;
}

/** Which of the ISO 8601 instants are in the future by the database clock. */
export async function listFutureTimes(db: Db, _scope: Scope, instants: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(
    sql<{
      instant: string;
    }>`select instant from unnest(${[...instants]}::text[]) instant where instant::timestamptz > clock()`,
  );
  return new Set(rows.map(({ instant }) => instant));
}

/** Removes additional assignments within the scope by id; returns the ids of those that existed. */
export async function deleteAssignments(
  db: Db,
  scope: Scope,
  assignments: readonly { readonly userId: string; readonly id: string }[],
): Promise<Set<string>> {
  const rows = await db.many(sql<{ id: string }>`
    delete from assignments a using jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) x(id uuid, "userId" uuid)
     where ${assignmentsInScope(scope)} and a.user_id = x."userId" and a.id = x.id and a.position > 0
    returning a.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the expired additional assignments of users. */
export async function deleteExpiredAssignments(db: Db, scope: Scope, userIds: readonly string[]): Promise<void> {
  await db.run(sql`
    delete from assignments a
     where ${assignmentsInScope(scope)} and a.user_id = any(${[...userIds]}) and a.position > 0 and a.until <= clock()`);
}

/** SQL condition: assignments of others that a user granted and that have not ended, within the scope. */
const isGrantedBy = (scope: Scope, userId: string) => sql`
  ${assignmentsInScope(scope)} and a.created_by = ${userId} and a.user_id <> ${userId} and (a.until is null or a.until > clock())
    and u.deleted_date is null`;

const grantedTables = sql`assignments a
      join users u on u.org_id = a.org_id and u.id = a.user_id
      join roles r on r.org_id = a.org_id and r.id = a.role_id and r.deleted_date is null
      left join nodes n on n.org_id = a.org_id and n.id = a.node_id`;

/** One page of the assignments that a user granted to others, by the names of those users. */
export async function listGranted(
  db: Db,
  scope: Scope,
  userId: string,
  { offset, limit }: Pick<PageParams, 'offset' | 'limit'>,
): Promise<GrantedAssignment[]> {
  return db.many(sql<GrantedAssignment>`
    select a.id, a.until, a.created_date as "createdDate",
           json_build_object('id', u.id, 'userName', u.user_name, 'firstName', u.first_name, 'lastName', u.last_name) as "user",
           json_build_object('id', r.id, 'name', r.name) as role,
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) end as place
      from ${grantedTables} where ${isGrantedBy(scope, userId)}
     order by u.name_norm, a.id offset ${offset} limit ${limit}`);
}

export async function countGiven(db: Db, scope: Scope, userId: string): Promise<number> {
  const row = await db.first(
    sql<{ total: number }>`select count(*)::int as total from ${grantedTables} where ${isGrantedBy(scope, userId)}`,
  );
  return row?.total ?? 0;
}

/** Changes the end of an additional assignment. */
export async function updateEnd(db: Db, { orgId }: Scope, id: string, until: string | null, by: string): Promise<void> {
  await db.run(
    sql`update assignments set until = ${until}, created_by = ${by} where org_id = ${orgId} and id = ${id} and position > 0`,
  );
}
