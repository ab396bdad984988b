import { normalised } from '@storeward/contract/fields';
import { searchText } from '@storeward/contract/search';
import type { UserInput } from '@storeward/contract/users';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { newId } from '../../platform/database/ids.ts';
import { usersInReach } from '../queries.ts';
import type { RemovableSecret, SecretHashes } from '../secrets.ts';
import type { NodePosition, PersonalFields } from './state-queries.ts';

export type UserToInsert = UserInput & {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly status: boolean;
  readonly personal: PersonalFields | undefined;
  readonly node: Pick<NodePosition, 'id' | 'tpath'>;
  readonly roleId: string;
  /** When the primary assignment ends; null if it does not. */
  readonly until: string | null;
  readonly secrets: SecretHashes;
  /** The temporary password and its validity in days; absent for users who choose a password by an invitation link. */
  readonly initialPassword?: { readonly passwordHash: string; readonly days: number } | undefined;
};

const searchFields = ({ firstName, lastName, emailId }: UserInput, userName: string) => ({
  nameNorm: normalised(`${firstName} ${lastName}`),
  emailNorm: normalised(emailId),
  searchText: searchText(firstName, lastName, emailId, userName),
});

/** Inserts users with their primary assignments; enabled users without a password are marked as invited. */
export async function insertUsers(db: Db, scope: Scope, users: readonly UserToInsert[], by: string): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map(({ personal, node, secrets, initialPassword, ...user }) => ({
    ...user,
    ...searchFields(user, user.userName),
    ...personal,
    ...secrets,
    ...initialPassword,
    userNameNorm: normalised(user.userName),
    nodeId: node.id,
    tpath: node.tpath,
  }));
  await db.run(sql`
    insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id,
      email_norm, search_text, phone_number, language, time_zone, country, date_of_birth, short_name, dashboard_access,
      communication_email, communication_push, communication_sms, status, secret_word_hash, pin_hash, password_hash, temporary_until,
      is_reset_token_used, reset_date, created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, x."userName", x."userNameNorm", x."domainName", x."firstName", x."lastName",
           x."nameNorm", x."emailId", x."emailNorm", x."searchText", x."phoneNumber", x.language, x."timeZone",
           x.country, x."dateOfBirth", nullif(x."shortName", ''), nullif(x."dashboardAccess", ''), coalesce(x."communicationEmail", false),
           coalesce(x."communicationPush", false), coalesce(x."communicationSms", false), x.status, x."secretWordHash", x."pinHash",
           x."passwordHash", clock() + make_interval(days => x.days),
           case when x.status and x."passwordHash" is null then false end,
           case when x.status and x."passwordHash" is null then clock() end, clock(), ${by}, clock(), ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "userName" text, "userNameNorm" text, "domainName" text,
           "firstName" text, "lastName" text, "nameNorm" text, "emailId" text, "emailNorm" text, "searchText" text, "phoneNumber" text,
           language text, "timeZone" text, country text, "dateOfBirth" date, "shortName" text, "dashboardAccess" text,
           "communicationEmail" boolean, "communicationPush" boolean, "communicationSms" boolean, status boolean, "nodeId" uuid,
           tpath text, "secretWordHash" text, "pinHash" text, "passwordHash" text, days int)`);
  const assignments = users.map(({ id, roleId, node, until }) => ({ userId: id, roleId, node, position: 0, until }));
  await insertAssignments(db, scope, assignments, by);
}

/** A role at a node; `until` is the ISO 8601 end time, null for no end. */
export type AssignmentToInsert = {
  readonly userId: string;
  readonly roleId: string;
  readonly node: Pick<NodePosition, 'id' | 'tpath'>;
  readonly position: number;
  readonly until: string | null;
  /** The primary assignment that is replaced. */
  readonly replacedId?: string | null;
};

/** Inserts assignments, or replaces role, node and end of existing ones; returns their users and end times as stored. */
export async function insertAssignments(
  db: Db,
  scope: Scope,
  assignments: readonly AssignmentToInsert[],
  by: string,
): Promise<{ readonly userId: string; readonly until: string | null }[]> {
  if (assignments.length === 0) return [];
  const rows = assignments.map(({ node, replacedId, ...rest }) => ({
    ...rest,
    id: replacedId ?? newId(),
    nodeId: node.id,
    tpath: node.tpath,
  }));
  return db.many(sql<{ userId: string; until: string | null }>`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position, until, created_date, created_by)
    select x.id, ${scope.orgId}, x."userId", x."roleId", x."nodeId", x.tpath, x.position, x.until, clock(), ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           x(id uuid, "userId" uuid, "roleId" uuid, "nodeId" uuid, tpath text, position int, until timestamptz)
        on conflict (id) do update set role_id = excluded.role_id, node_id = excluded.node_id, tpath = excluded.tpath,
          until = excluded.until, created_by = excluded.created_by
    returning user_id as "userId", until`);
}

