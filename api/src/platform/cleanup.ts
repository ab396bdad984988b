import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database/db.ts';

/** Deletes expired data in transactions of its own. */
export type CleanupJob = () => Promise<unknown>;

const intervalMs = 3_600_000;

/** Runs the jobs one after another, when the server listens and once an hour; one that fails does not stop the others. */
export function scheduleCleanup(
  { server, database }: { readonly server: FastifyInstance; readonly database: Database },
  jobs: readonly CleanupJob[],
): void {
  const deleteExpiredData = async () => {
    for (const job of [deleteExpired(database, 'idempotency_keys'), ...jobs])
      await job().catch((error: unknown) => server.log.warn({ err: error }, 'expired data could not be deleted'));
  };
  const timer = setInterval(() => void deleteExpiredData(), intervalMs).unref();
  server.addHook('onListen', deleteExpiredData);
  server.addHook('onClose', () => clearInterval(timer));
}

/** A job that deletes the expired rows of one kind by their database function. */
export const deleteExpired =
  (
    database: Database,
    rows: 'idempotency_keys' | 'sessions' | 'recoveries' | 'webhook_messages' | 'node_counts',
  ): CleanupJob =>
  () =>
    database.transaction((db) => db.run(sql`select ${sql.raw(`delete_expired_${rows}`)}()`));
