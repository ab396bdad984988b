import { mails } from '@storeward/contract/mails';
import { join } from 'node:path';
import type { Application } from '../platform/application.ts';
import { hasOpenMailbox } from '../platform/environment/environment.ts';
import { fileTransport, mailErrorSummary, smtpTransport } from '../platform/mail/mail-transport.ts';
import { registerDevMailbox } from './dev-mailbox.ts';
import type { MailQueue } from './queries.ts';
import { mailsService } from './service.ts';
import { mailWorker } from './worker.ts';

export const mailEndpoints = { mails };

/** Registers notices and the mail worker; without SMTP, except in production, also the page that shows mails on disk. */
export function registerMails(app: Application): MailQueue {
  const { server, database, environment, security, warn } = app;
  const { smtpUrl, smtpTimeoutSeconds, publicUrl, mailFrom, dateLocale } = environment;
  const outbox = join(environment.dataDir, 'outbox');
  const mailEncryption = security.encryptionFor('mails');
  const transport = smtpUrl ? smtpTransport(smtpUrl, smtpTimeoutSeconds) : fileTransport(outbox);
  const worker = mailWorker({
    database,
    encryption: mailEncryption,
    transport,
    settings: { publicUrl, from: mailFrom, dateLocale },
    warn,
  });
  app.addWorker(worker);
  if (transport.check) app.addWorker(mailServerCheck(transport.check, warn));
  app.register(mailEndpoints, { mails: mailsService });
  if (hasOpenMailbox(environment)) registerDevMailbox(server, outbox);
  return {
    mailEncryption,
    wakeMailWorker: worker.wake,
    takesAddress: (address) => transport.takesAddress?.(address) ?? true,
  };
}

/** Learns at the start what the mail server offers, and reports one that cannot be used before the first mail needs it. */
const mailServerCheck = (check: () => Promise<void>, warn: Application['warn']) => ({
  start: () =>
    void check().catch((error: unknown) =>
      warn({ error: mailErrorSummary(error) }, 'the mail server (SMTP_URL) cannot be used; mails wait until it can'),
    ),
  stop: async () => undefined,
});
