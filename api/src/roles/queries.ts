import { type NodeType, nodeTypes } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { searchText } from '@storeward/contract/search';
import { exactCountLimit, type PageParams } from '@storeward/contract/paging';
import type { RoleChoice, RoleId } from '@storeward/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { exactFirst, isFound } from '../platform/database/search-patterns.ts';

/**
 * A stored role; `userCount` counts holders in the reader's scope, `heldBeyond` those outside it, `own` says that the
 * reader holds it.
 */
export type StoredRole = {
  readonly id: RoleId;
  readonly name: string;
  readonly description: string;
  readonly level: NodeType;
  readonly status: boolean;
  readonly accessRights: readonly string[];
  readonly userCount: number;
  readonly moreUsers: boolean;
  readonly own: boolean;
  readonly heldBeyond: number;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

/** The roles visible to the reader: those of these levels, and those they hold. */
export type RoleVisibility = { readonly levels: readonly NodeType[]; readonly userId: Actor['userId'] };

/** Filters roles; `assignable` limits them to enabled roles of these levels whose rights are a subset of these. */
export type RoleFilter = PageParams & {
  readonly level?: NodeType | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
  readonly assignable?: { readonly levels: readonly NodeType[]; readonly rights: readonly string[] } | undefined;
};

const isActive = sql`(a.until is null or a.until > clock())`;

const isHeldBy = (userId: string) => sql<boolean>`(exists (
  select from assignments a where a.org_id = r.org_id and a.role_id = r.id and a.user_id = ${userId} and ${isActive})
  or exists (select from service_accounts s where s.org_id = r.org_id and s.role_id = r.id and s.id = ${userId}))`;

/** SQL condition: the API key of service account `s` has neither ended nor been revoked. */
const hasKey = sql`(s.revoked_date is null and greatest(s.until, s.old_until) > clock())`;

const isVisible = ({ orgId }: Scope, { levels, userId }: RoleVisibility) =>
  sql`r.org_id = ${orgId} and r.deleted_date is null and (r.level = any(${[...levels]}) or ${isHeldBy(userId)})`;

/** The stored search text; name and description instead until a worker has filled it after an update of the installation. */
const searchedText = sql`case r.search_text when '' then r.name_norm || ' ' || lower(r.description) else r.search_text end`;

function matchesFilter(
  scope: Scope,
  visibility: RoleVisibility,
  { search, level, status, assignable }: RoleFilter,
): RawBuilder<unknown> {
  const conditions = [
    isVisible(scope, visibility),
    isFound(searchedText, search),
    ...(level ? [sql`r.level = ${level}`] : []),
    ...(status ? [sql`r.status = ${status === 'enabled'}`] : []),
    ...(assignable
      ? [sql`r.status and r.level = any(${[...assignable.levels]}) and r.access_rights <@ ${[...assignable.rights]}`]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

const orders: Record<string, RawBuilder<unknown>> = {
  name: sql`r.name_norm`,
  level: sql`array_position(${sql.val([...nodeTypes])}::text[], r.level)`,
  updatedDate: sql`r.updated_date`,
};

const roleColumns = ({ whole }: Scope, { userId }: RoleVisibility) => sql`
  r.id, r.name, r.description, r.level, r.status, r.access_rights as "accessRights", r.created_date as "createdDate",
  r.created_by as "createdBy", r.updated_date as "updatedDate", r.updated_by as "updatedBy", r.version,
  held.users as "userCount", held.more as "moreUsers",
  ${isHeldBy(userId)} as own, ${whole ? sql`0` : sql`coalesce((select b.users from beyond b where b.role_id = r.id), 0)`} as "heldBeyond"`;

/** The limit of `userCount` in lists. */
const maxListedHolders = 1_000;

/** SQL join: the holders of each role in the reader's scope, counted up to `max`. */
const holderCounts = ({ lo, hi }: Scope, max: number) => sql`cross join lateral (
  select case when count(*) > ${sql.lit(max)} then ${sql.lit(max)} else count(distinct h.user_id) end::int as users, count(*) > ${sql.lit(max)} as more
    from (select a.user_id from assignments a
           where a.org_id = r.org_id and a.role_id = r.id and ${isActive} and a.tpath >= ${lo} and a.tpath < ${hi}
             and exists (select from users u where u.org_id = a.org_id and u.id = a.user_id and u.deleted_date is null offset 0)
           limit ${sql.lit(max + 1)}) h) held`;

/** SQL CTE: the holders of each role outside the reader's scope, counted up to `max`. */
const outsideHolderCounts = ({ whole }: Scope, max: number) =>
  whole
    ? sql``
    : sql`, beyond as materialized (select * from role_users_outside_scope((select array_agg(id) from page), ${max}))`;

/** One page of the visible roles, one with exactly the searched name first. */
export async function listRoles(
  db: Db,
  scope: Scope,
  visibility: RoleVisibility,
  filter: RoleFilter,
): Promise<StoredRole[]> {
  const { search, sort, descending, offset, limit } = filter;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const order = sql`${exactFirst(search, sql`r.name_norm`)}${orders[sort] ?? orders['name']} ${direction}, r.name_norm ${direction}, r.id ${direction}`;
  return db.many(sql<StoredRole>`
    with page as materialized (
      select r.id from roles r where ${matchesFilter(scope, visibility, filter)} order by ${order} offset ${offset} limit ${limit})${outsideHolderCounts(scope, 1)}
    select ${roleColumns(scope, visibility)} from page join roles r on r.org_id = ${scope.orgId} and r.id = page.id ${holderCounts(scope, maxListedHolders)} order by ${order}`);
}

/** One page of the assignable roles, one with exactly the searched name first, with the fields needed to select one. */
export async function listChoices(
  db: Db,
  scope: Scope,
  visibility: RoleVisibility,
  filter: RoleFilter,
): Promise<RoleChoice[]> {
  const { search, descending, offset, limit } = filter;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return db.many(sql<RoleChoice>`
    select r.id, r.name, r.description, r.level, cardinality(r.access_rights) as "rightCount" from roles r
     where ${matchesFilter(scope, visibility, filter)} order by ${exactFirst(search, sql`r.name_norm`)}r.name_norm ${direction}, r.id ${direction} offset ${offset} limit ${limit}`);
}

export async function countRoles(
  db: Db,
  scope: Scope,
  visibility: RoleVisibility,
  filter: RoleFilter,
): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from roles r where ${matchesFilter(scope, visibility, filter)}`);
  return row?.total ?? 0;
}

export async function findRole(
  db: Db,
  scope: Scope,
  visibility: RoleVisibility,
  id: string,
): Promise<StoredRole | undefined> {
  return db.first(sql<StoredRole>`
    with page as materialized (select r.id from roles r where ${isVisible(scope, visibility)} and r.id = ${id})${outsideHolderCounts(scope, exactCountLimit)}
    select ${roleColumns(scope, visibility)} from page join roles r on r.org_id = ${scope.orgId} and r.id = page.id ${holderCounts(scope, exactCountLimit)}`);
}

/** The access rights of a visible role. */
export async function findAccessRights(
  db: Db,
  scope: Scope,
  visibility: RoleVisibility,
  id: RoleId,
): Promise<readonly string[] | undefined> {
  const row = await db.first(sql<{ accessRights: string[] }>`
    select r.access_rights as "accessRights" from roles r where ${isVisible(scope, visibility)} and r.id = ${id}`);
  return row?.accessRights;
}

/** A role to be assigned; `lock` (the default) takes a share lock until the end of the transaction. */
export async function findRoleToAssign(
  db: Db,
  { orgId }: Scope,
  id: string,
  { lock }: { readonly lock: boolean } = { lock: true },
): Promise<Pick<StoredRole, 'id' | 'name' | 'level' | 'status' | 'accessRights'> | undefined> {
  return db.first(sql<Pick<StoredRole, 'id' | 'name' | 'level' | 'status' | 'accessRights'>>`
    select r.id, r.name, r.level, r.status, r.access_rights as "accessRights" from roles r
     where r.org_id = ${orgId} and r.id = ${id} and r.deleted_date is null${lock ? sql` for share` : sql``}`);
}

/** Locks a role against changes and new assignments until the end of the transaction. */
export async function lockRole(db: Db, { orgId }: Scope, id: string): Promise<void> {
  await db.run(sql`select from roles r where r.org_id = ${orgId} and r.id = ${id} for no key update`);
}

/** The number of service accounts in the scope that act by a role. */
export async function countServiceAccounts(db: Db, { orgId }: Scope, id: string): Promise<number> {
  const row = await db.first(sql<{ accounts: number }>`
    select count(*)::int as accounts from service_accounts s where s.org_id = ${orgId} and s.role_id = ${id} and ${hasKey}`);
  return row?.accounts ?? 0;
}

/** The number of users and service accounts that hold a role at a node whose type is not one of these levels. */
export async function countHoldersAtOtherLevels(
  db: Db,
  { orgId }: Scope,
  id: string,
  levels: readonly NodeType[],
): Promise<number> {
  const row = await db.first(sql<{ users: number }>`
    select count(distinct held.user_id)::int as users from (
      select a.user_id from assignments a
        join nodes n on n.org_id = a.org_id and n.id = a.node_id and n.node_type <> all(${[...levels]})
        join users u on u.org_id = a.org_id and u.id = a.user_id and u.deleted_date is null
       where a.org_id = ${orgId} and a.role_id = ${id} and ${isActive}
      union all
      select s.id from service_accounts s
        join nodes n on n.org_id = s.org_id and n.id = s.node_id and n.node_type <> all(${[...levels]})
       where s.org_id = ${orgId} and s.role_id = ${id} and ${hasKey} limit ${exactCountLimit}) held`);
  return row?.users ?? 0;
}

/** The number of users and service accounts that hold a role without an end, or until later than this. */
export async function countHoldersBeyond(db: Db, { orgId }: Scope, id: string, until: string): Promise<number> {
  const row = await db.first(sql<{ users: number }>`
    select count(distinct held.user_id)::int as users from (
      select a.user_id from assignments a
        join users u on u.org_id = a.org_id and u.id = a.user_id and u.deleted_date is null
       where a.org_id = ${orgId} and a.role_id = ${id} and (a.until is null or a.until > ${until})
      union all
      select s.id from service_accounts s
       where s.org_id = ${orgId} and s.role_id = ${id} and s.revoked_date is null and greatest(s.until, s.old_until) > ${until} limit ${exactCountLimit}) held`);
  return row?.users ?? 0;
}

/** The editable fields of a role. */
export type RoleColumns = Pick<StoredRole, 'name' | 'description' | 'level' | 'accessRights'>;

const toColumns = ({ name, description, level, accessRights }: RoleColumns) => ({
  name,
  name_norm: normalised(name),
  search_text: searchText(name, description),
  description,
  level,
  access_rights: [...accessRights],
});

export async function insertRole(
  db: Db,
  { orgId }: Scope,
  { id, ...role }: RoleColumns & { id: string },
  userId: string,
): Promise<void> {
  const now = sql<string>`clock()`;
  const stamps = { created_date: now, created_by: userId, updated_date: now, updated_by: userId };
  await db.run(build.insertInto('roles').values({ id, org_id: orgId, ...toColumns(role), ...stamps }));
}

/** Updates or soft-deletes a locked role. */
export async function updateRole(
  db: Db,
  { orgId }: Scope,
  id: string,
  change: RoleColumns | { readonly status: boolean } | 'deleted',
  userId: string,
): Promise<void> {
  const columns =
    change === 'deleted'
      ? { deleted_date: sql<string>`clock()` }
      : 'status' in change
        ? { status: change.status }
        : toColumns(change);
  await db.run(
    build
      .updateTable('roles')
      .set({ ...columns, updated_date: sql<string>`clock()`, updated_by: userId, version: sql<number>`version + 1` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('deleted_date', 'is', null),
  );
}
