import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database/db.ts';

/** Deletes expired data in transactions of its own. */
export type CleanupJob = () => Promise<unknown>;

const intervalMs = 3_600_000;

/** Runs the jobs one after another, when the server listens and once an hour. */
export function scheduleCleanup(
  { server, database }: { readonly server: FastifyInstance; readonly database: Database },
  jobs: readonly CleanupJob[],
): void {
  const deleteExpiredData = async () => {
    try {
      await deleteExpired(database, 'kept_answers')(); // the responses stored for idempotency keys
      for (const job of jobs) await job();
    } catch (error) {
      server.log.warn({ err: error }, 'expired data could not be deleted');
    }
  };
  const timer = setInterval(() => void deleteExpiredData(), intervalMs).unref();
  server.addHook('onListen', deleteExpiredData);
  server.addHook('onClose', () => clearInterval(timer));
}

/** A job that deletes the expired rows of one kind by their database function. */
export const deleteExpired =
  (database: Database, rows: 'kept_answers' | 'old_sign_ins' | 'recoveries' | 'webhook_messages'): CleanupJob =>
  () =>
    database.transaction((db) => db.run(sql`select ${sql.raw(`forget_${rows}`)}()`));
