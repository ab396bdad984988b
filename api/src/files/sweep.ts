import type { Database } from '../platform/db.ts';
import type { Storage } from '../platform/storage.ts';
import { forgetUploads, listUnused, type Upload } from './queries.ts';

const atOnce = 200;

/**
 * Clears away the pictures that were uploaded and never saved: a studio that is left open does not fill the disk. They go while
 * they are being forgotten, so that a sweep that is cut short finds them again; one that cannot go is told, and waits for a day.
 */
export async function sweepUploads(
  database: Database,
  storage: Storage,
  failed: (error: unknown) => void,
): Promise<number> {
  let swept = 0;
  for (;;) {
    const { found, gone } = await database.transaction(async (db) => {
      const unused = await listUnused(db, atOnce);
      const dropped: Upload[] = [];
      for (const upload of unused) {
        try {
          await storage.drop(upload.address);
          dropped.push(upload);
        } catch (error) {
          failed(error);
        }
      }
      await forgetUploads(db, dropped);
      return { found: unused.length, gone: dropped.length };
    });
    swept += gone;
    if (found === 0) return swept;
  }
}
