import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { UserInput } from '@storeward/contract/users';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { inScopeById as nodesInScope } from '../nodes/queries.ts';
import { newId } from '../platform/database/ids.ts';
import { usersInScope } from './queries.ts';

/** A user with all importable fields; `exceeds`: holds more access rights or areas than the importing actor. */
export type ExistingUser = UserInput & {
  readonly id: string;
  readonly userName: string;
  /** The normalised user name, unique per sign-in domain. */
  readonly key: string;
  readonly domainName: string;
  readonly status: boolean;
  readonly node: Pick<ImportNode, 'id' | 'name' | 'nodeType' | 'tpath'> | null;
  readonly assignmentId: string | null;
  readonly role: ImportRole | null;
  readonly tpath: string;
  readonly version: number;
  readonly exceeds: boolean;
  /** The additional assignments as "roleId nodeId". */
  readonly additionalAssignments: readonly string[];
  /** Never signed in, no password chosen, and no additional assignments. */
  readonly untouched: boolean;
};

/** Selects users by normalised user name (of any sign-in domain) or by id. */
export type UserSelector = { readonly keys: readonly string[] } | { readonly ids: readonly string[] };

const matchesSelector = (selector: UserSelector) =>
  'ids' in selector ? sql`u.id = any(${[...selector.ids]})` : sql`u.user_name_norm = any(${[...selector.keys]})`;

type ExistingUserRow = Omit<ExistingUser, 'role'> & { readonly roleId: string | null };

/** Users of the scope; with `lock`, their rows and roles are locked until the transaction ends. */
export async function listExistingUsers(
  db: Db,
  scope: Scope,
  selector: UserSelector,
  { lock, rights }: { lock: boolean; rights: readonly string[] },
): Promise<ExistingUser[]> {
  // lock before reading, so that concurrent changes of the users and their assignments are seen
  if (lock)
    await db.run(
      sql`select from users u where ${usersInScope(scope)} and ${matchesSelector(selector)} order by u.id for no key update`,
    );
  const rows = await db.many(sql<ExistingUserRow>`
    with selected as materialized (select u.* from users u where ${usersInScope(scope)} and ${matchesSelector(selector)}),
         exceeding as materialized (select users_exceeding((select array_agg(id) from selected), ${[...rights]}) as id)
    select u.id, u.user_name as "userName", u.user_name_norm as key, u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName",
           u.email_id as "emailId", u.phone_number as "phoneNumber", u.language, u.time_zone as "timeZone", u.country, u.status,
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type, 'tpath', n.tpath) end as node,
           a.id as "assignmentId", a.role_id as "roleId", u.tpath, u.version, u.id in (select id from exceeding) as exceeds,
           u.password_hash is null and u.last_active = '-infinity'
             and not exists (select from assignments x where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as untouched,
           array(select x.role_id || ' ' || x.node_id from assignments x
                  where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as "additionalAssignments"
      from selected u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
     order by u.id`);
  const roleIds = [...new Set(rows.flatMap(({ roleId }) => roleId ?? []))];
  const roles = new Map((await listRolesById(db, scope, roleIds, { lock })).map((role) => [role.id, role]));
  return rows.map(({ roleId, ...user }) => ({ ...user, role: (roleId && roles.get(roleId)) || null }));
}

/** Which of the normalised user names are taken within a sign-in domain, inside or outside the scope. */
export async function listTakenNames(
  db: Db,
  _scope: Scope,
  keys: readonly string[],
  domain: string,
): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select user_names_taken(${[...keys]}, ${domain}) as taken`);
  return new Set(row?.taken);
}

export type ImportNode = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  /** Normalised code and name. */
  readonly codeKey: string;
  readonly nameKey: string;
};

export async function listNodesByCodeOrName(
  db: Db,
  scope: Scope,
  { codes, names }: { codes: readonly string[]; names: readonly string[] },
): Promise<ImportNode[]> {
  const selectNodes = (condition: RawBuilder<unknown>) => sql`
    select n.id, n.name, n.node_type as "nodeType", n.tpath, n.code_norm as "codeKey", n.name_norm as "nameKey" from nodes n
     where ${nodesInScope(scope)} and ${condition}`;
  // a union, because each part can use an index and an OR of both cannot
  return db.many(sql<ImportNode>`
    ${selectNodes(sql`n.code_norm = any(${[...codes]})`)} union ${selectNodes(sql`n.name_norm = any(${[...names]})`)}`);
}

export type ImportRole = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly level: NodeType;
  readonly status: boolean;
  readonly accessRights: readonly string[];
};

const roleColumns = sql`r.id, r.name, r.name_norm as key, r.level, r.status, r.access_rights as "accessRights"`;

/** Roles of the organisation by id; with `lock`, they are locked against changes until the transaction ends. */
export async function listRolesById(
  db: Db,
  { orgId }: Scope,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<ImportRole[]> {
  if (ids.length === 0) return [];
  return db.many(sql<ImportRole>`
    select ${roleColumns} from roles r where r.org_id = ${orgId} and r.deleted_date is null and r.id = any(${[...ids]})
     order by r.id${lock ? sql` for share` : sql``}`);
}

/** Existing nodes of the scope by id. */
export async function listNodesById(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Pick<ImportNode, 'id' | 'name' | 'nodeType' | 'tpath'>[]> {
  if (ids.length === 0) return [];
  return db.many(sql<Pick<ImportNode, 'id' | 'name' | 'nodeType' | 'tpath'>>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where ${nodesInScope(scope)} and n.id = any(${[...ids]})`);
}

/**
 * Roles of the organisation by normalised name; with `lock`, they are locked against changes until the transaction
 * ends.
 */
