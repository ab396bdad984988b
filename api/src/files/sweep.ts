import type { Database } from '../platform/db.ts';
import type { Storage } from '../platform/storage.ts';
import { forgetUnused } from './queries.ts';

const atOnce = 200;

/**
 * Clears away the pictures that were uploaded and never saved: a studio that is left open does not fill the disk. They go while
 * they are being forgotten, so that a sweep that is cut short finds them again.
 */
export async function sweepUploads(database: Database, storage: Storage): Promise<number> {
  let swept = 0;
  for (;;) {
    const gone = await database.transaction(async (db) => {
      const addresses = await forgetUnused(db, atOnce);
      for (const address of addresses) await storage.drop(address);
      return addresses.length;
    });
    swept += gone;
    if (gone === 0) return swept;
  }
}
