import type { Environment } from '../platform/environment/environment.ts';
import { signedGap } from './gaps.ts';
import { recordFiles } from './record-files.ts';
import { type Gap, recordSigner, type Signed } from './signed-records.ts';

/** A connection of the owner of the database. */
type OwnerConnection = { query<T extends object>(sql: string, values: unknown[]): Promise<{ rows: T[] }> };

/**
 * Signs that the audit of these organisations is about to be removed, and stores the records in the database. Call it
 * as the owner of the database before the removal, in the same transaction; after the commit, `publish` writes the
 * records outside.
 */
export async function signRemoval(
  client: OwnerConnection,
  { environment, secretKey }: { environment: Pick<Environment, 'dataDir'>; secretKey: Uint8Array },
  orgIds: readonly string[],
  reason: 'organisationRemoved' | 'demoDataRemoved',
): Promise<{ readonly gaps: readonly Signed<Gap>[]; readonly publish: () => Promise<void> }> {
  const signer = recordSigner(secretKey);
  const { rows } = await client.query<{ orgId: string; position: string; hash: string }>(
    'select org_id as "orgId", position, hash from audit_heads() where position is not null and org_id = any ($1)',
    [[...orgIds]],
  );
  const gaps: Signed<Gap>[] = [];
  for (const { orgId, position, hash } of rows) {
    const head = { position: Number(position), hash };
    const gap = signedGap(signer, reason, { orgId, from: 1, through: head.position, hash }, head);
    await client.query('select insert_audit_gap($1, $2)', [orgId, JSON.stringify(gap)]);
    gaps.push(gap);
  }
  const files = recordFiles(environment.dataDir);
  const publish = async () => {
    await files.addKeys([signer]);
    await files.append(gaps);
  };
  return { gaps, publish };
}
