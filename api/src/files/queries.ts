import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** The time by the product's clock, in whole seconds. */
export async function secondsNow(db: Db): Promise<number> {
  const row = await db.first(sql<{ now: string | number }>`select floor(extract(epoch from clock()))::bigint as now`);
  return Number(row?.now);
}
