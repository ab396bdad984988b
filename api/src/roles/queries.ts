import { type NodeType, nodeTypes } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { countedExactly, type PageWanted } from '@storeward/contract/paging';
import type { RoleChoice, RoleId } from '@storeward/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { containing } from '../platform/paged.ts';

/** A role as it is stored, with who holds it: how many in the reader's area, the reader themselves, how many outside that area. */
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

/** What the reader sees: roles up to their own level, and those they hold. */
export type Sight = { readonly levels: readonly NodeType[]; readonly userId: Actor['userId'] };

/** Which roles are wanted; `givable` are those of these levels that hold no other rights than these. */
export type RolesWanted = PageWanted & {
  readonly level?: NodeType | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
  readonly givable?: { readonly levels: readonly NodeType[]; readonly rights: readonly string[] } | undefined;
};

const stillHeld = sql`(a.until is null or a.until > clock())`;

const heldBy = (userId: string) => sql<boolean>`exists (
  select from assignments a where a.org_id = r.org_id and a.role_id = r.id and a.user_id = ${userId} and ${stillHeld})`;

const within = ({ orgId }: Scope, { levels, userId }: Sight) =>
  sql`r.org_id = ${orgId} and r.deleted_date is null and (r.level = any(${[...levels]}) or ${heldBy(userId)})`;

