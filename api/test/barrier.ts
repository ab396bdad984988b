import pg from 'pg';
import { vi } from 'vitest';
import { afterFile } from './after-file.ts';

/** The key of the advisory lock that a closed barrier holds. */
const lockKey = 4_711;

/** Holds writes of one table in their transaction, so that a test meets the middle of it without a race. */
export type Barrier = {
  /** The product must be running: it does not start on a database with a trigger that is not its own. */
  close(): Promise<void>;
  /** Lets all writes pass, and takes the barrier away. */
  open(): Promise<void>;
  /** Resolves once a write is held. */
  reached(): Promise<void>;
};

/** A barrier, open at first, for the updates of a table for which the condition on `old` and `new` holds. */
export async function createBarrier(ownerUrl: string, table: string, condition: string): Promise<Barrier> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  afterFile(() => client.end());
  const execute = async (sql: string) => (await client.query(sql)).rowCount ?? 0;
  const held = `select from pg_locks where locktype = 'advisory' and objid = ${lockKey} and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    async close() {
      await execute(`
        create function wait_at_barrier() returns trigger language plpgsql as
          $$ begin perform pg_advisory_xact_lock_shared(${lockKey}); return new; end $$;
        select pg_advisory_lock(${lockKey});
        create trigger barrier before update on ${table} for each row when (${condition}) execute function wait_at_barrier()`);
    },
    async open() {
      await execute(`select pg_advisory_unlock(${lockKey})`);
      await execute(`drop trigger barrier on ${table}; drop function wait_at_barrier()`);
    },
    reached: async () => void (await vi.waitUntil(async () => (await execute(held)) > 0, { interval: 20 })),
  };
}
