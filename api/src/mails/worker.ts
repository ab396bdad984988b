import { createHash } from 'node:crypto';
import type { Database } from '../platform/database/db.ts';
import { mailErrorSummary, type MailTransport, refusedAddressReply } from '../platform/mail/mail-transport.ts';
import { workerLoop, type WorkerLoop } from '../platform/worker-loop.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { type MailSettings, renderMail } from './mail-template.ts';
import {
  claimMails,
  type ClaimedMail,
  discardExpiredMail,
  mailData,
  markMailFailed,
  markMailRefused,
  markMailSent,
} from './queries.ts';

export type MailWorkerDependencies = {
  readonly database: Database;
  readonly encryption: Encryption;
  readonly transport: MailTransport;
  readonly settings: MailSettings;
  readonly warn: (variables: Readonly<Record<string, unknown>>, message: string) => void;
};

const pollIntervalMs = 5_000;
const batchSize = 5;
/** Longer than one delivery may take; after that the claiming worker is considered dead. */
const leaseSeconds = 60;

const shutdownTimeoutSeconds = 5;

/** Creates the delivery worker; the first poll also finds mails queued before a restart. */
export function mailWorker({ database, encryption, transport, settings, warn }: MailWorkerDependencies): WorkerLoop {
  return workerLoop(deliver, {
    name: 'mails',
    intervalMs: pollIntervalMs,
    stopTimeoutMs: shutdownTimeoutSeconds * 1000,
    onError: (error) => warn({ err: error }, 'polling for due mails failed'),
  });

  async function deliver(): Promise<boolean> {
    const claimed = await database.transaction((db) => claimMails(db, batchSize, leaseSeconds));
    const results = await Promise.allSettled(claimed.map(deliverOne));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return claimed.length > 0;
  }

  async function deliverOne(mail: ClaimedMail): Promise<void> {
    if (await discardIfExpired(mail)) return;
    const error = await send(mail).catch((error: unknown) => error ?? new Error('failed'));
    if (!error) return database.transaction((db) => markMailSent(db, mail.id));
    const summary = mailErrorSummary(error);
    const reply = refusedAddressReply(error);
    warn(
      { mail: mail.id, kind: mail.kind, error: summary },
      reply === undefined ? 'mail delivery failed' : 'mail given up, the mail server refused its address',
    );
    await database.transaction((db) =>
      reply === undefined ? markMailFailed(db, mail.id, summary) : markMailRefused(db, mail.id, summary, reply),
    );
  }

  /** Discards a mail whose link expired, was used or was replaced before delivery. */
  async function discardIfExpired(mail: ClaimedMail): Promise<boolean> {
    const { id, kind } = mail;
    const { token } = JSON.parse(variablesOf(mail) ?? '{}') as { token?: string };
    if (token === undefined) return false;
    const hash = createHash('sha256').update(token).digest();
    const expired = await database.transaction((db) => discardExpiredMail(db, id, hash));
    if (expired) warn({ mail: id, kind }, 'mail discarded, its link is no longer valid');
    return expired;
  }

  function variablesOf(mail: ClaimedMail): string | undefined {
    const { encryptedVariables, unbound } = mail;
    return encryptedVariables ? encryption.decrypt(encryptedVariables, mailData(mail.orgId, mail), unbound) : undefined;
  }

  async function send(mail: ClaimedMail): Promise<undefined> {
    const variables = variablesOf(mail);
    // the code is stored with the failed mail, so it must not be renamed
    if (!variables)
      throw Object.assign(new Error('mail variables cannot be decrypted with the current keys'), { code: 'ESEALED' });
    await transport.send(renderMail(mail, JSON.parse(variables), settings));
  }
}
