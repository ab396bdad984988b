import type { Database } from '../platform/database/db.ts';
import { findMismatches, listGaps, listHeads, updateStatus, verifyPart, type ChainStatus } from './chain-queries.ts';
import { chainStart, explains } from './gaps.ts';
import type { RecordTargets } from './record-targets.ts';
import type { Anchor, ChainPoint, Gap, PublicKeyRecord, RecordSigner, Signed } from './signed-records.ts';

/** Entries verified in one statement, which must stay below the time limit of statements. */
const partSize = 2_000;
/** Each chain is verified from its beginning this often; in between only what was added. */
const fullPassMs = 24 * 3_600_000;
const batchSize = 1_000;

export type AnchorDependencies = {
  readonly database: Database;
  readonly targets: RecordTargets;
  /** The signers of the current and of the previous secret key, the current one first. */
  readonly signers: readonly [RecordSigner, ...RecordSigner[]];
};

/** How far a chain was verified, and the position of the first error. */
type Verified = ChainPoint & { readonly faults: number; readonly firstFault: number | null };

/**
 * Signs the heads of all hash chains that have grown, writes them outside the database, and verifies the chains. Never
 * done in SQL, since databases log parameters, and the owner of the database must not be able to sign.
 */
export function anchoring({ database, targets, signers }: AnchorDependencies) {
  const [signer] = signers;
  const anchors = new Map<string, Anchor>();
  const verified = new Map<string, Verified>();
  const missing = new Map<string, Anchor>();
  const state = { ready: false, nextFullPass: 0 };

  /** Publishes the public keys, and compares the anchors written by earlier processes with the chains. */
  async function begin(): Promise<void> {
    await targets.files.addKeys([...signers].reverse());
    const keys: Signed<PublicKeyRecord>[] = [];
    let batch: Anchor[] = [];
    for await (const record of targets.files.all()) {
      if (record.type === 'key') keys.push(record);
      if (record.type !== 'anchor') continue;
      anchors.set(record.orgId, record);
      batch.push(record);
      if (batch.length === batchSize) batch = await compare(batch);
    }
    await compare(batch);
    // all of them, since a target may be new; what fails is sent again with the anchors, and reported then
    await settled(targets.write(keys));
    state.ready = true;
  }

  async function compare(batch: readonly Anchor[]): Promise<Anchor[]> {
    for (const anchor of await database.transaction((db) => findMismatches(db, batch)))
      missing.set(`${anchor.orgId} ${anchor.position} ${anchor.hash}`, anchor);
    return [];
  }

  return async function anchorAll(): Promise<void> {
    if (!state.ready) await begin();
    const { heads, gaps } = await database.transaction(async (db) => ({
      heads: await listHeads(db),
      gaps: await listGaps(db),
    }));
    const grown = heads.filter(({ orgId, hash }) => anchors.get(orgId)?.hash !== hash);
    await compare(grown.flatMap(({ orgId }) => anchors.get(orgId) ?? []));
    const at = new Date().toISOString();
    const signed = grown.map(({ orgId, position, hash }) =>
      signer.signed({ type: 'anchor', orgId, position, hash, at }),
    );
    for (const anchor of signed) anchors.set(anchor.orgId, anchor);
    const writing = targets.write(signed);
    await writing.catch(() => undefined); // reported below, after the chains are verified
    const written = new Map((await settled(writing)) ? signed.map((anchor) => [anchor.orgId, anchor]) : []);
    await verifyAll(heads, gaps, written);
    await writing;
  };

  async function verifyAll(
    heads: readonly ({ orgId: string } & ChainPoint)[],
    gaps: readonly Gap[],
    written: ReadonlyMap<string, Signed<Anchor>>,
  ): Promise<void> {
    if (Date.now() >= state.nextFullPass) {
      verified.clear();
      state.nextFullPass = Date.now() + fullPassMs;
    }
    const unexplained = [...missing.values()].filter((anchor) => !gaps.some((gap) => explains(gap, anchor)));
    const rows: ChainStatus[] = [];
    for (const { orgId, position: head } of heads) {
      // the end of the chain is missing, which the mismatch of its anchor reports
      if ((verified.get(orgId)?.position ?? 0) > head) verified.delete(orgId);
      const { position, faults, firstFault } = await verifyRest(orgId, gaps);
      const missingAnchors = unexplained.filter((anchor) => anchor.orgId === orgId);
      rows.push({
        orgId,
        position,
        faults: faults + missingAnchors.length,
        firstFault: firstOf([firstFault, ...missingAnchors.map((anchor) => anchor.position)]),
        anchor: written.get(orgId),
      });
    }
    await database.transaction((db) => updateStatus(db, rows));
  }

  async function verifyRest(orgId: string, gaps: readonly Gap[]): Promise<Verified> {
    let point: Verified = verified.get(orgId) ?? { ...chainStart(gaps, orgId), faults: 0, firstFault: null };
    for (;;) {
      const from = point;
      const { entries, ...part } = await database.transaction((db) => verifyPart(db, orgId, from, partSize));
      point = {
        position: part.position,
        hash: part.hash,
        faults: point.faults + part.faults,
        firstFault: point.firstFault ?? part.firstFault,
      };
      if (entries < partSize) break;
    }
    verified.set(orgId, point);
    return point;
  }
}

const firstOf = (positions: readonly (number | null)[]) =>
  positions.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one));

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );
