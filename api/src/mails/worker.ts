import { createHash } from 'node:crypto';
import type { Database } from '../platform/db.ts';
import { mailTrouble, type Post } from '../platform/mail.ts';
import { inRounds, type Rounds } from '../platform/rounds.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type Letterhead, letterOf } from './letter.ts';
import { giveUpInVain, noteMailFailed, noteMailSent, type TakenMail, takeMails } from './queries.ts';

/** What delivering mails stands on. */
export type MailParts = {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly post: Post;
  readonly letterhead: Letterhead;
  /** Tells the log of a mail that did not leave. */
  readonly warn: (facts: Readonly<Record<string, unknown>>, words: string) => void;
};

const lookEvery = 5_000;
const atOnce = 5;
/** Longer than one mail may take; then whoever had it is taken for gone. */
const leaseSeconds = 60;

const patienceSeconds = 5;

/** Sets up delivery; it begins with `start`, and what was queued before a restart is found by the first look. */
export function mailWorker({ database, sealing, post, letterhead, warn }: MailParts): Rounds {
  return inRounds(deliver, {
    every: lookEvery,
    patience: patienceSeconds * 1000,
    failed: (error) => warn({ err: error }, 'mails could not be looked for'),
  });

  async function deliver(): Promise<boolean> {
    const taken = await database.transaction((db) => takeMails(db, atOnce, leaseSeconds));
    const ends = await Promise.allSettled(taken.map(hand));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return taken.length > 0;
  }

  async function hand(mail: TakenMail): Promise<void> {
    if (await isInVain(mail)) return;
    const trouble = await sendOff(mail).catch((error: unknown) => error ?? new Error('failed'));
    if (trouble) warn({ mail: mail.id, kind: mail.kind, trouble: mailTrouble(trouble) }, 'a mail did not leave');
    await database.transaction((db) =>
      trouble ? noteMailFailed(db, mail.id, mailTrouble(trouble)) : noteMailSent(db, mail.id),
    );
  }

  /** Nobody is sent a link that leads nowhere any more: its time was over, or another one took its place, before it could leave. */
  async function isInVain({ id, kind, sealed }: TakenMail): Promise<boolean> {
    const { token } = JSON.parse((sealed && sealing.open(sealed)) ?? '{}') as { token?: string };
    if (token === undefined) return false;
    const hash = createHash('sha256').update(token).digest();
    const over = await database.transaction((db) => giveUpInVain(db, id, hash));
    if (over) warn({ mail: id, kind }, 'a mail was given up, since its link is over');
    return over;
  }

  async function sendOff(mail: TakenMail): Promise<undefined> {
    const facts = mail.sealed && sealing.open(mail.sealed);
    if (!facts) throw Object.assign(new Error('it was sealed with another key'), { code: 'ESEALED' });
    await post.send(letterOf(mail, JSON.parse(facts), letterhead));
  }
}
