import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { UserInput } from '@storeward/contract/users';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { withinNamed as placesNamed } from '../nodes/queries.ts';
import { newId } from '../platform/ids.ts';
import { withinNamed } from './queries.ts';

/** A user with all that a file may say of them, and whether they hold more than whoever imports. */
export type KnownUser = UserInput & {
  readonly id: string;
  readonly userName: string;
  /** The form of the user name that is one among those who sign in by the same domain. */
  readonly key: string;
  readonly domainName: string;
  readonly status: boolean;
  readonly place: Pick<NamedPlace, 'id' | 'name' | 'nodeType' | 'tpath'> | null;
  readonly assignmentId: string | null;
  readonly role: NamedRole | null;
  readonly tpath: string;
  readonly version: number;
  readonly exceeds: boolean;
  /** The further roles they hold, each with its place, as one word. */
  readonly besides: readonly string[];
  /** Nobody has signed in as them, or chosen a password, and nothing else was given to them. */
  readonly untouched: boolean;
};

/** Which users are meant: by their names, whichever domain they sign in by, or by id. */
export type Meant = { readonly keys: readonly string[] } | { readonly ids: readonly string[] };

const which = (meant: Meant) =>
  'ids' in meant ? sql`u.id = any(${[...meant.ids]})` : sql`u.user_name_norm = any(${[...meant.keys]})`;

type KnownRow = Omit<KnownUser, 'role'> & { readonly roleId: string | null };

/** Some users of the scope: looked at, or held with their roles until the change at hand is stored. */
export async function listKnown(
  db: Db,
  scope: Scope,
  meant: Meant,
  { held, rights }: { held: boolean; rights: readonly string[] },
): Promise<KnownUser[]> {
  // held before they are read: what somebody else is just storing about them, or gives them, is seen
  if (held)
    await db.run(
      sql`select from users u where ${withinNamed(scope)} and ${which(meant)} order by u.id for no key update`,
    );
  const rows = await db.many(sql<KnownRow>`
    with meant as materialized (select u.* from users u where ${withinNamed(scope)} and ${which(meant)}),
         exceeding as materialized (select users_exceeding((select array_agg(id) from meant), ${[...rights]}) as id)
    select u.id, u.user_name as "userName", u.user_name_norm as key, u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName",
           u.email_id as "emailId", u.phone_number as "phoneNumber", u.language, u.time_zone as "timeZone", u.country, u.status,
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type, 'tpath', n.tpath) end as place,
           a.id as "assignmentId", a.role_id as "roleId", u.tpath, u.version, u.id in (select id from exceeding) as exceeds,
           u.password_hash is null and u.last_active = '-infinity'
             and not exists (select from assignments x where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as untouched,
           array(select x.role_id || ' ' || x.node_id from assignments x
                  where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as besides
      from meant u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
     order by u.id`);
  const roleIds = [...new Set(rows.flatMap(({ roleId }) => roleId ?? []))];
  const roles = new Map((await listRolesById(db, scope, roleIds, { held })).map((role) => [role.id, role]));
  return rows.map(({ roleId, ...user }) => ({ ...user, role: (roleId && roles.get(roleId)) || null }));
}

/** Which of some user names are taken by anybody who signs in by this domain. */
export async function listTakenNames(
  db: Db,
  _scope: Scope,
  keys: readonly string[],
  domain: string,
): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select user_names_taken(${[...keys]}, ${domain}) as taken`);
  return new Set(row?.taken);
}

/** A place that a file names. */
export type NamedPlace = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  /** The code and the name as they are compared. */
  readonly codeKey: string;
  readonly nameKey: string;
};

/** The places of the scope that have one of these codes, or one of these names. */
export async function listPlaces(
  db: Db,
  scope: Scope,
  { codes, names }: { codes: readonly string[]; names: readonly string[] },
): Promise<NamedPlace[]> {
  const found = (has: RawBuilder<unknown>) => sql`
    select n.id, n.name, n.node_type as "nodeType", n.tpath, n.code_norm as "codeKey", n.name_norm as "nameKey" from nodes n
     where ${placesNamed(scope)} and ${has}`;
  // two questions, since an index answers each of them and none an "or" of both
  return db.many(sql<NamedPlace>`
    ${found(sql`n.code_norm = any(${[...codes]})`)} union ${found(sql`n.name_norm = any(${[...names]})`)}`);
}

/** A role that a file names. */
export type NamedRole = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly level: NodeType;
  readonly status: boolean;
  readonly accessRights: readonly string[];
};

const role = sql`r.id, r.name, r.name_norm as key, r.level, r.status, r.access_rights as "accessRights"`;

/** Some roles of the organisation as they are now; held, they stay so until the change at hand is stored. */
export async function listRolesById(
  db: Db,
  { orgId }: Scope,
  ids: readonly string[],
  { held }: { held: boolean },
): Promise<NamedRole[]> {
  if (ids.length === 0) return [];
  return db.many(sql<NamedRole>`
    select ${role} from roles r where r.org_id = ${orgId} and r.deleted_date is null and r.id = any(${[...ids]})
     order by r.id${held ? sql` for share` : sql``}`);
}

/** The places of the scope that have these ids, and are still there. */
export async function listPlacesById(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Pick<NamedPlace, 'id' | 'name' | 'nodeType' | 'tpath'>[]> {
  if (ids.length === 0) return [];
  return db.many(sql<Pick<NamedPlace, 'id' | 'name' | 'nodeType' | 'tpath'>>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where ${placesNamed(scope)} and n.id = any(${[...ids]})`);
}

