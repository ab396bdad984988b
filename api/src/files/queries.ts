import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** Notes what was uploaded; false where its organisation has no room left. */
export async function keepUpload(
  db: Db,
  orgId: string,
  { address, bytes, most }: { address: string; bytes: number; most: number },
): Promise<boolean> {
  const row = await db.first(
    sql<{ kept: boolean }>`select keep_upload(${orgId}, ${address}, ${bytes}, ${most}) as kept`,
  );
  return row?.kept === true;
}

/** Forgets uploads that nothing points to, of whichever organisation; answers where they lie. */
export async function forgetUnused(db: Db, most: number): Promise<string[]> {
  const rows = await db.many(sql<{ address: string }>`select address from unused_uploads(${most})`);
  return rows.map(({ address }) => address);
}

/** The time by the product's clock, in whole seconds. */
export async function secondsNow(db: Db): Promise<number> {
  const row = await db.first(sql<{ now: string | number }>`select floor(extract(epoch from clock()))::bigint as now`);
  return Number(row?.now);
}
