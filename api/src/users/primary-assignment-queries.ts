import { normalised } from '@storeward/contract/fields';
import type { NewUser, UserChange } from '@storeward/contract/users';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import { changeColumns, inputColumns } from './queries.ts';
import { type SecretHashes, secretColumns } from './secrets.ts';

/** The node of an assignment with its tree path. */
export type AssignedNode = { readonly id: string; readonly tpath: string };

/** A user's node and primary role by id and name. Without a primary role, `assignmentId` is null. */
export type PrimaryAssignment = {
  readonly nodeId: string | null;
  readonly nodeName: string | null;
  readonly assignmentId: string | null;
  readonly roleId: string | null;
  readonly roleName: string | null;
};

export async function findPrimaryAssignment(
  db: Db,
  { orgId, lo, hi }: Scope,
  userId: string,
): Promise<PrimaryAssignment | undefined> {
  return db.first(sql<PrimaryAssignment>`
    select u.node_id as "nodeId", n.name as "nodeName", a.id as "assignmentId", a.role_id as "roleId", r.name as "roleName"
      from users u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
      left join roles r on r.org_id = a.org_id and r.id = a.role_id
     where u.org_id = ${orgId} and u.id = ${userId} and u.deleted_date is null and u.tpath >= ${lo} and u.tpath < ${hi}`);
}

/** The sign-in domains of the organisation, the default one first. */
export async function listSignInDomains(db: Db, { orgId }: Scope): Promise<string[]> {
  const rows = await db.many(
    build
      .selectFrom('domains')
      .select('domain_name as name')
      .where('org_id', '=', orgId)
      .orderBy('is_default', 'desc')
      .orderBy('domain_name'),
  );
  return rows.map(({ name }) => name);
}

export type NewUserRow = {
  readonly id: string;
  readonly input: Omit<NewUser, 'rootNodeId' | 'userRole' | 'secretWord' | 'pin' | 'domainName'>;
  readonly domainName: string;
  readonly node: AssignedNode;
  readonly roleId: string;
  readonly secrets: SecretHashes;
  /** The temporary password and its validity in days; absent for users who choose a password by an invitation link. */
  readonly initialPassword?: { readonly passwordHash: string; readonly days: number };
};

/** Inserts a user with the primary assignment. */
export async function insertUser(db: Db, scope: Scope, user: NewUserRow, by: string): Promise<void> {
  const { id, input, domainName, node, roleId, secrets, initialPassword } = user;
  const userNameNorm = normalised(input.userName);
  await db.run(
    build.insertInto('users').values({
      id,
      org_id: scope.orgId,
      node_id: node.id,
      tpath: node.tpath,
      user_name: input.userName,
      user_name_norm: userNameNorm,
      domain_name: domainName,
      ...inputColumns(input),
      search_text: normalised(`${input.firstName} ${input.lastName} ${input.emailId} ${input.userName}`),
      ...optionalColumns(input),
      ...secretColumns(secrets),
      ...(initialPassword && {
        password_hash: initialPassword.passwordHash,
        temporary_until: sql<string>`clock() + make_interval(days => ${initialPassword.days}::int)`,
      }),
      created_date: sql<string>`clock()`,
      created_by: by,
      updated_date: sql<string>`clock()`,
      updated_by: by,
    }),
  );
  await insertAssignment(db, scope, { userId: id, roleId, node, position: 0, until: null }, by);
}

/** A role at a node; `until` is the ISO 8601 end time, null for no end. */
export type NewAssignmentRow = {
  readonly userId: string;
  readonly roleId: string;
  readonly node: AssignedNode;
  readonly position: number;
  readonly until: string | null;
};

/** Inserts an assignment and returns its id. */
export async function insertAssignment(
  db: Db,
  scope: Scope,
  { userId, roleId, node, position, until }: NewAssignmentRow,
  by: string,
): Promise<string> {
  const id = newId();
  await db.run(
    build.insertInto('assignments').values({
      id,
      org_id: scope.orgId,
      user_id: userId,
      role_id: roleId,
      node_id: node.id,
      tpath: node.tpath,
      position,
      until,
      created_date: sql<string>`clock()`,
      created_by: by,
    }),
  );
  return id;
}

/** Columns of the optional user fields; omitted fields keep their stored value. */
export const optionalColumns = (input: Partial<UserChange>) => ({
  ...(input.dateOfBirth !== undefined && { date_of_birth: input.dateOfBirth }),
  ...(input.shortName !== undefined && { short_name: input.shortName || null }),
  ...(input.dashboardAccess !== undefined && { dashboard_access: input.dashboardAccess || null }),
  ...(typeof input.communicationEmail === 'boolean' && { communication_email: input.communicationEmail }),
  ...(typeof input.communicationPush === 'boolean' && { communication_push: input.communicationPush }),
  ...(typeof input.communicationSms === 'boolean' && { communication_sms: input.communicationSms }),
});

/** Changes a user's node and primary role. Open sessions apply it from their next request on. */
export async function updatePrimaryAssignment(
  db: Db,
  scope: Scope,
  userId: string,
  { node, roleId, assignmentId }: { node: AssignedNode; roleId: string | null; assignmentId: string | null },
  by: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ node_id: node.id, tpath: node.tpath })
      .where('org_id', '=', scope.orgId)
      .where('tpath', '>=', scope.lo)
      .where('tpath', '<', scope.hi)
      .where('id', '=', userId),
  );
  if (roleId === null) return;
  if (assignmentId === null) {
    await insertAssignment(db, scope, { userId, roleId, node, position: 0, until: null }, by);
    return;
  }
  await db.run(
    build
      .updateTable('assignments')
      .set({ role_id: roleId, node_id: node.id, tpath: node.tpath })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('id', '=', assignmentId),
  );
}

/** Soft-deletes a user and removes all assignments; the user name becomes available again. */
export async function deleteUser(
  db: Db,
  scope: Scope,
  id: string,
  by: { userId: string; version: number },
): Promise<boolean> {
  const deletedCount = await db.run(
    build
      .updateTable('users')
      .set({ deleted_date: sql<string>`clock()`, ...changeColumns(by.userId) })
      .where('org_id', '=', scope.orgId)
      .where('tpath', '>=', scope.lo)
      .where('tpath', '<', scope.hi)
      .where('id', '=', id)
      .where('deleted_date', 'is', null)
      .where('version', '=', by.version),
  );
  if (deletedCount === 0) return false;
  await db.run(build.deleteFrom('assignments').where('org_id', '=', scope.orgId).where('user_id', '=', id));
  return true;
}

/** Removes a temporary password that was not changed yet; returns false if the user has chosen their own. */
export async function clearTemporaryPassword(db: Db, scope: Scope, userId: string): Promise<boolean> {
  const updatedCount = await db.run(sql`
    update users set password_hash = null, temporary_until = null
     where org_id = ${scope.orgId} and id = ${userId} and not manual_password`);
  return updatedCount > 0;
}

/** Those of the given users who have no password yet. */
export async function listUsersWithoutPassword(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; emailId: string }[]> {
  return db.many(sql<{ id: string; emailId: string }>`
    select id, email_id as "emailId" from users
     where org_id = ${scope.orgId} and id = any(${[...ids]}) and password_hash is null and deleted_date is null`);
}
