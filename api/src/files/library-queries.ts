import type { MediaFileId, MediaUse } from '@storeward/contract/files/media-library';
import type { PageParams } from '@storeward/contract/paging';
import { searchWords } from '@storeward/contract/search';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { containsPattern } from '../platform/database/cursor-pagination.ts';
import type { Db } from '../platform/database/db.ts';

export type StoredFile = {
  readonly id: MediaFileId;
  readonly address: string;
  readonly bytes: number;
  readonly type: string;
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly createdDate: string;
  readonly createdBy: string | null;
  /** Null if the reader may not see that user. */
  readonly createdByName: string | null;
  readonly used: boolean;
  readonly total: number;
};

type FileFilter = { readonly kind?: 'image' | 'video' | undefined; readonly used?: boolean | undefined };

/** A page of the files that the reader may see, those with exactly the searched name first, each row with the total number. */
export async function listFiles(
  db: Db,
  scope: Scope,
  filter: FileFilter,
  { search, sort, descending, offset, limit }: PageParams,
): Promise<StoredFile[]> {
  const words = searchWords(search);
  const patterns = (words.length > 0 || search === '' ? words : [search.toLowerCase()]).map(containsPattern);
  const only = { ...filter, exact: search.normalize('NFC').toLowerCase() || undefined };
  return db.many(sql<StoredFile>`
    select f.id, f.address, f.bytes, f.type, f.name, f.width, f.height, f.duration, f.created_date as "createdDate", f.created_by as "createdBy",
           coalesce(full_name(u.first_name, u.last_name), (select s.name from service_accounts s where s.id = f.created_by)) as "createdByName", f.used, f.total
      from find_uploads(${patterns}::text[], ${JSON.stringify(only)}::jsonb, ${scope.whole}, ${sort}, ${descending}, ${offset}, ${limit})
           with ordinality f(id, address, bytes, type, name, width, height, duration, created_date, created_by, used, total, position)
      left join users u on u.org_id = ${scope.orgId} and u.id = f.created_by
     order by f.position`);
}

/** The address of a file; undefined if the organisation has no such file. */
export async function findFileAddress(db: Db, { orgId }: Scope, id: MediaFileId): Promise<string | undefined> {
  const row = await db.first(sql<{ address: string }>`
    select address from uploads where org_id = ${orgId} and id = ${id}`);
  return row?.address;
}

/** A use of a file; without a kind if there is none that the reader may see. */
type UseRow = {
  readonly kind: MediaUse['kind'] | null;
  readonly state: MediaUse['state'] | null;
  readonly section: string | null;
  readonly nodeId: string | null;
  readonly nodeType: string | null;
  readonly recordId: string | null;
  readonly name: string | null;
  readonly total: number;
  readonly hidden: number;
};

/** The uses of a file that the reader may see, each row with the numbers of all and of the hidden ones. */
export async function listFileUses(db: Db, { whole }: Scope, address: string, limit: number): Promise<UseRow[]> {
  return db.many(sql<UseRow>`
    select kind, state, section, node_id as "nodeId", node_type as "nodeType", record_id as "recordId", name, total, hidden
      from upload_uses(${address}, ${whole}, ${limit})`);
}

type LockedFile = Pick<StoredFile, 'address' | 'name' | 'type' | 'bytes' | 'createdBy' | 'used'>;

/** Locks a file until the end of the transaction, so that no record can start to use it. */
export async function lockFile(db: Db, _scope: Scope, id: MediaFileId): Promise<LockedFile | undefined> {
  return db.first(sql<LockedFile>`
    select address, name, type, bytes, created_by as "createdBy", used from lock_upload(${id})`);
}
