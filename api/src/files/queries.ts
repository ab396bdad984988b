import { searchText } from '@storeward/contract/search';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** The metadata of a stored file. */
export type NewUpload = {
  readonly address: string;
  readonly bytes: number;
  readonly type: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Of a video in milliseconds, if it states its length. */
  readonly duration: number | null;
  /** The user who uploaded it. */
  readonly createdBy: string;
};

/** Records an upload; false if it would exceed the organisation's quota. */
export async function addUpload(db: Db, orgId: string, upload: NewUpload, quotaBytes: number): Promise<boolean> {
  const row = await db.first(
    sql<{
      added: boolean;
    }>`select add_upload(${orgId}, ${JSON.stringify({ ...upload, searchText: searchText(upload.name) })}::jsonb, ${quotaBytes}) as added`,
  );
  return row?.added === true;
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

/** The given addresses that are stored files of the organisation. */
export async function listStoredUploads(db: Db, { orgId }: Scope, addresses: readonly string[]): Promise<string[]> {
  const rows = await db.many(sql<{ address: string }>`
    select address from uploads where org_id = ${orgId} and address = any(${[...addresses]})`);
  return rows.map(({ address }) => address);
}

/** Whether a file of the organisation is stored at an address. */
export async function isStoredUpload(db: Db, orgId: string, address: string): Promise<boolean> {
  const row = await db.first(
    sql<{
      stored: boolean;
    }>`select exists (select from uploads where org_id = ${orgId} and address = ${address}) as stored`,
  );
  return row?.stored === true;
}

/** The size in pixels of stored files; null if unknown. */
export type UploadSize = { readonly address: string; readonly width: number | null; readonly height: number | null };

/** The sizes of the given addresses that are stored files of the organisation. */
export async function listUploadSizes(
  db: Db,
  { orgId }: Scope,
  addresses: readonly string[],
): Promise<readonly UploadSize[]> {
  return db.many(sql<UploadSize>`
    select address, width, height from uploads where org_id = ${orgId} and address = any(${[...addresses]})`);
}

/** Unix time in whole seconds by the database's clock. */
export async function currentSeconds(db: Db): Promise<number> {
  const row = await db.first(sql<{ now: string | number }>`select floor(extract(epoch from clock()))::bigint as now`);
  return Number(row?.now);
}
