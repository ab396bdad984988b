import { normalised } from '@storeward/contract/fields';
import type { FirstAdministrator, Invited } from '@storeward/contract/organisations';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';

/** A first administrator about to be made: with which role, and by which domain they sign in. */
export type NewAdministrator = FirstAdministrator & {
  readonly id: string;
  readonly roleId: string;
  readonly domainName: string;
};

/** Hands a new organisation to somebody: at its top, with that role, and without a password. */
export async function insertAdministrator(
  db: Db,
  scope: Scope,
  { id, roleId, domainName, ...input }: NewAdministrator,
  userId: string,
): Promise<void> {
  const { firstName, lastName, userName, emailId } = input;
  const { orgId, lo } = scope;
  await db.run(sql`
    insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm,
                       email_id, email_norm, search_text, language, country, created_date, created_by, updated_date, updated_by)
    select ${id}, o.org_id, o.org_id, ${lo}, ${userName}, ${normalised(userName)}, ${domainName}, ${firstName}, ${lastName},
           ${normalised(`${firstName} ${lastName}`)}, ${emailId}, ${normalised(emailId)},
           ${normalised(`${firstName} ${lastName} ${emailId} ${userName}`)}, o.default_language, o.country,
           clock(), ${userId}, clock(), ${userId}
      from organisations o where o.org_id = ${orgId}`);
  await db.run(sql`
    insert into assignments (id, org_id, user_id, role_id, node_id, tpath, created_date, created_by)
    values (${newId()}, ${orgId}, ${id}, ${roleId}, ${orgId}, ${lo}, clock(), ${userId})`);
  await db.run(build.updateTable('organisations').set({ administrator_id: id }).where('org_id', '=', orgId));
}

/** A first administrator as they are to be found by whoever invites them. */
export type FoundInvited = Invited & { readonly id: string; readonly tpath: string };

/** The first administrator of an organisation, who may sign in and has not chosen a password yet. */
export async function findInvited(db: Db, scope: Scope): Promise<FoundInvited | undefined> {
  return db.first(sql<FoundInvited>`
    select u.id, u.tpath, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email_id as "emailId",
           (select t.expires_date from reset_tokens t where t.org_id = u.org_id and t.user_id = u.id
              and t.used_date is null and t.replaced_date is null and t.expires_date > clock()) as "goodUntil"
      from organisations o join users u on u.org_id = o.org_id and u.id = o.administrator_id
     where o.org_id = ${scope.orgId} and u.password_hash is null and u.status and u.deleted_date is null`);
}
