import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Sealing } from '../platform/sealing.ts';

/** What each kind of mail tells; its words are made when it is sent, in the reader's language and the portal's look. */
export type MailFacts = {
  /** The way to a new password; `minutes` it is good for. */
  readonly resetLink: { readonly token: string; readonly minutes: number };
  /** The way to a first password; `days` it is good for. */
  readonly invitation: { readonly token: string; readonly days: number };
  /** A password that was given to somebody; `days` it is good for. */
  readonly firstPassword: { readonly password: string; readonly days: number };
  readonly passwordChanged: { readonly at: string; readonly address: string; readonly device: string };
  /** Sent to the address before the change: e-mail, phone or secret word is another now. */
  readonly contactChanged: { readonly what: 'emailId' | 'phoneNumber' | 'secretWord'; readonly at: string };
  readonly newDevice: { readonly at: string; readonly address: string; readonly device: string };
};

/** A mail to somebody; `to` where it goes somewhere else than to their present address. */
export type Mail = {
  [K in keyof MailFacts]: {
    readonly kind: K;
    readonly facts: MailFacts[K];
    readonly userId: string;
    readonly to: string;
  };
}[keyof MailFacts];

/**
 * Puts a mail into the queue, in the transaction of what it tells of; it leaves once that is stored, and not otherwise. For
 * a reader who does not exist the same is done, and nothing comes of it.
 */
export async function insertMail(db: Db, scope: Scope, sealing: Sealing, mail: Mail): Promise<void> {
  const sealed = sealing.seal(JSON.stringify(mail.facts));
  await db.run(sql`
    insert into mails (id, org_id, user_id, kind, to_address, sealed, created_date, next_try)
    select ${newId()}, org_id, id, ${mail.kind}, ${mail.to}, ${sealed}, clock(), clock()
      from users where org_id = ${scope.orgId} and id = ${mail.userId}`);
}

/** Puts many mails to people who exist into the queue. */
export async function insertMails(db: Db, scope: Scope, sealing: Sealing, mails: readonly Mail[]): Promise<void> {
  const rows = mails.map(({ kind, facts, userId, to }) => {
    const sealed = sealing.seal(JSON.stringify(facts)).toString('hex');
    return { id: newId(), kind, userId, to, sealed };
  });
  await db.run(sql`
    insert into mails (id, org_id, user_id, kind, to_address, sealed, created_date, next_try)
    select x.id, ${scope.orgId}, x."userId", x.kind, x."to", decode(x.sealed, 'hex'), clock(), clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "userId" uuid, kind text, "to" text, sealed text)`);
}

/** A mail that is due, with all that its words and its look are made of; `host` where it belongs to a portal of its own. */
export type TakenMail = {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly sealed: Buffer | null;
  readonly userName: string;
  readonly firstName: string;
  readonly language: string;
  readonly timeZone: string;
  readonly organisation: string;
  readonly host: string | null;
  readonly theme: unknown;
};

/** Takes the mails that are due, of whichever organisation; nobody else gets them for `seconds`. */
export async function takeMails(db: Db, most: number, seconds: number): Promise<TakenMail[]> {
  return db.many(
    sql<TakenMail>`
      select id, kind, to_address as "to", sealed, user_name as "userName", first_name as "firstName", language,
             time_zone as "timeZone", organisation, host, theme
        from take_mails(${most}, make_interval(secs => ${seconds}))`,
  );
}

/** Notes that a mail has left, and wipes out what stood in it. */
export async function noteMailSent(db: Db, id: string): Promise<void> {
  await db.run(sql`select mail_sent(${id})`);
}

/** Notes that a mail could not leave; it is tried again after a while, for a day. */
export async function noteMailFailed(db: Db, id: string, error: string): Promise<void> {
  await db.run(sql`select mail_failed(${id}, ${error})`);
}

/** Gives up a mail whose link leads nowhere any more; answers whether it was one. */
export async function giveUpInVain(db: Db, id: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db.first(sql<{ given: boolean }>`select mail_in_vain(${id}, ${tokenHash}) as given`);
  return row?.given === true;
}

/** The last mails to one person: of what kind, when, and the language they are addressed in. */
export async function listNotices(db: Db, scope: Scope, userId: string, most: number) {
  return db.many(
    build
      .selectFrom('mails as m')
      .innerJoin('users as u', (on) => on.onRef('u.org_id', '=', 'm.org_id').onRef('u.id', '=', 'm.user_id'))
      .select(['m.id', 'm.kind', 'm.created_date as createdDate', 'u.language'])
      .where('m.org_id', '=', scope.orgId)
      .where('m.user_id', '=', userId)
      .orderBy('m.created_date', 'desc')
      .orderBy('m.id', 'desc')
      .limit(most),
  );
}

/** How many mails of one kind went to each of some people within the last hours. */
export async function countMails(
  db: Db,
  scope: Scope,
  kind: keyof MailFacts,
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
