import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import type { FirstAdministrator, PendingInvitation } from '@storeward/contract/organisations';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';

/** A first administrator to insert, with their role and sign-in domain. */
export type NewAdministrator = FirstAdministrator & {
  readonly id: string;
  readonly roleId: string;
  readonly domainName: string;
};

/**
 * Inserts an administrator at the organisation's root, without a password and for no longer than the actor's own
 * assignment; an operator has no user and no end.
 */
export async function insertAdministrator(
  db: Db,
  scope: Scope,
  { id, roleId, domainName, ...input }: NewAdministrator,
  { userId, assignmentUntil }: { readonly userId: string | null; readonly assignmentUntil: string | null },
): Promise<void> {
  const { firstName, lastName, userName, emailId } = input;
  const { orgId, lo } = scope;
  await db.run(sql`
    insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm,
                       email_id, email_norm, search_text, language, country, created_date, created_by, updated_date, updated_by)
    select ${id}, o.org_id, o.org_id, ${lo}, ${userName}, ${normalised(userName)}, ${domainName}, ${firstName}, ${lastName},
           ${normalised(fullNameOf({ firstName, lastName }))}, ${emailId}, ${normalised(emailId)},
           ${searchText(firstName, lastName, emailId, userName)}, o.default_language, o.country,
           clock(), ${userId}, clock(), ${userId}
      from organisations o where o.org_id = ${orgId}`);
  await db.run(sql`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, until, created_date, created_by)
    values (${newId()}, ${orgId}, ${id}, ${roleId}, ${orgId}, ${lo}, ${assignmentUntil}, clock(), ${userId})`);
}

/** Records the user who becomes the first administrator of the organisation. */
export async function updateFirstAdministrator(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(build.updateTable('organisations').set({ administrator_id: id }).where('org_id', '=', scope.orgId));
}

export type InvitedAdministrator = PendingInvitation & { readonly id: string; readonly tpath: string };

type InvitedRow = Omit<InvitedAdministrator, 'mailRefused'> & {
  readonly refusedSince: string | null;
  readonly refusedReason: string | null;
};

/** The first administrator of an organisation if they are enabled and have not set a password yet. */
export async function findInvitedAdministrator(db: Db, scope: Scope): Promise<InvitedAdministrator | undefined> {
  const row = await db.first(sql<InvitedRow>`
    select u.id, u.tpath, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email_id as "emailId",
           (select t.expires_date from reset_tokens t where t.org_id = u.org_id and t.user_id = u.id
              and t.used_date is null and t.replaced_date is null and t.expires_date > clock()) as "goodUntil",
           u.mail_refused_date as "refusedSince", u.mail_refused_reason as "refusedReason"
      from organisations o join users u on u.org_id = o.org_id and u.id = o.administrator_id
     where o.org_id = ${scope.orgId} and u.password_hash is null and u.status and u.deleted_date is null`);
  if (!row) return undefined;
  const { refusedSince: since, refusedReason: reason, ...administrator } = row;
  return { ...administrator, mailRefused: since === null || reason === null ? null : { since, reason } };
}
