import type pg from 'pg';
import {
  type Anchor,
  chainStart,
  entryHash,
  explains,
  type Gap,
  parseEntry,
  type SignedRecord,
  type TrustedKeys,
} from './audit-verifier.ts';

type Head = {
  orgId: string;
  name: string;
  position: string | null;
  hash: string | null;
  pending: string;
  anchored: string | null;
};
export type ChainRow = { position: string; version: number; hash: string; auditId: string; entry: string | null };

export type VerificationReport = { readonly lines: readonly string[]; readonly errors: readonly string[] };

const pageSize = 2_000;

/** The signed records, sorted by kind; those without a valid signature are errors. */
export function sortRecords(records: Iterable<SignedRecord>, trusted: TrustedKeys) {
  const anchors: Anchor[] = [];
  const gaps = new Map<string, Gap>();
  const errors: string[] = [];
  for (const record of records) {
    if (record.type === 'key') continue;
    if (!trusted.hasSigned(record))
      errors.push(`a signed record (${record.type}, ${record.at}) has no valid signature of a known key`);
    else if (record.type === 'anchor') anchors.push(record);
    else gaps.set(record.signature, record);
  }
  return { anchors, gaps: [...gaps.values()], errors };
}

/**
 * Verifies the hash chains of all organisations in the database against the signed records that are kept outside. The
 * database only delivers its rows: hashes and signatures are computed here.
 */
export async function verifyDatabase(
  client: pg.ClientBase,
  outside: readonly SignedRecord[],
  trusted: TrustedKeys,
): Promise<VerificationReport> {
  const kept = await client.query<{ record: string }>('select record from all_audit_gaps()');
  const { anchors, gaps, errors } = sortRecords(
    [...outside, ...kept.rows.map(({ record }) => JSON.parse(record) as SignedRecord)],
    trusted,
  );
  const lines: string[] = [];
  const heads = await client.query<Head>(
    'select org_id as "orgId", name, position, hash, pending, anchored from audit_heads() order by name, org_id',
  );
  const anchorsOf = Map.groupBy(anchors, ({ orgId }) => orgId);
  const gapsOf = Map.groupBy(gaps, ({ orgId }) => orgId);
  for (const head of heads.rows) {
    const own = { anchors: anchorsOf.get(head.orgId) ?? [], gaps: gapsOf.get(head.orgId) ?? [] };
    const report = await verifyOrganisation(client, head, own);
    lines.push(...report.lines);
    errors.push(...report.errors.map((error) => `${head.name}: ${error}`));
    anchorsOf.delete(head.orgId);
    gapsOf.delete(head.orgId);
  }
  for (const [orgId, lost] of anchorsOf) {
    const known = gapsOf.get(orgId) ?? [];
    lines.push(...known.map((gap) => `Organisation ${orgId}: ${describeGap(gap)}`));
    const unexplained = lost.filter((anchor) => !known.some((gap) => explains(gap, anchor)));
    if (unexplained.length > 0)
      errors.push(
        `organisation ${orgId}, whose entries were signed up to ${unexplained.at(-1)!.position}, is missing without a signed record`,
      );
  }
  return { lines, errors };
}

async function verifyOrganisation(
  client: pg.ClientBase,
  head: Head,
  { anchors, gaps }: { anchors: readonly Anchor[]; gaps: readonly Gap[] },
): Promise<VerificationReport> {
  const errors: string[] = [];
  const start = chainStart(gaps);
  const signedPositions = new Set(anchors.map(({ position }) => position));
  const hashes = new Map<number, string>();
  let { position, hash } = start;
  for (;;) {
    const { rows } = await client.query<ChainRow>(
      'select position, version, hash, audit_id as "auditId", entry from audit_chain_page($1, $2, $3)',
      [head.orgId, position, pageSize],
    );
    for (const row of rows) {
      const next = Number(row.position);
      if (next !== position + 1) errors.push(`entries ${position + 1} to ${next - 1} are missing`);
      else if (row.entry === null) errors.push(`entry ${next} (${row.auditId}) is missing`);
      else if (entryHash({ version: row.version, entry: parseEntry(row.entry) }, hash) !== row.hash)
        errors.push(`entry ${next} (${row.auditId}) was changed after it was chained`);
      position = next;
      hash = row.hash;
      if (signedPositions.has(position)) hashes.set(position, hash);
    }
    if (rows.length < pageSize) break;
  }
  const mismatched = anchors.filter((anchor) => hashes.get(anchor.position) !== anchor.hash);
  const unexplained = mismatched.filter((anchor) => !gaps.some((gap) => explains(gap, anchor)));
  const cut = unexplained.filter((anchor) => anchor.position > position).at(-1);
  const rewritten = unexplained.find((anchor) => anchor.position <= position);
  if (cut) errors.push(`entries ${position + 1} to ${cut.position}, signed on ${cut.at}, were cut off`);
  if (rewritten)
    errors.push(`entry ${rewritten.position}, signed on ${rewritten.at}, and those before it were computed anew`);
  if (anchors.length === 0 && head.anchored !== null)
    errors.push(
      `signed up to entry ${head.anchored}, but there is no signed record outside the database to compare with`,
    );
  const unchained = await client.query<{ auditId: string }>(
    'select audit_id as "auditId" from audit_unchained() where org_id = $1',
    [head.orgId],
  );
  errors.push(...unchained.rows.map(({ auditId }) => `entry ${auditId} never entered the hash chain`));
  const signed = anchors.findLast((anchor) => hashes.get(anchor.position) === anchor.hash);
  const lines = [
    `${head.name}: ${position - start.position} entries verified${position > 0 ? ` (${start.position + 1} to ${position})` : ''}, ${head.pending} pending, ` +
      (signed ? `signed up to ${signed.position} on ${signed.at}` : 'none signed yet') +
      (position > 0 ? `, last hash ${hash}` : ''),
    ...gaps.map((gap) => `  ${describeGap(gap)}`),
  ];
  return { lines, errors };
}

const describeGap = ({ reason, from, through, head, at }: Gap) =>
  `known gap: entries ${from} to ${through} (${reason}, ${at}; the head was ${head.position}, ${head.hash})`;
