import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import type { OwnAssignment } from '@storeward/contract/users';
import type { UserInput } from '@storeward/contract/users/user-input';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import { build, type Db, type Placeholders, prepared } from '../platform/database/db.ts';

/**
 * SQL condition that restricts users `u` selected by id or name to the scope. The path range is wrapped in a CASE,
 * because otherwise the planner, which cannot estimate its width, may scan the whole subtree for a few rows.
 */
export const usersInScope = ({ orgId, lo, hi }: Scope) =>
  sql`u.org_id = ${orgId} and u.deleted_date is null
      and case when u.tpath >= ${lo} and u.tpath < ${hi} then true else false end`;

/** The same including the actor, who may change their own record outside their scope. */
export const usersInReach = ({ orgId, lo, hi }: Scope, userId: string) =>
  sql`u.org_id = ${orgId} and u.deleted_date is null
      and case when u.tpath >= ${lo} and u.tpath < ${hi} or u.id = ${userId} then true else false end`;

/** How many days after its confirmation an address that an administrator has entered takes effect, unless its owner objects. */
export const objectionDays = 7;
const objectionPeriod = sql.raw(`interval '${objectionDays} days'`);

/**
 * SQL condition: what a person has left on the user `u` still counts. It does while that person (`giver`) could edit
 * the user, and if nobody else left it (null). Asked wherever such a thing is used; see decision 0113.
 */
export const stillCounts = (giver: RawBuilder<unknown>, rights: readonly string[] = ['edit_user']) =>
  sql<boolean>`giver_may_edit(u.org_id, u.id, ${giver}, ${[...rights]})`;

/**
 * The same for the address in effect of the users `u`, and so for every link and temporary password that is mailed to it.
 * Who creates or enables users enters or uses their addresses too.
 */
export const addressCounts = stillCounts(sql`u.email_by`, ['edit_user', 'create_user', 'enabled_user']);

/**
 * The password hash of the users `u`; none for a temporary password that has expired, or was mailed to an address that
 * does not count any more.
 */
export const usablePasswordHash = sql<string | null>`
  case when u.manual_password or (u.temporary_until is null or u.temporary_until > clock()) and ${addressCounts} then u.password_hash end`;

/** The same for a secret word: until the owner has chosen a password, it is the one that their creator has chosen. */
export const secretWordCounts = sql<boolean>`u.manual_password or ${stillCounts(sql`u.created_by`, ['edit_user', 'create_user'])}`;

/**
 * Records that the actor sends a link or password to the addresses of users: the actor vouches for those that others have
 * entered, and those that the mail server has refused are tried again.
 */
export async function vouchForAddresses(db: Db, { orgId }: Scope, ids: readonly string[], by: string): Promise<void> {
  await db.run(sql`
    update users set email_by = case when email_by is not null then ${by}::uuid end, mail_refused_date = null, mail_refused_reason = null
     where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and (email_by is not null or mail_refused_date is not null)`);
}

type UserQueryParams = {
  orgId: string;
  lo: string;
  hi: string;
  id: string;
  reader: string;
  role: string | null;
  rights: readonly string[];
};

const userQuery = prepared((params: Placeholders<UserQueryParams>) =>
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
      'u.pending_email as pendingAddress',
      'u.pending_email_since as pendingSince',
      sql<boolean>`u.pending_email_by is not distinct from u.id`.as('pendingByOwner'),
      sql<string | null>`u.pending_email_confirmed_date + ${objectionPeriod}`.as('pendingCountsFrom'),
      'u.mail_refused_date as refusedSince',
      'u.mail_refused_reason as refusedReason',
      'u.phone_number as phoneNumber',
      'u.language',
      'u.time_zone as timeZone',
      'u.country',
      'u.date_of_birth as dateOfBirth',
      'u.communication_email as communicationEmail',
      'u.communication_push as communicationPush',
      'u.communication_sms as communicationSms',
      'u.face_consent_date as faceConsentDate',
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
      sql<boolean>`exists (select users_exceeding(array[u.id], ${params.rights}))`.as('exceeds'),
      sql<{ id: string; name: string; accessRights: string[] }[]>`coalesce((
          select json_agg(json_build_object('id', r.id, 'name', r.name, 'accessRights', r.access_rights)
                   order by (u.id = ${params.reader} and a.role_id = ${params.role}) is true desc, a.position)
            from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
           where a.org_id = u.org_id and a.user_id = u.id and (a.until is null or a.until > clock())), '[]'::json)`.as(
        'roles',
      ),
      sql<{ id: string; name: string; nodeType: NodeType }[]>`coalesce((
          select json_agg(json_build_object('id', x.id, 'name', x.name, 'nodeType', x.node_type) order by x.tpath)
            from nodes_along_path(n.tpath) x), '[]'::json)`.as('path'),
    ])
    .where('u.org_id', '=', params.orgId)
    .where((eb) =>
      eb.or([eb.and([eb('u.tpath', '>=', params.lo), eb('u.tpath', '<', params.hi)]), eb('u.id', '=', params.reader)]),
    )
    .where('u.id', '=', params.id)
    .where('u.deleted_date', 'is', null),
);

