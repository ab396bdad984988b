import type { AuditStatus } from '@storeward/contract/audit';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { Anchor, ChainPoint, Gap, Signed } from './signed-records.ts';

/** Adds up to `limit` entries of all organisations to their hash chains; returns how many. */
export async function extendHashChains(db: Db, limit: number): Promise<number> {
  const row = await db.first(sql<{ chained: number }>`select extend_audit_chain(${limit}) as chained`);
  return row?.chained ?? 0;
}

/** The heads of the hash chains of all organisations that have one. */
export async function listHeads(db: Db): Promise<({ orgId: string } & ChainPoint)[]> {
  return db.many(
    sql<{ orgId: string } & ChainPoint>`
      select org_id as "orgId", position, hash from audit_heads() where position is not null order by org_id`,
  );
}

/** The signed records of all gaps, as the database keeps them. */
export async function listGaps(db: Db): Promise<Signed<Gap>[]> {
  const rows = await db.many(sql<{ record: string }>`select record from all_audit_gaps()`);
  return rows.map(({ record }) => JSON.parse(record) as Signed<Gap>);
}

/** The given anchors that the hash chains do not contain. */
export async function findMismatches<T extends Pick<Anchor, 'orgId' | 'position' | 'hash'>>(
  db: Db,
  anchors: readonly T[],
): Promise<T[]> {
  if (anchors.length === 0) return [];
  const given = JSON.stringify(anchors.map(({ orgId, position, hash }) => ({ orgId, position, hash })));
  const rows = await db.many(
    sql<{ orgId: string; position: number }>`
      select org_id as "orgId", position from mismatched_audit_anchors(${given}::jsonb)`,
  );
  const found = new Set(rows.map(({ orgId, position }) => `${orgId} ${position}`));
  return anchors.filter(({ orgId, position }) => found.has(`${orgId} ${position}`));
}

export type VerifiedPart = ChainPoint & {
  readonly entries: number;
  readonly faults: number;
  /** The first position that does not match. */
  readonly firstFault: number | null;
};

/** Recomputes up to `limit` hashes after a point of an organisation's chain. */
export async function verifyPart(
  db: Db,
  orgId: string,
  { position, hash }: ChainPoint,
  limit: number,
): Promise<VerifiedPart> {
  const row = await db.first(
    sql<VerifiedPart>`
      select position, encode(hash, 'hex') as hash, entries, faults, first_fault as "firstFault"
        from verify_chain_part(${orgId}, ${position}, ${Buffer.from(hash, 'hex')}, ${limit})`,
  );
  return row!;
}

export type ChainStatus = {
  readonly orgId: string;
  /** The position up to which the chain was verified now. */
  readonly position?: number | undefined;
  readonly faults: number;
  readonly firstFault: number | null;
  /** The anchor that was written outside now. */
  readonly anchor?: Signed<Anchor> | undefined;
};

export async function updateStatus(db: Db, rows: readonly ChainStatus[]): Promise<void> {
  if (rows.length > 0) await db.run(sql`select update_audit_status(${JSON.stringify(rows)}::jsonb)`);
}

/** How far the hash chain of the scope's organisation was verified and signed. */
export async function findStatus(db: Db, scope: Scope): Promise<AuditStatus> {
  const row = await db.first(sql<AuditStatus>`
    select coalesce((select s.position from audit_chain s where s.org_id = ${scope.orgId} order by s.position desc limit 1), 0) as head,
           (select count(*)::int from audit_chain_queue q where q.org_id = ${scope.orgId}) as pending,
           t.verified_position as "verifiedPosition", t.verified_date as "verifiedDate", coalesce(t.faults, 0) as faults,
           t.first_fault as "firstFault", (t.anchor ->> 'position')::bigint as "anchoredPosition", t.anchored_date as "anchoredDate"
      from (select) x left join audit_status t on t.org_id = ${scope.orgId}`);
  return row!;
}

export type ExpiredPart = {
  readonly orgId: string;
  readonly from: number;
  readonly through: number;
  readonly hash: string;
};

/** The beginnings of all hash chains that are older than `days`, `limit` entries of each at most. */
export async function listExpired(db: Db, days: number, limit: number): Promise<ExpiredPart[]> {
  return db.many(
    sql<ExpiredPart>`
      select org_id as "orgId", first as "from", through, hash from expired_audit(${days}, ${limit}) order by org_id`,
  );
}

/** Removes the beginning of a chain with its entries, and keeps the signed record of it; returns the number of entries. */
export async function removeExpired(
  db: Db,
  { orgId, through, hash }: ExpiredPart,
  record: Signed<Gap>,
): Promise<number> {
  const row = await db.first(
    sql<{ removed: number }>`
      select remove_audit(${orgId}, ${through}, ${hash}, ${JSON.stringify(record)}::jsonb) as removed`,
  );
  return row?.removed ?? 0;
}
