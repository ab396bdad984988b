import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { build, type Db } from '../../platform/database/db.ts';
import { emailColumns, objectionDays, stillCounts } from '../queries.ts';

/** A user with the address in effect and the pending one. */
export type EmailOwner = {
  readonly id: string;
  readonly tpath: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userName: string;
  readonly emailId: string;
  readonly pendingEmail: string | null;
  readonly pendingEmailBy: string | null;
  /** Whether the user requested the change. */
  readonly byOwner: boolean;
  readonly confirmed: boolean;
  /** Whether who entered the pending address may still edit the user. */
  readonly counts: boolean;
};

/** Locks a user of the organisation until the transaction ends. */
export async function lockEmailOwner(db: Db, { orgId }: Scope, id: string): Promise<EmailOwner | undefined> {
  return db.first(sql<EmailOwner>`
    select u.id, u.tpath, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email_id as "emailId",
           u.pending_email as "pendingEmail", u.pending_email_by as "pendingEmailBy", u.pending_email_by is not distinct from u.id as "byOwner",
           u.pending_email_confirmed_date is not null as confirmed, ${stillCounts(sql`u.pending_email_by`)} as counts
      from users u where u.org_id = ${orgId} and u.id = ${id} and u.deleted_date is null for update`);
}

/** Stores changed addresses that are not in effect yet, each replacing an earlier one of its user. The rows must be locked. */
export async function setPendingEmails(
  db: Db,
  { orgId }: Scope,
  users: readonly { readonly id: string; readonly address: string }[],
  by: string,
): Promise<void> {
  await db.run(sql`
    update users u set pending_email = x.address, pending_email_since = clock(), pending_email_by = ${by}, pending_email_confirmed_date = null
      from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) x(id uuid, address text)
     where u.org_id = ${orgId} and u.id = x.id`);
}

const noPendingEmail = {
  pending_email: null,
  pending_email_since: null,
  pending_email_by: null,
  pending_email_confirmed_date: null,
};

const changed = { updated_date: sql<string>`clock()`, version: sql<number>`version + 1` };

/** Removes pending addresses; `countsAsChange` unless the users are written anyway. */
export async function clearPendingEmails(
  db: Db,
  { orgId }: Scope,
  ids: readonly string[],
  { countsAsChange }: { readonly countsAsChange: boolean },
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ ...noPendingEmail, ...(countsAsChange && changed) })
      .where('org_id', '=', orgId)
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`),
  );
}

/** The time by the clock of the installation. */
export async function currentTime(db: Db): Promise<string> {
  const row = await db.first(sql<{ at: string }>`select clock() as at`);
  return row!.at;
}

/** Records that the changed address of a user has been confirmed. */
export async function confirmPendingEmail(db: Db, { orgId }: Scope, id: string): Promise<void> {
  await db.run(sql`
    update users set pending_email_confirmed_date = coalesce(pending_email_confirmed_date, clock()) where org_id = ${orgId} and id = ${id}`);
}

/** Makes the owner the author of the pending change. */
export async function adoptPendingEmail(db: Db, { orgId }: Scope, id: string): Promise<void> {
  await db.run(
    sql`update users set pending_email_by = id where org_id = ${orgId} and id = ${id} and pending_email is not null`,
  );
}

/** Puts an address into effect, as the owner's own or as that of who entered it; returns the time. */
export async function updateEmail(
  db: Db,
  { orgId }: Scope,
  { id, firstName, lastName, userName }: EmailOwner,
  emailId: string,
  { isOwn }: { readonly isOwn: boolean },
): Promise<string> {
  const row = await db.first(
    build
      .updateTable('users')
      .set({ ...emailColumns({ firstName, lastName, emailId, userName }), ...noPendingEmail, ...changed })
      .set({ email_by: isOwn ? null : sql<string>`pending_email_by` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returning('updated_date as at'),
  );
  return row!.at;
}

export type NewEmailLink = {
  readonly userId: string;
  readonly hash: Buffer;
  readonly purpose: 'confirm' | 'decide';
  readonly days: number;
};

export async function insertEmailLinks(db: Db, { orgId }: Scope, links: readonly NewEmailLink[]): Promise<void> {
  const rows = links.map(({ hash, ...link }) => ({ ...link, hash: hash.toString('hex') }));
  await db.run(sql`
    insert into email_links (org_id, user_id, token_hash, purpose, created_date, expires_date)
    select ${orgId}, x."userId", decode(x.hash, 'hex'), x.purpose, clock(), clock() + make_interval(days => x.days)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("userId" uuid, hash text, purpose text, days int)`);
}

/** Ends the unused links of users about changed addresses. */
export async function endEmailLinks(db: Db, { orgId }: Scope, userIds: readonly string[]): Promise<void> {
  await db.run(sql`
    update email_links set expires_date = clock()
     where org_id = ${orgId} and user_id = any(${[...userIds]}::uuid[]) and used_date is null and expires_date > clock()`);
}

/** A stored link with its change; `over` once it was used, has expired, or the change is settled. */
export type StoredEmailLink = {
  readonly userId: string;
  readonly purpose: 'confirm' | 'decide';
  readonly address: string | null;
  readonly byOwner: boolean;
  readonly countsFrom: string | null;
  readonly over: boolean;
};

export async function findEmailLink(db: Db, { orgId }: Scope, tokenHash: Buffer): Promise<StoredEmailLink | undefined> {
  return db.first(sql<StoredEmailLink>`
    select l.user_id as "userId", l.purpose, u.pending_email as address, u.pending_email_by is not distinct from u.id as "byOwner",
           u.pending_email_confirmed_date + make_interval(days => ${objectionDays}) as "countsFrom",
           l.used_date is not null or l.expires_date <= clock() or u.pending_email is null or u.deleted_date is not null as over
      from email_links l join users u on u.org_id = l.org_id and u.id = l.user_id
     where l.org_id = ${orgId} and l.token_hash = ${tokenHash}`);
}

export async function markEmailLinkUsed(db: Db, { orgId }: Scope, tokenHash: Buffer): Promise<void> {
  await db.run(sql`update email_links set used_date = clock() where org_id = ${orgId} and token_hash = ${tokenHash}`);
}