export type UserToUpdate = {
  readonly id: string;
  readonly userName: string;
  readonly input: UserInput;
  readonly personal: PersonalFields;
  readonly node: Pick<NodePosition, 'id' | 'tpath'> | null;
  readonly removedSecrets: readonly RemovableSecret[];
};

/** Updates fields and nodes of users, and returns the time of the update. The caller has locked the rows. */
export async function updateUsers(
  db: Db,
  scope: Scope,
  users: readonly UserToUpdate[],
  by: string,
): Promise<string | undefined> {
  if (users.length === 0) return undefined;
  const rows = users.map(({ id, userName, input, personal, node, removedSecrets }) => ({
    id,
    ...input,
    ...searchFields(input, userName),
    ...personal,
    removesSecretWord: removedSecrets.includes('secretWord'),
    removesPin: removedSecrets.includes('pin'),
    nodeId: node?.id ?? null,
    tpath: node?.tpath ?? null,
  }));
  const updated = await db.first(sql<{ at: string }>`
    update users u set first_name = x."firstName", last_name = x."lastName", email_id = x."emailId", phone_number = x."phoneNumber",
           language = x.language, time_zone = x."timeZone", country = x.country, name_norm = x."nameNorm", email_norm = x."emailNorm",
           search_text = x."searchText", date_of_birth = x."dateOfBirth", short_name = nullif(x."shortName", ''),
           dashboard_access = nullif(x."dashboardAccess", ''), communication_email = coalesce(x."communicationEmail", u.communication_email),
           communication_push = coalesce(x."communicationPush", u.communication_push), communication_sms = coalesce(x."communicationSms", u.communication_sms),
           secret_word_hash = case when not x."removesSecretWord" then u.secret_word_hash end,
           pin_hash = case when not x."removesPin" then u.pin_hash end,
           node_id = coalesce(x."nodeId", u.node_id), tpath = coalesce(x.tpath, u.tpath),
           updated_date = clock(), updated_by = ${by}, version = u.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "firstName" text, "lastName" text, "emailId" text,
           "phoneNumber" text, language text, "timeZone" text, country text, "nameNorm" text, "emailNorm" text, "searchText" text,
           "dateOfBirth" date, "shortName" text, "dashboardAccess" text, "communicationEmail" boolean, "communicationPush" boolean,
           "communicationSms" boolean, "removesSecretWord" boolean, "removesPin" boolean, "nodeId" uuid, tpath text)
     where ${usersInReach(scope, by)} and u.id = x.id
    returning u.updated_date as at`);
  return updated?.at;
}

/** Enables or disables users. The caller has locked the rows. */
export async function updateStatuses(
  db: Db,
  scope: Scope,
  changes: readonly { readonly id: string; readonly status: boolean }[],
  by: string,
): Promise<void> {
  if (changes.length === 0) return;
  await db.run(sql`
    update users u set status = x.status, updated_date = clock(), updated_by = ${by}, version = u.version + 1
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) x(id uuid, status boolean)
     where ${usersInReach(scope, by)} and u.id = x.id`);
}

/** Soft-deletes users and removes all their assignments; their user names become available again. */
export async function deleteUsers(db: Db, scope: Scope, ids: readonly string[], by: string): Promise<void> {
  await db.run(sql`
    update users u set deleted_date = clock(), updated_date = clock(), updated_by = ${by}, version = u.version + 1
     where ${usersInReach(scope, by)} and u.id = any(${[...ids]})`);
  await db.run(sql`delete from assignments where org_id = ${scope.orgId} and user_id = any(${[...ids]})`);
}

/** Removes temporary passwords that were not changed yet; returns the ids of users who have not chosen their own. */
export async function clearTemporaryPasswords(db: Db, { orgId }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await db.many(sql<{ id: string }>`
    update users set password_hash = null, temporary_until = null
     where org_id = ${orgId} and id = any(${[...ids]}) and not manual_password
    returning id`);
  return rows.map(({ id }) => id);
}

/** Stores a temporary password for a user whose row is locked and who has not chosen one; returns when it expires. */
export async function updateTemporaryPassword(
  db: Db,
  { orgId }: Scope,
  id: string,
  { passwordHash, days }: { readonly passwordHash: string; readonly days: number },
): Promise<string> {
  const row = await db.first(sql<{ expiresAt: string }>`
    update users set password_hash = ${passwordHash}, temporary_until = clock() + make_interval(days => ${days}),
           is_reset_token_used = null, reset_date = null
     where org_id = ${orgId} and id = ${id} and not manual_password
    returning temporary_until as "expiresAt"`);
  if (!row) throw new Error('a locked user has chosen a password meanwhile');
  return row.expiresAt;
}

/** Those of the given users who have no password yet. */
export async function listUsersWithoutPassword(
  db: Db,
  { orgId }: Scope,
  ids: readonly string[],
): Promise<{ id: string; emailId: string }[]> {
  return db.many(sql<{ id: string; emailId: string }>`
    select id, email_id as "emailId" from users
     where org_id = ${orgId} and id = any(${[...ids]}) and password_hash is null and deleted_date is null`);
}
