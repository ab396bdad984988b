import { mailWorker } from '../src/mails/worker.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import type { MailTransport } from '../src/platform/mail/mail-transport.ts';
import { encryption } from '../src/platform/security/encryption.ts';
import { type TestServer, secretKey } from './server.ts';

/** A separate mail worker on the server's database; collects its warnings. */
export function startMailWorker(testServer: TestServer, transport: MailTransport) {
  const database = openDatabase({ connectionString: testServer.appUrl });
  const warnings: unknown[] = [];
  const worker = mailWorker({
    database,
    encryption: encryption('mails', secretKey),
    transport,
    settings: { publicUrl: 'http://localhost:8080', from: 'no-reply@storeward.example', dateLocale: 'en-GB' },
    warn: (variables) => void warnings.push(variables),
  });
  return {
    worker,
    warnings,
    async close() {
      await worker.stop();
      await database.close();
    },
  };
}
