import { mailWorker } from '../src/mails/worker.ts';
import { openDatabase } from '../src/platform/db.ts';
import type { Post } from '../src/platform/mail.ts';
import { sealing } from '../src/platform/sealing.ts';
import { type House, secretKey } from './server.ts';

/** A worker by itself on the same database, in whose work a test can look in. */
export function aWorker(at: House, post: Post) {
  const database = openDatabase({ connectionString: at.appUrl });
  const troubles: unknown[] = [];
  const worker = mailWorker({
    database,
    sealing: sealing('mails', secretKey),
    post,
    letterhead: { publicUrl: 'http://localhost:8080', from: 'no-reply@storeward.example' },
    warn: (facts) => void troubles.push(facts),
  });
  return {
    worker,
    troubles,
    async end() {
      await worker.stop();
      await database.close();
    },
  };
}