/** The roles of the organisation that have one of these names; held, they stay as they are until the change at hand is stored. */
export async function listRoles(
  db: Db,
  { orgId }: Scope,
  names: readonly string[],
  { held }: { held: boolean },
): Promise<NamedRole[]> {
  return db.many(sql<NamedRole>`
    select ${role} from roles r
     where r.org_id = ${orgId} and r.deleted_date is null and r.name_norm = any(${[...names]})
     order by r.id${held ? sql` for share` : sql``}`);
}

/** A user to be written from a file. */
export type UserRowToInsert = UserInput & {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly status: boolean;
  readonly nodeId: string;
  readonly tpath: string;
  readonly roleId: string;
};

/** Writes many new users with their roles at once, without passwords; that those who may sign in are sent a link stands with them. */
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
  const table = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "assignmentId" uuid, "userName" text, "userNameNorm" text,
    "domainName" text, "firstName" text, "lastName" text, "nameNorm" text, "emailId" text, "emailNorm" text, "searchText" text,
    "phoneNumber" text, language text, "timeZone" text, country text, status boolean, "nodeId" uuid, tpath text, "roleId" uuid)`;
  await db.run(sql`
    insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id,
      email_norm, search_text, phone_number, language, time_zone, country, status, is_reset_token_used, reset_date,
      created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, x."userName", x."userNameNorm", x."domainName", x."firstName", x."lastName",
           x."nameNorm", x."emailId", x."emailNorm", x."searchText", x."phoneNumber", x.language, x."timeZone", x.country, x.status,
           case when x.status then false end, case when x.status then clock() end, clock(), ${by}, clock(), ${by}
      from ${table}`);
  await db.run(sql`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position, created_date, created_by)
    select x."assignmentId", ${scope.orgId}, x.id, x."roleId", x."nodeId", x.tpath, 0, clock(), ${by} from ${table}`);
}

/** A user who is there, as they are to be; `at` where they have a place. */
export type UserRowToUpdate = {
  readonly id: string;
  readonly input: UserInput;
  readonly at: { readonly id: string; readonly tpath: string } | undefined;
};

/** Writes what is filled in about many users at once, and where they stand. They are held already, so nobody comes between. */
export async function updateUsers(db: Db, scope: Scope, users: readonly UserRowToUpdate[], by: string): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map(({ id, input, at }) => ({
    id,
    ...input,
    nodeId: at?.id ?? null,
    tpath: at?.tpath ?? null,
    nameNorm: normalised(`${input.firstName} ${input.lastName}`),
    emailNorm: normalised(input.emailId),
    sought: normalised(`${input.firstName} ${input.lastName} ${input.emailId}`),
  }));
  await db.run(sql`
    update users u set first_name = x."firstName", last_name = x."lastName", email_id = x."emailId", phone_number = x."phoneNumber",
           language = x.language, time_zone = x."timeZone", country = x.country, name_norm = x."nameNorm", email_norm = x."emailNorm",
           search_text = x.sought || ' ' || u.user_name_norm, node_id = coalesce(x."nodeId", u.node_id), tpath = coalesce(x.tpath, u.tpath),
           updated_date = clock(), updated_by = ${by}, version = u.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "firstName" text, "lastName" text, "emailId" text,
           "phoneNumber" text, language text, "timeZone" text, country text, "nameNorm" text, "emailNorm" text, sought text,
           "nodeId" uuid, tpath text)
     where ${withinNamed(scope)} and u.id = x.id`);
}

/** A role that somebody is to have at their place, in place of the one before. */
export type RoleToUpdate = {
  readonly userId: string;
  readonly roleId: string;
  readonly at: { readonly id: string; readonly tpath: string };
  readonly assignmentId: string | null;
};

/** Writes the own roles of many users at once: another in place of the one before, or a first one. */
export async function updateRoles(db: Db, scope: Scope, given: readonly RoleToUpdate[], by: string): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map(({ at, assignmentId, ...one }) => ({
    ...one,
    id: assignmentId ?? newId(),
    nodeId: at.id,
    tpath: at.tpath,
  }));
  await db.run(sql`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position, created_date, created_by)
    select x.id, ${scope.orgId}, x."userId", x."roleId", x."nodeId", x.tpath, 0, clock(), ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "userId" uuid, "roleId" uuid, "nodeId" uuid, tpath text)
        on conflict (id) do update set role_id = excluded.role_id, node_id = excluded.node_id, tpath = excluded.tpath`);
}

/** Takes users away that nobody has used; the roles they held go with them. */
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

/** The moment by the clock of the database. */
export async function findNow(db: Db, _scope: Scope): Promise<string> {
  return (await db.first(sql<{ now: string }>`select clock() as now`))!.now;
}
