import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { countedExactly, type PageWanted } from '@storeward/contract/paging';
import type { OwnAssignment, UserInput } from '@storeward/contract/users';
import { sql, type UpdateObject } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import { build, type Db, type Places, prepared } from '../platform/db.ts';
import { containing, type Cursor, oneMoreThan } from '../platform/paged.ts';
import type { Tables } from '../platform/tables.gen.ts';

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

/** The part of the list that was asked for; `below` is the path of a place, whose users and those of all below it are meant. */
export type UsersWanted = PageWanted & { readonly below?: string | undefined };

/** One page of users and one row more, with role and place; `rights` are the reader's, to say who holds more than they do. */
export async function listUsers(
  db: Db,
  scope: Scope,
  wanted: UsersWanted,
  cursor: Cursor | undefined,
  rights: readonly string[],
): Promise<UserListRow[]> {
  const { search, below, sort, descending, limit } = wanted;
  const column = sql.ref(`u.${sortColumns[sort] ?? 'name_norm'}`);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const offset = cursor ? 0 : wanted.offset;
  const few = sql`limit ${oneMoreThan(limit)}${offset > 0 ? sql` offset ${offset}` : sql``}`;
  const after = cursor
    ? sql` and (${column}, u.id) ${sql.raw(descending ? '<' : '>')} (${cursor.after}, ${cursor.id})`
    : sql``;
  // everybody in the organisation: one index in its order; any part of it: whichever way is shortest for that part
  const page =
    scope.whole && !search && !below
      ? sql`select u.id from users u where u.org_id = ${scope.orgId} and u.deleted_date is null${after} order by ${column} ${direction}, u.id ${direction} ${few}`
      : sql`select id from page_of_users(${patternsOf(search)}, ${below ?? null}, ${sort}, ${descending}, ${cursor?.after ?? null}, ${cursor?.id ?? null}, ${offset}, ${limit + 1})`;
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
  { search, below }: Pick<UsersWanted, 'search' | 'below'>,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const row = await db.first(
    sql<{
      total: number;
      estimated: boolean;
    }>`select total, estimated from count_users(${patternsOf(search)}, ${below ?? null}, ${countedExactly})`,
  );
  return row?.estimated ? { total: row.total, totalIsEstimate: true } : { total: row?.total ?? 0 };
}

/** A pattern for each word that was typed: all of them are to be found, in whatever order. */
const patternsOf = (search: string): string[] =>
  [...new Set(normalised(search).split(/\s+/).filter(Boolean))].map((word) => containing(word));

type UserWish = {
  orgId: string;
  lo: string;
  hi: string;
  id: string;
  reader: string;
  role: string | null;
  rights: readonly string[];
};

const userWanted = prepared((wish: Places<UserWish>) =>
  build
    .selectFrom('users as u')
    .leftJoin('nodes as n', (on) => on.onRef('n.org_id', '=', 'u.org_id').onRef('n.id', '=', 'u.node_id'))
    .select([
      'u.id',
      'u.user_name as userName',
      'u.domain_name as domainName',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email_id as emailId',
      'u.phone_number as phoneNumber',
      'u.language',
      'u.time_zone as timeZone',
      'u.country',
      'u.date_of_birth as dateOfBirth',
      'u.communication_email as communicationEmail',
      'u.communication_push as communicationPush',
      'u.communication_sms as communicationSms',
      'u.status',
      'u.manual_password as manualPassword',
      'u.last_active as lastActive',
      'u.dashboard_access as dashboardAccess',
      'u.short_name as shortName',
      'u.profile_picture as profilePicture',
      'u.reset_date as resetDate',
      'u.is_reset_token_used as isResetTokenUsed',
      'u.tpath',
      'u.created_date as createdDate',
      'u.created_by as createdBy',
      'u.updated_date as updatedDate',
      'u.updated_by as updatedBy',
      'u.version',
      'n.id as rootNodeId',
      sql<NodeType | null>`n.node_type`.as('rootNode'),
      sql<boolean>`u.secret_word_hash is not null`.as('hasSecretWord'),
      sql<boolean>`u.pin_hash is not null`.as('hasPin'),
      sql<boolean>`exists (select users_exceeding(array[u.id], ${wish.rights}))`.as('exceeds'),
      sql<{ id: string; name: string; accessRights: string[] }[]>`coalesce((
          select json_agg(json_build_object('id', r.id, 'name', r.name, 'accessRights', r.access_rights)
                   order by (u.id = ${wish.reader} and a.role_id = ${wish.role}) is true desc, a.position)
            from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
           where a.org_id = u.org_id and a.user_id = u.id and (a.until is null or a.until > clock())), '[]'::json)`.as(
        'roles',
      ),
      sql<{ id: string; name: string; nodeType: NodeType }[]>`coalesce((
          select json_agg(json_build_object('id', x.id, 'name', x.name, 'nodeType', x.node_type) order by x.tpath)
            from places_along(n.tpath) x), '[]'::json)`.as('path'),
    ])
    .where('u.org_id', '=', wish.orgId)
    .where((is) =>
      is.or([is.and([is('u.tpath', '>=', wish.lo), is('u.tpath', '<', wish.hi)]), is('u.id', '=', wish.reader)]),
    )
    .where('u.id', '=', wish.id)
    .where('u.deleted_date', 'is', null),
);