export async function listRolesByName(
  db: Db,
  { orgId }: Scope,
  names: readonly string[],
  { lock }: { lock: boolean },
): Promise<ImportRole[]> {
  return db.many(sql<ImportRole>`
    select ${roleColumns} from roles r
     where r.org_id = ${orgId} and r.deleted_date is null and r.name_norm = any(${[...names]})
     order by r.id${lock ? sql` for share` : sql``}`);
}

export type UserRowToInsert = UserInput & {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly status: boolean;
  readonly nodeId: string;
  readonly tpath: string;
  readonly roleId: string;
};

/** Inserts users with their primary assignments and without passwords; enabled users are marked as invited. */
export async function insertUsers(db: Db, scope: Scope, users: readonly UserRowToInsert[], by: string): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map((user) => ({
    ...user,
    assignmentId: newId(),
    userNameNorm: normalised(user.userName),
    nameNorm: normalised(`${user.firstName} ${user.lastName}`),
    emailNorm: normalised(user.emailId),
    searchText: normalised(`${user.firstName} ${user.lastName} ${user.emailId} ${user.userName}`),
  }));
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "assignmentId" uuid, "userName" text, "userNameNorm" text,
    "domainName" text, "firstName" text, "lastName" text, "nameNorm" text, "emailId" text, "emailNorm" text, "searchText" text,
    "phoneNumber" text, language text, "timeZone" text, country text, status boolean, "nodeId" uuid, tpath text, "roleId" uuid)`;
  await db.run(sql`
    insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id,
      email_norm, search_text, phone_number, language, time_zone, country, status, is_reset_token_used, reset_date,
      created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, x."userName", x."userNameNorm", x."domainName", x."firstName", x."lastName",
           x."nameNorm", x."emailId", x."emailNorm", x."searchText", x."phoneNumber", x.language, x."timeZone", x.country, x.status,
           case when x.status then false end, case when x.status then clock() end, clock(), ${by}, clock(), ${by}
      from ${recordset}`);
  await db.run(sql`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position, created_date, created_by)
    select x."assignmentId", ${scope.orgId}, x.id, x."roleId", x."nodeId", x.tpath, 0, clock(), ${by} from ${recordset}`);
}

export type UserRowToUpdate = {
  readonly id: string;
  readonly input: UserInput;
  readonly node: { readonly id: string; readonly tpath: string } | undefined;
};

/** Updates fields and nodes of users. The caller has locked the rows. */
export async function updateUsers(db: Db, scope: Scope, users: readonly UserRowToUpdate[], by: string): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map(({ id, input, node }) => ({
    id,
    ...input,
    nodeId: node?.id ?? null,
    tpath: node?.tpath ?? null,
    nameNorm: normalised(`${input.firstName} ${input.lastName}`),
    emailNorm: normalised(input.emailId),
    searchText: normalised(`${input.firstName} ${input.lastName} ${input.emailId}`),
  }));
  await db.run(sql`
    update users u set first_name = x."firstName", last_name = x."lastName", email_id = x."emailId", phone_number = x."phoneNumber",
           language = x.language, time_zone = x."timeZone", country = x.country, name_norm = x."nameNorm", email_norm = x."emailNorm",
           search_text = x."searchText" || ' ' || u.user_name_norm, node_id = coalesce(x."nodeId", u.node_id), tpath = coalesce(x.tpath, u.tpath),
           updated_date = clock(), updated_by = ${by}, version = u.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "firstName" text, "lastName" text, "emailId" text,
           "phoneNumber" text, language text, "timeZone" text, country text, "nameNorm" text, "emailNorm" text, "searchText" text,
           "nodeId" uuid, tpath text)
     where ${usersInScope(scope)} and u.id = x.id`);
}

/** The new primary role of a user; `assignmentId` is null if they had none. */
export type RoleToUpdate = {
  readonly userId: string;
  readonly roleId: string;
  readonly node: { readonly id: string; readonly tpath: string };
  readonly assignmentId: string | null;
};

/** Replaces or inserts the primary roles of users. */
export async function updateRoles(db: Db, scope: Scope, roles: readonly RoleToUpdate[], by: string): Promise<void> {
  if (roles.length === 0) return;
  const rows = roles.map(({ node, assignmentId, ...rest }) => ({
    ...rest,
    id: assignmentId ?? newId(),
    nodeId: node.id,
    tpath: node.tpath,
  }));
  await db.run(sql`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position, created_date, created_by)
    select x.id, ${scope.orgId}, x."userId", x."roleId", x."nodeId", x.tpath, 0, clock(), ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "userId" uuid, "roleId" uuid, "nodeId" uuid, tpath text)
        on conflict (id) do update set role_id = excluded.role_id, node_id = excluded.node_id, tpath = excluded.tpath`);
}

/** Soft-deletes users that were never used, and revokes their assignments and reset tokens. */
export async function deleteUsers(db: Db, scope: Scope, ids: readonly string[], by: string): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`
    update users set deleted_date = clock(), updated_date = clock(), updated_by = ${by}, version = version + 1
     where org_id = ${scope.orgId} and case when tpath >= ${scope.lo} and tpath < ${scope.hi} then true else false end and id = any(${[...ids]}) and deleted_date is null`);
  await db.run(sql`delete from assignments where org_id = ${scope.orgId} and user_id = any(${[...ids]})`);
  await db.run(sql`
    update reset_tokens set replaced_date = clock()
     where org_id = ${scope.orgId} and user_id = any(${[...ids]}) and used_date is null and replaced_date is null`);
}

/** The current time by the database clock, as ISO 8601. */
export async function findCurrentTime(db: Db, _scope: Scope): Promise<string> {
  return (await db.first(sql<{ now: string }>`select clock() as now`))!.now;
}
