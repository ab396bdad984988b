import type { Database } from '../platform/database/db.ts';
import { listExpired, listHeads, removeExpired } from './chain-queries.ts';
import { signedGap } from './gaps.ts';
import type { RecordTargets } from './record-targets.ts';
import type { RecordSigner } from './signed-records.ts';

/** Entries of an organisation that are removed in one transaction. */
const partSize = 1_000;

export type RetentionDependencies = {
  readonly database: Database;
  readonly targets: RecordTargets;
  readonly signer: RecordSigner;
};

/**
 * Removes entries older than `days` from the beginning of each chain; a signed record contains the last hash removed
 * and the head.
 */
export async function removeOldEntries(
  { database, targets, signer }: RetentionDependencies,
  days: number,
): Promise<void> {
  for (;;) {
    const removed = await database.transaction(async (db) => {
      const heads = new Map((await listHeads(db)).map((head) => [head.orgId, head]));
      const gaps = [];
      for (const part of await listExpired(db, days, partSize)) {
        const gap = signedGap(signer, 'retention', part, heads.get(part.orgId)!);
        if ((await removeExpired(db, part, gap)) > 0) gaps.push(gap);
      }
      return gaps;
    });
    if (removed.length === 0) return;
    await targets.write(removed);
  }
}
