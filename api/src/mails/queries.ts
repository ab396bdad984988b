import type { PathEntry } from '@storeward/contract/settings/lists/list-rows';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import type { AssociatedData, Encryption } from '../platform/security/encryption.ts';

/** The variables of each kind of mail, stored encrypted as JSON; the mail is rendered when it is sent. */
export type MailVariables = {
  /** Password reset link, valid for `minutes`. */
  readonly resetLink: { readonly token: string; readonly minutes: number };
  /** Link to choose a first password, valid for `days`. */
  readonly invitation: { readonly token: string; readonly days: number };
  /** Temporary password set by an administrator, valid for `days`. */
  readonly firstPassword: { readonly password: string; readonly days: number };
  readonly passwordChanged: { readonly at: string; readonly address: string; readonly device: string };
  /** Change of e-mail, phone or secret word, or removal of a secret; sent to the previous address. */
  readonly contactChanged: {
    readonly what: 'emailId' | 'phoneNumber' | 'emailWithdrawn' | 'secretWord' | 'secretWordRemoved' | 'pinRemoved';
    readonly at: string;
  };
  /** Link to confirm a changed e-mail address, valid for `days`; sent to that address. */
  readonly emailConfirmation: { readonly token: string; readonly address: string; readonly days: number };
  /**
   * Link to decide about a changed e-mail address, which takes effect `days` after its confirmation; sent to the
   * address in effect.
   */
  readonly emailChange: {
    readonly token: string;
    readonly address: string;
    readonly byOwner: boolean;
    readonly days: number;
  };
  readonly newDevice: { readonly at: string; readonly address: string; readonly device: string };
};

/** A mail to a user; `to` is the address it is sent to. */
export type Mail = {
  [K in keyof MailVariables]: {
    readonly kind: K;
    readonly variables: MailVariables[K];
    readonly userId: string;
    readonly to: string;
  };
}[keyof MailVariables];

/** The associated data of a mail's content: organisation, kind, user and address, so that it cannot be sent to anybody else. */
export const mailData = (
  organisation: string,
  { kind, userId, to }: Pick<Mail, 'kind' | 'userId' | 'to'>,
): AssociatedData => ({
  organisation,
  section: 'mails',
  field: JSON.stringify([kind, userId, to]),
});

/** Dependencies of domains that send mails. */
export type MailQueue = {
  readonly mailEncryption: Encryption;
  /** Wakes the mail worker, after the commit. */
  readonly wakeMailWorker: () => void;
  /** False for an address that the mail server is known not to take, by the extensions that it offered this process last (SMTPUTF8). */
  readonly takesAddress: (address: string) => boolean;
};

/**
 * Queues a mail in the current transaction (the table is an outbox), so that it is sent only if that commits. For an
 * unknown user id the same statement runs without effect (timing).
 */
export async function insertMail(db: Db, scope: Scope, encryption: Encryption, mail: Mail): Promise<void> {
  const encryptedVariables = encryption.encrypt(JSON.stringify(mail.variables), mailData(scope.orgId, mail));
  await db.run(sql`
    insert into mails (id, org_id, user_id, kind, to_address, encrypted_content, created_date, next_try)
    select ${newId()}, org_id, id, ${mail.kind}, ${mail.to}, ${encryptedVariables}, clock(), clock()
      from users where org_id = ${scope.orgId} and id = ${mail.userId}`);
}

/** Queues many mails to existing users in one statement. */
export async function insertMails(db: Db, scope: Scope, encryption: Encryption, mails: readonly Mail[]): Promise<void> {
  const rows = mails.map((mail) => {
    const { kind, variables, userId, to } = mail;
    const encryptedVariables = encryption
      .encrypt(JSON.stringify(variables), mailData(scope.orgId, mail))
      .toString('hex');
    return { id: newId(), kind, userId, to, encryptedVariables };
  });
  await db.run(sql`
    insert into mails (id, org_id, user_id, kind, to_address, encrypted_content, created_date, next_try)
    select x.id, ${scope.orgId}, x."userId", x.kind, x."to", decode(x."encryptedVariables", 'hex'), clock(), clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "userId" uuid, kind text, "to" text, "encryptedVariables" text)`);
}

/** A due mail with everything needed to render it; `host` is null for the global portal. */
export type ClaimedMail = {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly kind: keyof MailVariables;
  readonly to: string;
  readonly encryptedVariables: Buffer | null;
  /** Whether the content may be encrypted without associated data. */
  readonly unbound: boolean;
  readonly userName: string;
  readonly firstName: string;
  readonly language: string;
  readonly timeZone: string;
  readonly organisation: string;
  readonly host: string | null;
  readonly theme: unknown;
  /** The values of the date locale along the path of the user, root first. */
  readonly dateLocales: readonly Omit<PathEntry, 'row'>[];
};

/** Claims due mails of all organisations; other workers skip them for `seconds` (lease). */
export async function claimMails(db: Db, limit: number, seconds: number): Promise<ClaimedMail[]> {
  return db.many(
    sql<ClaimedMail>`
      select id, org_id as "orgId", user_id as "userId", kind, to_address as "to", encrypted_content as "encryptedVariables", unbound, user_name as "userName", first_name as "firstName", language,
             time_zone as "timeZone", organisation, host, theme, date_locales as "dateLocales"
        from claim_queued_mails(${limit}, make_interval(secs => ${seconds}))`,
  );
}

/** Marks a mail as sent and wipes its variables. */
export async function markMailSent(db: Db, id: string): Promise<void> {
  await db.run(sql`select record_mail_sent(${id})`);
}

/** Records a failed attempt and schedules a retry, for up to a day. */
export async function markMailFailed(db: Db, id: string, error: string): Promise<void> {
  await db.run(sql`select record_mail_failure(${id}, ${error})`);
}

/** Gives up a mail whose address the mail server has refused, and marks its user; `reason` is the server's reply code. */
export async function markMailRefused(db: Db, id: string, error: string, reason: string): Promise<void> {
  await db.run(sql`select record_mail_rejection(${id}, ${error}, ${reason}, ${newId()})`);
}

/** Discards a mail whose token is no longer valid; returns whether it was discarded. */
export async function discardExpiredMail(db: Db, id: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db.first(
    sql<{ discarded: boolean }>`select discard_expired_mail(${id}, ${tokenHash}) as discarded`,
  );
  return row?.discarded === true;
}

/** The last mails to a user, newest first, with the user's current language. */
export async function listNotices(db: Db, scope: Scope, userId: string, limit: number) {
  return db.many(
    build
      .selectFrom('mails as m')
      .innerJoin('users as u', (on) => on.onRef('u.org_id', '=', 'm.org_id').onRef('u.id', '=', 'm.user_id'))
      .select(['m.id', 'm.kind', 'm.created_date as createdDate', 'u.language'])
      .where('m.org_id', '=', scope.orgId)
      .where('m.user_id', '=', userId)
      .orderBy('m.created_date', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit),
  );
}

/** Mails of a kind queued within the last `hours`, by user id; users without any are absent. */
export async function countMails(
  db: Db,
  scope: Scope,
  kind: keyof MailVariables,
  userIds: readonly string[],
  hours = 1,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many(
    build
      .selectFrom('mails')
      .select(['user_id as userId', sql<number>`count(*)`.as('count')])
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', (is) => is.fn.any(is.val([...userIds])))
      .where('kind', '=', kind)
      .where('created_date', '>', sql<string>`clock() - make_interval(hours => ${hours})`)
      .groupBy('user_id'),
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
