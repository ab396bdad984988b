import { openDatabase } from '../src/platform/database/db.ts';
import { encryption } from '../src/platform/security/encryption.ts';
import { tokens } from '../src/platform/security/tokens.ts';
import { authenticator } from '../src/sessions/authenticate.ts';
import { emailWorker } from '../src/users/email/worker.ts';
import { secretKey, type TestServer } from './server.ts';

/** Makes the confirmed address that is due longest count, as the worker does every minute. */
export async function applyDueEmail(testServer: TestServer): Promise<void> {
  const database = openDatabase({ connectionString: testServer.appUrl });
  const failures: unknown[] = [];
  const { claimConfirmedEmail } = authenticator(tokens(secretKey), () => false, {} as never, {} as never);
  const worker = emailWorker({
    database,
    claimConfirmedEmail,
    mailEncryption: encryption('mails', secretKey),
    wakeMailWorker: () => undefined,
    warn: (details) => void failures.push(details),
  });
  worker.start();
  await worker.stop();
  await database.close();
  if (failures.length > 0) throw new Error('the worker failed', { cause: failures[0] });
}
