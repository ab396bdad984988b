import { normalised } from '@storeward/contract/fields';
import type { NewUser, UserChange } from '@storeward/contract/users';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { changedBy, columnsOf } from './queries.ts';
import { type NewSecrets, secretColumns } from './secrets.ts';

/** The place that somebody is given, and where it lies. */
export type Placed = { readonly id: string; readonly tpath: string };

/** Where a user stands, and in which role there; without a role of their own there is no assignment. */
export type Stands = {
  readonly nodeId: string | null;
  readonly place: string | null;
  readonly assignmentId: string | null;
  readonly roleId: string | null;
  readonly role: string | null;
};

/** Where a user stands and in which role: what is theirs first, whatever else they were given. */
export async function findStanding(db: Db, { orgId, lo, hi }: Scope, userId: string): Promise<Stands | undefined> {
  return db.first(sql<Stands>`
    select u.node_id as "nodeId", n.name as place, a.id as "assignmentId", a.role_id as "roleId", r.name as role
      from users u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
      left join roles r on r.org_id = a.org_id and r.id = a.role_id
     where u.org_id = ${orgId} and u.id = ${userId} and u.deleted_date is null and u.tpath >= ${lo} and u.tpath < ${hi}`);
}

/** The domains by which people of the organisation sign in, the usual one first. */
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

/** All that is stored of a new user at first. */
export type UserToInsert = {
  readonly id: string;
  readonly input: Omit<NewUser, 'rootNodeId' | 'userRole' | 'secretWord' | 'pin' | 'domainName'>;
  readonly domainName: string;
  readonly at: Placed;
  readonly roleId: string;
  readonly secrets: NewSecrets;
  /** The password they are given, hashed, and for how many days it is good; none where they choose one by a link. */
  readonly given?: { readonly passwordHash: string; readonly days: number };
};

/** Writes a new user with their role. */
export async function insertUser(db: Db, scope: Scope, user: UserToInsert, by: string): Promise<void> {
  const { id, input, domainName, at, roleId, secrets, given } = user;
  const userNameNorm = normalised(input.userName);
  await db.run(
    build.insertInto('users').values({
      id,
      org_id: scope.orgId,
      node_id: at.id,
      tpath: at.tpath,
      user_name: input.userName,
      user_name_norm: userNameNorm,
      domain_name: domainName,
      ...columnsOf(input),
      search_text: normalised(`${input.firstName} ${input.lastName} ${input.emailId} ${input.userName}`),
      ...furtherColumns(input),
      ...secretColumns(secrets),
      ...(given && {
        password_hash: given.passwordHash,
        temporary_until: sql<string>`clock() + make_interval(days => ${given.days}::int)`,
      }),
      created_date: sql<string>`clock()`,
      created_by: by,
      updated_date: sql<string>`clock()`,
      updated_by: by,
    }),
  );
  await insertAssignment(db, scope, { userId: id, roleId, at, position: 0, until: null }, by);
}

/** A role that somebody is given at a place, for good or until a moment. */
export type AssignmentToInsert = {
  readonly userId: string;
  readonly roleId: string;
  readonly at: Placed;
  readonly position: number;
  readonly until: string | null;
};

/** Gives somebody a role at a place. */
export async function insertAssignment(
  db: Db,
  scope: Scope,
  { userId, roleId, at, position, until }: AssignmentToInsert,
  by: string,
): Promise<string> {
  const id = newId();
  await db.run(
    build.insertInto('assignments').values({
      id,
      org_id: scope.orgId,
      user_id: userId,
      role_id: roleId,
      node_id: at.id,
      tpath: at.tpath,
      position,
      until,
      created_date: sql<string>`clock()`,
      created_by: by,
    }),
  );
  return id;
}

/** What is filled in about a user besides; what was left out stays as it is. */
export const furtherColumns = (input: Partial<UserChange>) => ({
  ...(input.dateOfBirth !== undefined && { date_of_birth: input.dateOfBirth }),
  ...(input.shortName !== undefined && { short_name: input.shortName || null }),
  ...(input.dashboardAccess !== undefined && { dashboard_access: input.dashboardAccess || null }),
  ...(typeof input.communicationEmail === 'boolean' && { communication_email: input.communicationEmail }),
  ...(typeof input.communicationPush === 'boolean' && { communication_push: input.communicationPush }),
  ...(typeof input.communicationSms === 'boolean' && { communication_sms: input.communicationSms }),
});

/** Puts somebody at a place and into a role there; open sessions act by it from their next request on. */
export async function updateStanding(
  db: Db,
  scope: Scope,
  userId: string,
  { at, roleId, assignmentId }: { at: Placed; roleId: string | null; assignmentId: string | null },
  by: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ node_id: at.id, tpath: at.tpath })
      .where('org_id', '=', scope.orgId)
      .where('tpath', '>=', scope.lo)
      .where('tpath', '<', scope.hi)
      .where('id', '=', userId),
  );
  if (roleId === null) return;
  if (assignmentId === null) {
    await insertAssignment(db, scope, { userId, roleId, at, position: 0, until: null }, by);
    return;
  }
  await db.run(
    build
      .updateTable('assignments')
      .set({ role_id: roleId, node_id: at.id, tpath: at.tpath })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('id', '=', assignmentId),
  );
}

/** Takes a user away for good: hidden everywhere, name free again, roles given back. */
export async function deleteUser(
  db: Db,
  scope: Scope,
  id: string,
  by: { userId: string; version: number },
): Promise<boolean> {
  const gone = await db.run(
    build
      .updateTable('users')
      .set({ deleted_date: sql<string>`clock()`, ...changedBy(by.userId) })
      .where('org_id', '=', scope.orgId)
      .where('tpath', '>=', scope.lo)
      .where('tpath', '<', scope.hi)
      .where('id', '=', id)
      .where('deleted_date', 'is', null)
      .where('version', '=', by.version),
  );
  if (gone === 0) return false;
  await db.run(build.deleteFrom('assignments').where('org_id', '=', scope.orgId).where('user_id', '=', id));
  return true;
}

/** Makes the password that somebody was given, and has not changed yet, good no more; false for whoever has chosen their own. */
export async function takeFirstPassword(db: Db, scope: Scope, userId: string): Promise<boolean> {
  const taken = await db.run(sql`
    update users set password_hash = null, temporary_until = null
     where org_id = ${scope.orgId} and id = ${userId} and not manual_password`);
  return taken > 0;
}

/** Who of some users has no password, and could not sign in. */
export async function listWithoutPassword(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; emailId: string }[]> {
  return db.many(sql<{ id: string; emailId: string }>`
    select id, email_id as "emailId" from users
     where org_id = ${scope.orgId} and id = any(${[...ids]}) and password_hash is null and deleted_date is null`);
}
