import type { Database } from '../platform/database/db.ts';
import { type WorkerLoop, workerLoop } from '../platform/worker-loop.ts';
import { foldCounts } from './count-queries.ts';

const intervalMs = 15_000;
const batchSize = 20_000;

type Dependencies = { readonly database: Database; readonly warn: (details: object, message: string) => void };

/** Adds differences to the counts of nodes, so that a dashboard reads few rows; the counts are correct without it. */
export function countWorker({ database, warn }: Dependencies): WorkerLoop {
  const fold = async () => (await database.transaction((db) => foldCounts(db, batchSize))) === batchSize;
  return workerLoop(fold, {
    name: 'counts',
    intervalMs,
    onError: (error) => warn({ err: error }, 'adding up counts failed; will retry'),
  });
}