/** A user with all that is stored of them but the secrets, of which it only says whether there are any; the reader finds themselves wherever they stand, their acting role first. */
export async function findUser(
  db: Db,
  { orgId, lo, hi }: Scope,
  id: string,
  { userId: reader, roleId: role, accessRights: rights }: Pick<Actor, 'userId' | 'roleId' | 'accessRights'>,
) {
  return db.first(userWanted({ orgId, lo, hi, id, reader, role, rights }));
}

/** The caller's own assignments that one could act by just now, and by which of them their session acts. */
export async function listOwnAssignments(db: Db, _scope: Scope, sessionId: string): Promise<OwnAssignment[]> {
  return db.many(
    sql<OwnAssignment>`select id, role_name as "roleName", until, acting,
        case when node_id is not null then json_build_object('id', node_id, 'name', node_name, 'nodeType', node_type) end as place
      from own_assignments(${sessionId})`,
  );
}

/** Holds a user's row until the change at hand is stored, so that what stood there before is told truly. */
export async function lockUser(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(
    build.selectFrom('users').select('id').where('org_id', '=', scope.orgId).where('id', '=', id).forUpdate(),
  );
}

/** Writes what was filled in about a user. Nothing is written, and false answered, when the version is no longer the one it started from. */
export async function updateUser(
  db: Db,
  scope: Scope,
  id: string,
  input: UserInput,
  by: { userId: string; version: number | undefined; further?: UpdateObject<Tables, 'users'> },
): Promise<boolean> {
  const changed = await db.run(
    build
      .updateTable('users')
      .set({ ...columnsOf(input), ...by.further, ...changedBy(by.userId) })
      .where('org_id', '=', scope.orgId)
      // oneself even without a place of one's own
      .where((is) =>
        is.or([is.and([is('tpath', '>=', scope.lo), is('tpath', '<', scope.hi)]), is('id', '=', by.userId)]),
      )
      .where('id', '=', id)
      .where('deleted_date', 'is', null)
      .$if(by.version !== undefined, (update) => update.where('version', '=', by.version!)),
  );
  return changed > 0;
}

/** Writes down whether somebody may sign in. Nothing is written, and false answered, when the version is no longer the one it started from. */
export async function updateStatus(
  db: Db,
  scope: Scope,
  id: string,
  status: boolean,
  by: { userId: string; version: number },
): Promise<boolean> {
  const changed = await db.run(
    build
      .updateTable('users')
      .set({ status, updated_date: sql<string>`clock()`, updated_by: by.userId, version: sql<number>`version + 1` })
      .where('org_id', '=', scope.orgId)
      .where('tpath', '>=', scope.lo)
      .where('tpath', '<', scope.hi)
      .where('id', '=', id)
      .where('deleted_date', 'is', null)
      .where('version', '=', by.version),
  );
  return changed > 0;
}

/** Which of somebody's open sessions are to end: one, all but one, or all. */
export type Ending = { readonly only?: string; readonly but?: string };

/** Ends open sessions of somebody at once; answers which. */
export async function endSessions(
  db: Db,
  scope: Scope,
  userId: string,
  { only, but }: Ending = {},
): Promise<readonly string[]> {
  const rows = await db.many(
    build
      .updateTable('sessions')
      .set({ ended_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('ended_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`)
      .$if(only !== undefined, (update) => update.where('id', '=', only!))
      .$if(but !== undefined, (update) => update.where('id', '<>', but!))
      .returning('id'),
  );
  return rows.map(({ id }) => id);
}

/** Whatever way to a new password somebody was sent is good no more. */
export async function endTokens(db: Db, scope: Scope, userId: string): Promise<void> {
  await db.run(
    build
      .updateTable('reset_tokens')
      .set({ replaced_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('used_date', 'is', null)
      .where('replaced_date', 'is', null),
  );
}

/** The columns of what is filled in about a user, with those that searching and sorting read. */
export const columnsOf = (input: UserInput) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  email_id: input.emailId,
  phone_number: input.phoneNumber,
  language: input.language,
  time_zone: input.timeZone,
  country: input.country,
  name_norm: normalised(`${input.firstName} ${input.lastName}`),
  email_norm: normalised(input.emailId),
  search_text: sql<string>`${normalised(`${input.firstName} ${input.lastName} ${input.emailId}`)} || ' ' || user_name_norm`,
});

/** The columns that say who changed a user, and when. */
export const changedBy = (userId: string) => ({
  updated_date: sql<string>`clock()`,
  updated_by: userId,
  version: sql<number>`version + 1`,
});
