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

/** An upload: whose it is, and where it lies. */
export type Upload = { readonly orgId: string; readonly address: string };

/** Uploads that nothing points to, of whichever organisation; their next turn is tomorrow, unless they are forgotten before. */
export async function listUnused(db: Db, most: number): Promise<Upload[]> {
  return db.many(sql<Upload>`select org_id as "orgId", address from unused_uploads(${most})`);
}

/** Forgets uploads that were let go of. */
export async function forgetUploads(db: Db, uploads: readonly Upload[]): Promise<void> {
  const [orgIds, addresses] = [uploads.map(({ orgId }) => orgId), uploads.map(({ address }) => address)];
  await db.run(sql`select forget_uploads(${orgIds}::uuid[], ${addresses}::text[])`);
}

/** The time by the product's clock, in whole seconds. */
export async function secondsNow(db: Db): Promise<number> {
  const row = await db.first(sql<{ now: string | number }>`select floor(extract(epoch from clock()))::bigint as now`);
  return Number(row?.now);
}
