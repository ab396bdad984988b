import type { Application } from '../../platform/application.ts';
import { workerLoop, type WorkerLoop } from '../../platform/worker-loop.ts';
import { endExpiredImpersonations } from './impersonation-queries.ts';

/** Ends expired impersonations every minute, even without further requests, so that their audit entry is timely. */
export const impersonationExpiry = ({ database, warn }: Pick<Application, 'database' | 'warn'>): WorkerLoop =>
  workerLoop(() => database.transaction(endExpiredImpersonations).then(() => false), {
    name: 'impersonationExpiry',
    intervalMs: 60_000,
    onError: (error) => warn({ err: error }, 'ending expired impersonations failed'),
  });
