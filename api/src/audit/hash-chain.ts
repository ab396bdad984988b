import type { Application } from '../platform/application.ts';
import { workerLoop, type WorkerLoop } from '../platform/worker-loop.ts';
import { extendHashChains } from './chain-queries.ts';

const batchSize = 500;

/** Appends new audit entries to their organisation's hash chain, once a second. */
export const hashChainWorker = ({ database, warn }: Pick<Application, 'database' | 'warn'>): WorkerLoop =>
  workerLoop(async () => (await database.transaction((db) => extendHashChains(db, batchSize))) === batchSize, {
    name: 'auditChains',
    intervalMs: 1_000,
    onError: (error) => warn({ err: error }, 'extending the audit hash chains failed; will retry'),
  });
