import type { Database } from '../platform/database/db.ts';
import type { Storage } from '../platform/files/storage.ts';
import { deleteUploadRecords, listOrphanedUploads, type Upload } from './queries.ts';

const batchSize = 200;

/**
 * Deletes uploaded files that no record has used for 30 days; returns how many. Files are deleted before the deletion
 * of their records is committed, so that an interrupted run finds them again; a file that cannot be deleted is reported
 * and retried after a day.
 */
export async function deleteOrphanedUploads(
  database: Database,
  storage: Storage,
  onError: (error: unknown) => void,
): Promise<number> {
  let deletedTotal = 0;
  for (;;) {
    const { listedCount, deletedCount } = await database.transaction(async (db) => {
      const orphans = await listOrphanedUploads(db, batchSize);
      const deleted: Upload[] = [];
      for (const upload of orphans) {
        try {
          await storage.delete(upload.address);
          deleted.push(upload);
        } catch (error) {
          onError(error);
        }
      }
      await deleteUploadRecords(db, deleted);
      return { listedCount: orphans.length, deletedCount: deleted.length };
    });
    deletedTotal += deletedCount;
    if (listedCount === 0) return deletedTotal;
  }
}
