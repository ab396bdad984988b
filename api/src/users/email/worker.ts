import type { Origin } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Authenticator } from '../../platform/http/pipeline/context.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { workerLoop, type WorkerLoop } from '../../platform/worker-loop.ts';
import { lockEmailOwner } from './email-queries.ts';
import { applyPendingEmail, withdrawForeignEmail } from './pending-email.ts';

export type EmailWorkerDependencies = {
  readonly database: Database;
  readonly claimConfirmedEmail: Authenticator['claimConfirmedEmail'];
  readonly mailEncryption: Encryption;
  readonly wakeMailWorker: () => void;
  readonly warn: (details: object, message: string) => void;
};

const pollIntervalMs = 60_000;

/** The origin of audit entries that no request causes. */
const noOrigin: Origin = {
  host: '',
  address: '',
  device: '',
  browser: false,
  cookies: {},
  apiKey: undefined,
  idleSeconds: undefined,
  impersonationId: undefined,
};

/**
 * Creates the worker that puts confirmed addresses into effect once the period for objections has passed, and withdraws
 * those of people who may not edit the user any more.
 */
export function emailWorker({
  database,
  claimConfirmedEmail,
  warn,
  ...dependencies
}: EmailWorkerDependencies): WorkerLoop {
  return workerLoop(applyNext, {
    name: 'emailChanges',
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'making a confirmed e-mail address count failed'),
  });

  async function applyNext(): Promise<boolean> {
    const applied = await database.transaction(async (db) => {
      const claimed = await claimConfirmedEmail(db);
      if (!claimed) return false;
      const { scope, userId } = claimed;
      const owner = await lockEmailOwner(db, scope, userId);
      if (!owner || owner.pendingEmail === null) throw new Error('a claimed user has a pending address');
      const { pendingEmail } = owner;
      const context = { db, scope, origin: noOrigin };
      const by = { actorId: null };
      if (owner.counts) await applyPendingEmail(dependencies, context, { ...owner, pendingEmail }, 'notObjected', by);
      else await withdrawForeignEmail(dependencies, context, owner, by);
      return true;
    });
    if (applied) dependencies.wakeMailWorker();
    return applied;
  }
}
