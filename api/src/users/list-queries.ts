import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { countedExactly, type PageWanted } from '@storeward/contract/paging';
import type { HeldRoleChoice, UserStatusWord } from '@storeward/contract/user-lists';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { containing, type Cursor, oneMoreThan } from '../platform/paged.ts';

/** The column behind each word by which the list can be sorted. */
const sortColumns: Record<string, string> = {
  name: 'name_norm',
  userName: 'user_name_norm',
  emailId: 'email_norm',
  lastActive: 'last_active',
  createdDate: 'created_date',
};

/** A user as the list shows them; `sortedBy` is the value their place in the list comes from. */
export type UserListRow = {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly emailId: string;
  readonly profilePicture: string | null;
  readonly status: boolean;
  readonly lastActive: string | null;
  readonly version: number;
  readonly roleName: string | null;
  readonly nodeId: string | null;
  readonly nodeName: string | null;
  readonly nodeType: NodeType | null;
  readonly parentName: string | null;
  readonly exceeds: boolean;
  readonly sortedBy: string;
};

/** What a list of users is narrowed to, besides the words that are sought. */
export type UsersOnly = {
  readonly role?: string | undefined;
  readonly status?: UserStatusWord | undefined;
  readonly level?: NodeType | undefined;
};

/** Which users are meant; `below` is the path of a place, whose users and those of all below it are meant. */
export type UsersSought = {
  readonly search: string;
  readonly below?: string | undefined;
  readonly only?: UsersOnly | undefined;
};

/** The part of the list that was asked for. */
export type UsersWanted = PageWanted & UsersSought;

/** The same as the functions of the database take it. */
export const soughtBy = ({ search, below, only }: UsersSought) =>
  sql`${patternsOf(search)}, ${below ?? null}, ${JSON.stringify(only ?? {})}::jsonb`;

/** One page of users and one row more, with role and place; `rights` are the reader's, to say who holds more than they do. */
export async function listUsers(
  db: Db,
  scope: Scope,
  wanted: UsersWanted,
  cursor: Cursor | undefined,
  rights: readonly string[],
): Promise<UserListRow[]> {
  const { search, below, only, sort, descending, limit } = wanted;
  const column = sql.ref(`u.${sortColumns[sort] ?? 'name_norm'}`);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const offset = cursor ? 0 : wanted.offset;
  const few = sql`limit ${oneMoreThan(limit)}${offset > 0 ? sql` offset ${offset}` : sql``}`;
  const after = cursor
    ? sql` and (${column}, u.id) ${sql.raw(descending ? '<' : '>')} (${cursor.after}, ${cursor.id})`
    : sql``;
  // everybody in the organisation: one index in its order; any part of it: whichever way is shortest for that part
  const page =
    scope.whole && !search && !below && JSON.stringify(only ?? {}) === '{}'
      ? sql`select u.id from users u where u.org_id = ${scope.orgId} and u.deleted_date is null${after} order by ${column} ${direction}, u.id ${direction} ${few}`
      : sql`select id from page_of_users(${soughtBy(wanted)}, ${sort}, ${descending}, ${cursor?.after ?? null}, ${cursor?.id ?? null}, ${offset}, ${limit + 1})`;
  return db.many(
    sql<UserListRow>`
      with page as materialized (${page}),
           exceeding as materialized (select users_exceeding((select array_agg(id) from page), ${rights}) as id)
      select u.id, u.user_name as "userName", u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName", u.email_id as "emailId",
             u.profile_picture as "profilePicture", u.status, u.last_active as "lastActive", u.version, r.name as "roleName",
             n.id as "nodeId", n.name as "nodeName", n.node_type as "nodeType", p.name as "parentName",
             u.id in (select id from exceeding) as exceeds, ${column}::text as "sortedBy"
        from page
        join users u on u.org_id = ${scope.orgId} and u.id = page.id
        left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
        left join roles r on r.org_id = a.org_id and r.id = a.role_id
        left join nodes n on n.org_id = u.org_id and n.id = u.node_id
        left join nodes p on p.org_id = n.org_id and p.id = n.parent_id
       order by ${column} ${direction}, u.id ${direction}`,
  );
}

/** How many users a list holds: counted up to a bound, beyond it as many as the database's statistics say. */
export async function countUsers(
  db: Db,
  _scope: Scope,
  sought: UsersSought,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const row = await db.first(
    sql<{
      total: number;
      estimated: boolean;
    }>`select total, estimated from count_users(${soughtBy(sought)}, ${countedExactly})`,
  );
  return row?.estimated ? { total: row.total, totalIsEstimate: true } : { total: row?.total ?? 0 };
}

/** A pattern for each word that was typed: all of them are to be found, in whatever order. */
const patternsOf = (search: string): string[] =>
  [...new Set(normalised(search).split(/\s+/).filter(Boolean))].map((word) => containing(word));

/** How many roles there are to choose from at most. */
const rolesAtMost = 500;

/** The roles that somebody within the scope holds there, by name. */
export async function listHeldRoles(db: Db, scope: Scope): Promise<HeldRoleChoice[]> {
  return db.many(
    sql<HeldRoleChoice>`
      select r.id, r.name from roles r
       where r.org_id = ${scope.orgId} and r.deleted_date is null
         and exists (select from assignments a
                      where a.org_id = ${scope.orgId} and a.role_id = r.id and a.tpath >= ${scope.lo} and a.tpath < ${scope.hi}
                        and (a.until is null or a.until > clock()))
       order by r.name_norm, r.id limit ${rolesAtMost}`,
  );
}
