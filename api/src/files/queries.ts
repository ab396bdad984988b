import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Records an upload; false if it would exceed the organisation's quota. */
export async function recordUpload(
  db: Db,
  orgId: string,
  { address, bytes, quotaBytes }: { address: string; bytes: number; quotaBytes: number },
): Promise<boolean> {
  const row = await db.first(
    sql<{ recorded: boolean }>`select record_upload(${orgId}, ${address}, ${bytes}, ${quotaBytes}) as recorded`,
  );
  return row?.recorded === true;
}

/** An uploaded file: its organisation and its path. */
export type Upload = { readonly orgId: string; readonly address: string };

/** Unreferenced uploads of all organisations; each is listed again only after a day unless its record is deleted. */
export async function listOrphanedUploads(db: Db, limit: number): Promise<Upload[]> {
  return db.many(sql<Upload>`select org_id as "orgId", address from unused_uploads(${limit})`);
}

export async function deleteUploadRecords(db: Db, uploads: readonly Upload[]): Promise<void> {
  const [orgIds, addresses] = [uploads.map(({ orgId }) => orgId), uploads.map(({ address }) => address)];
  await db.run(sql`select delete_unused_uploads(${orgIds}::uuid[], ${addresses}::text[])`);
}

/** Unix time in whole seconds by the database's clock. */
export async function currentSeconds(db: Db): Promise<number> {
  const row = await db.first(sql<{ now: string | number }>`select floor(extract(epoch from clock()))::bigint as now`);
  return Number(row?.now);
}
