import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { exactCountLimit, type PageParams } from '@storeward/contract/paging';
import type { AssignedRoleChoice, UserStatusFilter } from '@storeward/contract/users/user-lists';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { type Cursor, limitPlusOne, type TotalCount } from '../../platform/database/cursor-pagination.ts';
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
  /** The time zone of that day; UTC if there is none. */
  readonly timeZone?: string | undefined;
};

/** A filter for users; `subtreePath` is the tree path of a node and restricts to that node and its descendants. */
export type UserFilter = {
  readonly search: string;
  readonly subtreePath?: string | undefined;
  readonly attributes?: UserAttributeFilter | undefined;
};

export type UserListParams = PageParams & UserFilter;

/** The filter as arguments of the SQL functions `user_page` and `count_users`; `first` puts those with exactly this name first. */
export const filterArguments = ({ search, subtreePath, attributes }: UserFilter, first = '') =>
  sql`${search ? searchPatterns(search) : []}, ${subtreePath ?? null},
      ${JSON.stringify({ ...attributes, exact: normalised(first) || undefined })}::jsonb`;

/** A page of users and the number of users found. */
export type UserListPage = { readonly rows: readonly UserListRow[]; readonly counted: TotalCount };

/**
 * One page of users, those with exactly the searched name first, plus one row (to detect a next page), and their number: exact without a filter and up to
 * `exactCountLimit`, above that an estimate from database statistics. `rights` are the actor's access rights, for `exceeds`.
 */
export async function listUsers(
  db: Db,
  scope: Scope,
  params: UserListParams,
  cursor: Cursor | undefined,
  rights: readonly string[],
): Promise<UserListPage> {
  const { sort, descending, limit } = params;
  const column = sql.ref(`u.${sortColumns[sort] ?? 'name_norm'}`);
  const offset = cursor ? 0 : params.offset;
  const rows = await db.many(
    sql<Counted & (UserListRow | NoUser)>`
      with page as materialized (
             select * from user_page(${filterArguments(params, params.search)}, ${sort}, ${descending},
               ${cursor?.after ?? null}, ${cursor?.id ?? null}, ${offset}, ${limitPlusOne(limit)}, ${exactCountLimit})
               with ordinality as page (id, total, estimated, position)),
           exceeding as materialized (select users_exceeding((select array_agg(id) from page), ${rights}) as id)
      select u.id, u.user_name as "userName", u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName", u.email_id as "emailId",
             u.profile_picture as "profilePicture", u.status, u.manual_password as "manualPassword",
             u.last_active as "lastActive", u.version, r.name as "roleName",
             n.id as "nodeId", n.name as "nodeName", n.node_type as "nodeType", p.name as "parentName",
             u.id in (select id from exceeding) as exceeds, ${column}::text as "sortedBy", page.total, page.estimated
        from page
        left join users u on u.org_id = ${scope.orgId} and u.id = page.id
        left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
        left join roles r on r.org_id = a.org_id and r.id = a.role_id
        left join nodes n on n.org_id = u.org_id and n.id = u.node_id
        left join nodes p on p.org_id = n.org_id and p.id = n.parent_id
       order by page.position`,
  );
  const { total, estimated } = rows[0] ?? { total: 0, estimated: false };
  return {
    rows: rows.filter((row) => row.id !== null),
    counted: estimated ? { total, totalIsEstimate: true } : { total },
  };
}

type Counted = { readonly total: number; readonly estimated: boolean };

/** The only row of a page without users, which has their number alone. */
type NoUser = { readonly [C in keyof UserListRow]: null };

/** The number of matching users, as `listUsers` has it. */
export async function countUsers(db: Db, _scope: Scope, filter: UserFilter): Promise<TotalCount> {
  const row = await db.first(
    sql<Counted>`select total, estimated from count_users(${filterArguments(filter)}, ${exactCountLimit})`,
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
