import { sql } from 'kysely';
import type { Database } from './database/db.ts';
import { workerLoop, type WorkerLoop } from './worker-loop.ts';

/** Deletes expired data in transactions of its own. */
export type CleanupJob = () => Promise<unknown>;

const intervalMs = 3_600_000;

/** Milliseconds that a stop waits for a running job; the rest is done after the next start. */
const stopTimeoutMs = 5_000;

/** Runs the jobs one after another, when the server listens and once an hour; one that fails does not stop the others. */
export function cleanupWorker(
  { database, warn }: { readonly database: Database; readonly warn: (fields: object, message: string) => void },
  jobs: readonly CleanupJob[],
): WorkerLoop {
  const report = (error: unknown) => warn({ err: error }, 'expired data could not be deleted');
  let due: CleanupJob[] = [];
  const runNext = async () => {
    if (due.length === 0) due = [deleteExpired(database, 'idempotency_keys'), ...jobs];
    await due.shift()!().catch(report);
    return due.length > 0;
  };
  return workerLoop(runNext, { name: 'cleanup', intervalMs, stopTimeoutMs, onError: report });
}

/** A job that deletes the expired rows of one kind by their database function. */
export const deleteExpired =
  (
    database: Database,
    rows: 'idempotency_keys' | 'sessions' | 'recoveries' | 'webhook_messages' | 'node_counts',
  ): CleanupJob =>
  () =>
    database.transaction((db) => db.run(sql`select ${sql.raw(`delete_expired_${rows}`)}()`));