function sought(scope: Scope, sight: Sight, { search, level, status, givable }: RolesWanted): RawBuilder<unknown> {
  const conditions = [
    within(scope, sight),
    ...normalised(search)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`(r.name_norm || ' ' || lower(r.description)) like ${containing(word)}`),
    ...(level ? [sql`r.level = ${level}`] : []),
    ...(status ? [sql`r.status = ${status === 'enabled'}`] : []),
    ...(givable
      ? [sql`r.status and r.level = any(${[...givable.levels]}) and r.access_rights <@ ${[...givable.rights]}`]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

const orders: Record<string, RawBuilder<unknown>> = {
  name: sql`r.name_norm`,
  level: sql`array_position(${sql.val([...nodeTypes])}::text[], r.level)`,
  updatedDate: sql`r.updated_date`,
};

/** All that is told of each role on a page. */
const told = ({ whole }: Scope, { userId }: Sight) => sql`
  r.id, r.name, r.description, r.level, r.status, r.access_rights as "accessRights", r.created_date as "createdDate",
  r.created_by as "createdBy", r.updated_date as "updatedDate", r.updated_by as "updatedBy", r.version,
  held.users as "userCount", held.more as "moreUsers",
  ${heldBy(userId)} as own, ${whole ? sql`0` : sql`coalesce((select b.users from beyond b where b.role_id = r.id), 0)`} as "heldBeyond"`;

/** So many holders of each role are counted in a list. */
const holdersListed = 1_000;

/** Who holds each role of a page in the reader's area, counted up to a bound. */
const holders = ({ lo, hi }: Scope, most: number) => sql`cross join lateral (
  select case when count(*) > ${sql.lit(most)} then ${sql.lit(most)} else count(distinct h.user_id) end::int as users, count(*) > ${sql.lit(most)} as more
    from (select a.user_id from assignments a
           where a.org_id = r.org_id and a.role_id = r.id and ${stillHeld} and a.tpath >= ${lo} and a.tpath < ${hi}
             and exists (select from users u where u.org_id = a.org_id and u.id = a.user_id and u.deleted_date is null offset 0)
           limit ${sql.lit(most + 1)}) h) held`;

/** Who holds the roles of a page outside the reader's area, counted as far as it matters. */
const beyond = ({ whole }: Scope, most: number) =>
  whole
    ? sql``
    : sql`, beyond as materialized (select * from role_holders_beyond((select array_agg(id) from page), ${most}))`;

/** One page of the roles that the reader sees. */
export async function listRoles(db: Db, scope: Scope, sight: Sight, wanted: RolesWanted): Promise<StoredRole[]> {
  const { sort, descending, offset, limit } = wanted;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const order = sql`${orders[sort] ?? orders['name']} ${direction}, r.name_norm ${direction}, r.id ${direction}`;
  return db.many(sql<StoredRole>`
    with page as materialized (
      select r.id from roles r where ${sought(scope, sight, wanted)} order by ${order} offset ${offset} limit ${limit})${beyond(scope, 1)}
    select ${told(scope, sight)} from page join roles r on r.org_id = ${scope.orgId} and r.id = page.id ${holders(scope, holdersListed)} order by ${order}`);
}

/** One page of the roles that can be given, with as much of each as it takes to choose. */
export async function listChoices(db: Db, scope: Scope, sight: Sight, wanted: RolesWanted): Promise<RoleChoice[]> {
  const { descending, offset, limit } = wanted;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return db.many(sql<RoleChoice>`
    select r.id, r.name, r.description, r.level, cardinality(r.access_rights) as "rightCount" from roles r
     where ${sought(scope, sight, wanted)} order by r.name_norm ${direction}, r.id ${direction} offset ${offset} limit ${limit}`);
}

/** How many roles a list holds. */
export async function countRoles(db: Db, scope: Scope, sight: Sight, wanted: RolesWanted): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from roles r where ${sought(scope, sight, wanted)}`);
  return row?.total ?? 0;
}

/** One role that the reader sees. */
export async function findRole(db: Db, scope: Scope, sight: Sight, id: string): Promise<StoredRole | undefined> {
  return db.first(sql<StoredRole>`
    with page as materialized (select r.id from roles r where ${within(scope, sight)} and r.id = ${id})${beyond(scope, countedExactly)}
    select ${told(scope, sight)} from page join roles r on r.org_id = ${scope.orgId} and r.id = page.id ${holders(scope, countedExactly)}`);
}

/** The rights of one role that the reader sees, or that they hold where they ask for nothing else. */
export async function findAccessRights(
  db: Db,
  scope: Scope,
  sight: Sight,
  id: RoleId,
): Promise<readonly string[] | undefined> {
  const row = await db.first(sql<{ accessRights: string[] }>`
    select r.access_rights as "accessRights" from roles r where ${within(scope, sight)} and r.id = ${id}`);
  return row?.accessRights;
}

/** A role that is about to be given to somebody, kept as it is until that is stored, unless it is only looked at. */
export async function findGivenRole(
  db: Db,
  { orgId }: Scope,
  id: string,
  { held }: { readonly held: boolean } = { held: true },
): Promise<Pick<StoredRole, 'id' | 'name' | 'level' | 'status' | 'accessRights'> | undefined> {
  return db.first(sql<Pick<StoredRole, 'id' | 'name' | 'level' | 'status' | 'accessRights'>>`
    select r.id, r.name, r.level, r.status, r.access_rights as "accessRights" from roles r
     where r.org_id = ${orgId} and r.id = ${id} and r.deleted_date is null${held ? sql` for share` : sql``}`);
}

/** Keeps a role as it is, and from being given to anybody, until the change at hand is stored. */
export async function lockRole(db: Db, { orgId }: Scope, id: string): Promise<void> {
  await db.run(sql`select from roles r where r.org_id = ${orgId} and r.id = ${id} for no key update`);
}

/** How many people hold a role at a kind of place other than these. */
export async function countHoldersElsewhere(
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
       where a.org_id = ${orgId} and a.role_id = ${id} and ${stillHeld} limit ${countedExactly}) held`);
  return row?.users ?? 0;
}

/** What is stored of a role that somebody filled in. */
export type RoleColumns = Pick<StoredRole, 'name' | 'description' | 'level' | 'accessRights'>;

const columnsOf = ({ name, description, level, accessRights }: RoleColumns) => ({
  name,
  name_norm: normalised(name),
  description,
  level,
  access_rights: [...accessRights],
});

/** Writes a new role. */
export async function insertRole(
  db: Db,
  { orgId }: Scope,
  { id, ...role }: RoleColumns & { id: string },
  userId: string,
): Promise<void> {
  const now = sql<string>`clock()`;
  const by = { created_date: now, created_by: userId, updated_date: now, updated_by: userId };
  await db.run(build.insertInto('roles').values({ id, org_id: orgId, ...columnsOf(role), ...by }));
}

/** Writes what was changed about a role whose row is held. */
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
        : columnsOf(change);
  await db.run(
    build
      .updateTable('roles')
      .set({ ...columns, updated_date: sql<string>`clock()`, updated_by: userId, version: sql<number>`version + 1` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('deleted_date', 'is', null),
  );
}
