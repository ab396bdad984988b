import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** The rows with a code that is not in the file: from a series, or of a level above. */
export async function listRowsInSeries(
  db: Db,
  _scope: Scope,
  runId: string,
  column: string,
): Promise<{ row: number; key: string }[]> {
  return db.many(sql<{ row: number; key: string }>`
    select r.row, r.key from import_rows r where r.run_id = ${runId} and r.derived ? ${column} order by r.row`);
}

/** Gives rows other codes, and the rows below them other parents. */
export async function replaceKeys(
  db: Db,
  _scope: Scope,
  runId: string,
  column: string,
  replaced: readonly { row: number; oldKey: string; key: string; code: string }[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) x(row int, "oldKey" text, key text, code text)`;
  await db.run(sql`
    update import_rows r set depends_on = x.key, derived = r.derived || jsonb_build_object('parentCode', x.code)
      from ${rows} where r.run_id = ${runId} and r.depends_on = x."oldKey"`);
  await db.run(sql`
    update import_rows r set key = x.key, derived = r.derived || jsonb_build_object(${column}::text, x.code)
      from ${rows} where r.run_id = ${runId} and r.row = x.row`);
}