/**
 * A user with flags instead of secrets. The actor's own record is found outside the scope too, with the acting role
 * first.
 */
export async function findUser(
  db: Db,
  { orgId, lo, hi }: Scope,
  id: string,
  { userId: reader, roleId: role, accessRights: rights }: Pick<Actor, 'userId' | 'roleId' | 'accessRights'>,
) {
  return db.first(userQuery({ orgId, lo, hi, id, reader, role, rights }));
}

/** The actor's currently usable assignments and which of them the session acts by. */
export async function listOwnAssignments(db: Db, _scope: Scope, sessionId: string): Promise<OwnAssignment[]> {
  return db.many(
    sql<OwnAssignment>`select id, role_name as "roleName", until, acting,
        case when node_id is not null then json_build_object('id', node_id, 'name', node_name, 'nodeType', node_type) end as place
      from own_assignments(${sessionId})`,
  );
}

/** Locks a user's row until the transaction ends, so that the audited old values are correct. */
export async function lockUser(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(
    build.selectFrom('users').select('id').where('org_id', '=', scope.orgId).where('id', '=', id).forUpdate(),
  );
}

/** The sign-in domains of the organisation, the default one first. */
export async function listSignInDomains(db: Db, { orgId }: Scope): Promise<string[]> {
  const rows = await db.many(
    build
      .selectFrom('domains')
      .select('domain_name as name')
      .where('org_id', '=', orgId)
      .orderBy('is_default', 'desc')
      .orderBy('domain_name'),
  );
  return rows.map(({ name }) => name);
}

/** Selects sessions of a user: one, all except one, or all. */
export type SessionSelection = { readonly only?: string; readonly except?: string };

/** Ends open sessions of users; returns their ids. */
export async function endSessions(
  db: Db,
  scope: Scope,
  userIds: readonly string[],
  { only, except }: SessionSelection = {},
): Promise<readonly string[]> {
  const rows = await db.many(
    build
      .updateTable('sessions')
      .set({ ended_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
      .where('ended_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`)
      .$if(only !== undefined, (update) => update.where('id', '=', only!))
      .$if(except !== undefined, (update) => update.where('id', '<>', except!))
      .returning('id'),
  );
  return rows.map(({ id }) => id);
}

/** Revokes the unused password reset and invitation tokens of users. */
export async function revokeResetTokens(db: Db, scope: Scope, userIds: readonly string[]): Promise<void> {
  await db.run(
    build
      .updateTable('reset_tokens')
      .set({ replaced_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
      .where('used_date', 'is', null)
      .where('replaced_date', 'is', null),
  );
}

/** Columns of the user fields, including the derived ones for search and sorting. */
export const inputColumns = (input: UserInput & { readonly userName: string }) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  phone_number: input.phoneNumber,
  language: input.language,
  time_zone: input.timeZone,
  country: input.country,
  name_norm: normalised(fullNameOf(input)),
  ...emailColumns(input),
});

/** Columns of the e-mail address, including the derived ones. */
export const emailColumns = ({
  firstName,
  lastName,
  emailId,
  userName,
}: Pick<UserInput, 'firstName' | 'lastName' | 'emailId'> & { readonly userName: string }) => ({
  email_id: emailId,
  email_norm: normalised(emailId),
  search_text: searchText(firstName, lastName, emailId, userName),
  ...rejectionOf(emailId),
});

/** A mark of refused mails stays only while the address does. */
const rejectionOf = (emailId: string) => ({
  mail_refused_date: sql<string | null>`case when email_id = ${emailId} then mail_refused_date end`,
  mail_refused_reason: sql<string | null>`case when email_id = ${emailId} then mail_refused_reason end`,
});

/** Author, time and incremented version of a change. */
export const changeColumns = (userId: string) => ({
  updated_date: sql<string>`clock()`,
  updated_by: userId,
  version: sql<number>`version + 1`,
});

/** Claims the user, of any organisation, whose confirmed address is due to take effect; sets the transaction's scope to theirs. */
export async function claimConfirmedEmail(db: Db): Promise<string | undefined> {
  const row = await db.first(
    sql<{ claimed: string | null }>`select claim_confirmed_email(make_interval(days => ${objectionDays})) as claimed`,
  );
  return row?.claimed ?? undefined;
}
