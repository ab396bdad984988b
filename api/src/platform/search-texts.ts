import { searchText } from '@storeward/contract/search';
import { sql } from 'kysely';
import type { Database, Db } from './database/db.ts';
import { type WorkerLoop, workerLoop } from './worker-loop.ts';

/** Small enough that a save of one of the rows does not wait noticeably. */
const batchSize = 500;
const intervalMs = 60_000;
const rowsPerReport = 10_000;

type Dependencies = {
  readonly database: Database;
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
};

/**
 * Fills the search texts of all organisations that an earlier release has written. Several processes share the work;
 * after an interruption it continues, since the text of a row shows whether it is done.
 */
export function searchTextWorker({ database, info, warn }: Dependencies): WorkerLoop {
  let filled = 0;
  let reported = 0;

  async function report(): Promise<void> {
    reported = filled;
    const left = await database.transaction(countUnfilled);
    info({ filled, left }, left === 0 ? 'all search texts are filled' : 'filling search texts');
  }

  async function fillBatch(): Promise<boolean> {
    const count = await database.transaction((db) => fillSearchTexts(db, batchSize));
    filled += count;
    if (count === 0 ? filled > reported : filled - reported >= rowsPerReport) await report();
    return count > 0;
  }

  return workerLoop(fillBatch, {
    name: 'searchTexts',
    intervalMs,
    onError: (error) => warn({ err: error }, 'filling search texts failed; will retry'),
  });
}

/** Fills up to `limit` search texts; returns their number, 0 if no unlocked row is left. */
export async function fillSearchTexts(db: Db, limit: number): Promise<number> {
  const rows = await db.many(
    sql<{
      table: string;
      id: string;
      fields: string[];
    }>`select record_table as "table", id, fields from claim_search_texts(${limit})`,
  );
  const table = rows[0]?.table;
  if (table === undefined) return 0;
  const ids = rows.map(({ id }) => id);
  const texts = rows.map(({ fields }) => searchText(...fields));
  await db.run(sql`select write_search_texts(${table}, ${ids}, ${texts})`);
  return rows.length;
}

async function countUnfilled(db: Db): Promise<number> {
  return (await db.first(sql<{ total: number }>`select count_search_texts() as total`))?.total ?? 0;
}
