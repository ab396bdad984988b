import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import type { UserInput } from '@storeward/contract/users/user-input';
import { sql } from 'kysely';
import { inScopeById as nodesInScope } from '../../nodes/queries.ts';
import type { Actor, Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { newId } from '../../platform/database/ids.ts';
import { usersInReach, usersInScope } from '../queries.ts';
import type { RemovableSecret } from '../secrets.ts';
import type { AssignedUser, NamedRole, NodePosition, PersonalFields, UserState } from './user-state.ts';

/** Selects users by normalised user name (of any sign-in domain) or by id; `orSelf` includes the actor outside the scope. */
export type UserSelector =
  | { readonly keys: readonly string[] }
  | { readonly ids: readonly string[]; readonly orSelf?: boolean };

/** The selected users in the order of their ids; with `lock`, their rows are locked in that order until the transaction ends. */
export async function listUserStates(
  db: Db,
  { scope, userId, accessRights }: Pick<Actor, 'scope' | 'userId' | 'accessRights'>,
  selector: UserSelector,
  { lock }: { lock: boolean },
): Promise<UserState[]> {
  const reachable = 'ids' in selector && selector.orSelf ? usersInReach(scope, userId) : usersInScope(scope);
  const selected =
    'ids' in selector
      ? sql`${reachable} and u.id = any(${[...selector.ids]})`
      : sql`${reachable} and u.user_name_norm = any(${[...selector.keys]})`;
  const [, rows] = await Promise.all([
    // pipelined in this order: the state is read once the rows are locked, and so sees concurrent changes
    lock ? db.run(sql`select from users u where ${selected} order by u.id for update`) : undefined,
    db.many(sql<UserState>`
    with selected as materialized (select u.* from users u where ${selected}),
         exceeding as materialized (select users_exceeding((select array_agg(id) from selected), ${[...accessRights]}) as id)
    select u.id, u.user_name as "userName", u.user_name_norm as key, u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName",
           u.email_id as "emailId", u.phone_number as "phoneNumber", u.language, u.time_zone as "timeZone", u.country, u.status,
           u.manual_password as "passwordChosen",
           u.pending_email as "pendingEmail", u.pending_email_by as "pendingEmailBy",
           u.last_active = '-infinity' and not u.manual_password as "neverSignedIn",
           (select count(*) from mails m where m.org_id = u.org_id and m.user_id = u.id and m.kind = 'emailConfirmation'
              and m.created_date > clock() - interval '1 hour') as "recentEmailChanges",
           u.secret_word_hash is not null as "hasSecretWord", u.pin_hash is not null as "hasPin",
           u.date_of_birth as "dateOfBirth", u.communication_email as "communicationEmail", u.communication_push as "communicationPush",
           u.communication_sms as "communicationSms", u.short_name as "shortName", u.dashboard_access as "dashboardAccess",
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type, 'tpath', n.tpath) end as node,
           case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as role,
           a.id as "assignmentId", a.until, coalesce(a.until <= clock(), false) as over,
           (select nullif(max(coalesce(x.until, 'infinity')), 'infinity') from assignments x where x.org_id = u.org_id and x.user_id = u.id) as "lastUntil", u.tpath, u.version, u.id in (select id from exceeding) as exceeds,
           array(select x.role_id || ' ' || x.node_id from assignments x
                  where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as "additionalAssignments"
      from selected u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
      left join roles r on r.org_id = a.org_id and r.id = a.role_id
     order by u.id`),
  ]);
  return rows;
}

/** Where the selected users are assigned, read without locks; the actor is found outside the scope too. */
export async function listAssignedUsers(
  db: Db,
  { scope, userId }: Pick<Actor, 'scope' | 'userId'>,
  ids: readonly string[],
): Promise<AssignedUser[]> {
  return db.many(sql<AssignedUser>`
    select u.id, case when n.id is not null then json_build_object('id', n.id) end as node,
           case when a.id is not null then json_build_object('id', a.role_id) end as role, a.until
      from users u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
     where ${usersInReach(scope, userId)} and u.id = any(${[...ids]})`);
}

const roleColumns = sql`r.id, r.name, r.name_norm as key, r.level, r.status, r.access_rights as "accessRights"`;

/** Roles of the organisation by id or normalised name; with `lock`, locked against changes until the transaction ends. */
export async function listRoles(
  db: Db,
  { orgId }: Scope,
  by: { readonly ids: readonly string[] } | { readonly names: readonly string[] },
  { lock }: { lock: boolean },
): Promise<(NamedRole & { readonly key: string })[]> {
  const selected = 'ids' in by ? sql`r.id = any(${[...by.ids]})` : sql`r.name_norm = any(${[...by.names]})`;
  if (('ids' in by ? by.ids : by.names).length === 0) return [];
  return db.many(sql<NamedRole & { key: string }>`
    select ${roleColumns} from roles r where r.org_id = ${orgId} and r.deleted_date is null and ${selected}
     order by r.id${lock ? sql` for share` : sql``}`);
}

/** Nodes of the scope by id. The structure of the tree must be locked. */
export async function listNodes(db: Db, scope: Scope, ids: readonly string[]): Promise<NodePosition[]> {
  if (ids.length === 0) return [];
  return db.many(sql<NodePosition>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where ${nodesInScope(scope)} and n.id = any(${[...ids]})`);
}

export type UserToUpdate = {
  readonly id: string;
  readonly userName: string;
  readonly input: UserInput;
  readonly personal: PersonalFields;
  readonly node: Pick<NodePosition, 'id' | 'tpath'> | null;
  readonly removedSecrets: readonly RemovableSecret[];
};

/** The derived fields for search and sorting. */
export const searchFields = ({ firstName, lastName, emailId }: UserInput, userName: string) => ({
  nameNorm: normalised(fullNameOf({ firstName, lastName })),
  emailNorm: normalised(emailId),
  searchText: searchText(firstName, lastName, emailId, userName),
});

/**
 * Updates fields and nodes of users, whose rows must be locked. Waits for the time of the update only if it is needed: what
 * follows in the transaction is sent with the update otherwise.
 */
export async function updateUsers(
  db: Db,
  scope: Scope,
  users: readonly UserToUpdate[],
  { by, needsTime }: { readonly by: string; readonly needsTime: boolean },
): Promise<string | undefined> {
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
  const update = sql<{ at: string }>`
    update users u set first_name = x."firstName", last_name = x."lastName", email_id = x."emailId", phone_number = x."phoneNumber",
           language = x.language, time_zone = x."timeZone", country = x.country, name_norm = x."nameNorm", email_norm = x."emailNorm",
           search_text = x."searchText", email_by = case when x."emailId" = u.email_id then u.email_by else ${by}::uuid end,
           mail_refused_date = case when x."emailId" = u.email_id then u.mail_refused_date end,
           mail_refused_reason = case when x."emailId" = u.email_id then u.mail_refused_reason end, date_of_birth = x."dateOfBirth", short_name = nullif(x."shortName", ''),
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
    returning u.updated_date as at`;
  if (needsTime) return (await db.first(update))?.at;
  db.pipeline(update);
  return undefined;
}

/** Enables or disables users, whose rows must be locked. */
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

/** Removes temporary passwords that are still in use; returns the ids of users who have not chosen their own. */
export async function clearTemporaryPasswords(db: Db, { orgId }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await db.many(sql<{ id: string }>`
    update users set password_hash = null, temporary_until = null
     where org_id = ${orgId} and id = any(${[...ids]}) and not manual_password
    returning id`);
  return rows.map(({ id }) => id);
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

/** The given users who have no password yet. */
export async function listUsersWithoutPassword(
  db: Db,
  { orgId }: Scope,
  ids: readonly string[],
): Promise<{ id: string; emailId: string }[]> {
  return db.many(sql<{ id: string; emailId: string }>`
    select id, email_id as "emailId" from users
     where org_id = ${orgId} and id = any(${[...ids]}) and password_hash is null and deleted_date is null`);
}
