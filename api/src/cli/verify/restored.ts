import type pg from 'pg';
import { signedGap } from '../../audit/gaps.ts';
import type { Gap, RecordSigner, Signed, SignedRecord } from '../../audit/signed-records.ts';
import { type Anchor, explains, type TrustedKeys } from './audit-verifier.ts';
import { sortRecords } from './database.ts';

/**
 * Signs for each organisation whose newest entries are gone, because a backup was restored, which entries these were:
 * those after the last signed entry that the chain contains.
 */
export async function signRestore(
  client: pg.ClientBase,
  outside: readonly SignedRecord[],
  trusted: TrustedKeys,
  signer: RecordSigner,
): Promise<Signed<Gap>[]> {
  const { anchors, gaps } = sortRecords(outside, trusted);
  const signed: Signed<Gap>[] = [];
  for (const [orgId, own] of Map.groupBy(anchors, (anchor) => anchor.orgId)) {
    const open = own.filter((anchor) => !gaps.some((gap) => explains(gap, anchor)));
    const lost = await missingAnchors(client, open);
    const first = lost[0];
    if (!first) continue;
    const kept = open.filter(({ position, at }) => position < first.position && at < first.at).at(-1);
    const head = lost.reduce((one, other) => (other.position > one.position ? other : one));
    const part = { orgId, from: (kept?.position ?? 0) + 1, through: head.position, hash: head.hash };
    const gap = signedGap(signer, 'restore', part, head);
    await client.query('select insert_audit_gap($1, $2)', [orgId, JSON.stringify(gap)]);
    signed.push(gap);
  }
  return signed;
}

/** The anchors that the chain does not contain, the lowest position first. */
async function missingAnchors(client: pg.ClientBase, anchors: readonly Anchor[]): Promise<Anchor[]> {
  const { rows } = await client.query<{ position: string }>('select position from mismatched_audit_anchors($1)', [
    JSON.stringify(anchors.map(({ orgId, position, hash }) => ({ orgId, position, hash }))),
  ]);
  const missing = new Set(rows.map(({ position }) => Number(position)));
  return anchors.filter(({ position }) => missing.has(position)).sort((one, other) => one.position - other.position);
}
