import type { NodeType } from '@storeward/contract/access';
import { exactCountLimit, type PageParams } from '@storeward/contract/paging';
import type { AssignedRoleChoice, UserStatusFilter } from '@storeward/contract/user-lists';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { type Cursor, limitPlusOne } from '../../platform/database/cursor-pagination.ts';
import { searchPatterns } from '../../platform/database/search-patterns.ts';

/** The column for each sort field. */
const sortColumns: Record<string, string> = {
  name: 'name_norm',
  userName: 'user_name_norm',
  emailId: 'email_norm',
  lastActive: 'last_active',
  createdDate: 'created_date',
};

/** A row of the user list; `sortedBy` is the sort value for the cursor, `exceeds`: holds more than the actor. */
export type UserListRow = {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly emailId: string;
  readonly profilePicture: string | null;
  readonly status: boolean;
  readonly manualPassword: boolean;
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

export type UserAttributeFilter = {
  readonly role?: string | undefined;
  readonly status?: UserStatusFilter | undefined;
  readonly level?: NodeType | undefined;
  readonly inactiveSince?: string | undefined;
};

/** A filter for users; `subtreePath` is the tree path of a node and restricts to that node and its descendants. */
export type UserFilter = {
  readonly search: string;
  readonly subtreePath?: string | undefined;
  readonly attributes?: UserAttributeFilter | undefined;
};

export type UserListParams = PageParams & UserFilter;

/** The filter as arguments of the SQL functions `page_of_users` and `count_users`. */
export const filterArguments = ({ search, subtreePath, attributes }: UserFilter) =>
  sql`${search ? searchPatterns(search) : []}, ${subtreePath ?? null}, ${JSON.stringify(attributes ?? {})}::jsonb`;

/** One page of users plus one row (to detect a next page); `rights` are the actor's access rights, for `exceeds`. */
export async function listUsers(
  db: Db,
  scope: Scope,
  params: UserListParams,
  cursor: Cursor | undefined,
  rights: readonly string[],
): Promise<UserListRow[]> {
  const { search, subtreePath, attributes, sort, descending, limit } = params;
  const column = sql.ref(`u.${sortColumns[sort] ?? 'name_norm'}`);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const offset = cursor ? 0 : params.offset;
  const limitClause = sql`limit ${limitPlusOne(limit)}${offset > 0 ? sql` offset ${offset}` : sql``}`;
  const keysetCondition = cursor
    ? sql` and (${column}, u.id) ${sql.raw(descending ? '<' : '>')} (${cursor.after}, ${cursor.id})`
    : sql``;
  // the unfiltered list of an organisation reads one index in order; otherwise page_of_users chooses the plan
  const page =
    scope.whole && !search && !subtreePath && JSON.stringify(attributes ?? {}) === '{}'
      ? sql`select u.id from users u where u.org_id = ${scope.orgId} and u.deleted_date is null${keysetCondition} order by ${column} ${direction}, u.id ${direction} ${limitClause}`
      : sql`select id from page_of_users(${filterArguments(params)}, ${sort}, ${descending}, ${cursor?.after ?? null}, ${cursor?.id ?? null}, ${offset}, ${limit + 1})`;
  return db.many(
    sql<UserListRow>`
      with page as materialized (${page}),
           exceeding as materialized (select users_exceeding((select array_agg(id) from page), ${rights}) as id)
      select u.id, u.user_name as "userName", u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName", u.email_id as "emailId",
             u.profile_picture as "profilePicture", u.status, u.manual_password as "manualPassword",
             u.last_active as "lastActive", u.version, r.name as "roleName",
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

/** The number of matching users: exact up to `countedExactly`, above that an estimate from database statistics. */
export async function countUsers(
  db: Db,
  _scope: Scope,
  filter: UserFilter,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const row = await db.first(
    sql<{
      total: number;
      estimated: boolean;
    }>`select total, estimated from count_users(${filterArguments(filter)}, ${exactCountLimit})`,
  );
  return row?.estimated ? { total: row.total, totalIsEstimate: true } : { total: row?.total ?? 0 };
}

const maxRoleChoices = 500;

/** The roles with a current assignment within the scope, sorted by name. */
export async function listAssignedRoles(db: Db, scope: Scope): Promise<AssignedRoleChoice[]> {
  return db.many(
    sql<AssignedRoleChoice>`
      select r.id, r.name from roles r
       where r.org_id = ${scope.orgId} and r.deleted_date is null
         and exists (select from assignments a
                      where a.org_id = ${scope.orgId} and a.role_id = r.id and a.tpath >= ${scope.lo} and a.tpath < ${scope.hi}
                        and (a.until is null or a.until > clock()))
       order by r.name_norm, r.id limit ${maxRoleChoices}`,
  );
}
