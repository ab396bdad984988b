import type { Anchor, ChainPoint, Gap, GapReason, RecordSigner, Signed } from './signed-records.ts';

export type RemovedPart = {
  readonly orgId: string;
  readonly from: number;
  readonly through: number;
  readonly hash: string;
};

/** Signs which entries were removed from a hash chain, why, and the head that the chain had before. */
export function signedGap(
  signer: RecordSigner,
  reason: GapReason,
  { orgId, from, through, hash }: RemovedPart,
  head: ChainPoint,
): Signed<Gap> {
  const at = new Date().toISOString();
  const { position, hash: headHash } = head;
  return signer.signed({ type: 'gap', orgId, reason, from, through, hash, head: { position, hash: headHash }, at });
}

/** Whether a gap explains why a chain does not contain an anchor. */
export function explains(gap: Gap, { orgId, position, at }: Pick<Anchor, 'orgId' | 'position' | 'at'>): boolean {
  return gap.orgId === orgId && gap.at >= at && gap.from <= position && position <= gap.through;
}

/** The first position of an organisation's chain: after the entries that retention has removed. */
export function chainStart(gaps: readonly Gap[], orgId: string): ChainPoint {
  return gaps
    .filter((gap) => gap.orgId === orgId && gap.reason === 'retention')
    .reduce<ChainPoint>(
      (start, { through, hash }) => (through > start.position ? { position: through, hash } : start),
      { position: 0, hash: '' },
    );
}
