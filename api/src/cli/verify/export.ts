import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type pg from 'pg';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { chainStart, type SignedRecord, type TrustedKeys } from './audit-verifier.ts';
import { type ChainRow, sortRecords } from './database.ts';

const pageSize = 2_000;

/**
 * Writes the whole audit of one organisation as JSON lines, each entry with its hash and the one before, and the signed records, so
 * that an outsider can verify the file. Returns the number of entries.
 */
export async function exportChain(
  client: pg.ClientBase,
  { file, organisation }: { file: string; organisation: string },
  outside: readonly SignedRecord[],
  trusted: TrustedKeys,
): Promise<number> {
  const found = await client.query<{ orgId: string }>(
    'select org_id as "orgId" from audit_heads() where org_id::text = $1 or name = $1',
    [organisation],
  );
  const orgId = found.rows[0]?.orgId;
  if (!orgId || found.rows.length > 1)
    throw new ConfigurationError(`${found.rows.length} organisations are called ${organisation}; name one by its id.`);
  const kept = await client.query<{ record: string }>('select record from all_audit_gaps() where org_id = $1', [orgId]);
  const records = [...outside, ...kept.rows.map(({ record }) => JSON.parse(record) as SignedRecord)].filter(
    (record) => record.type !== 'key' && record.orgId === orgId,
  );
  const out = createWriteStream(file, { mode: 0o600 });
  const write = async (line: string) => {
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  };
  await write(JSON.stringify({ type: 'export', orgId, whole: true, at: new Date().toISOString() }));
  for (const record of records) await write(JSON.stringify(record));
  let { position, hash: previous } = chainStart(sortRecords(records, trusted).gaps);
  let entries = 0;
  for (;;) {
    const { rows } = await client.query<ChainRow>(
      'select position, version, hash, audit_id as "auditId", entry from audit_chain_page($1, $2, $3)',
      [orgId, position, pageSize],
    );
    for (const { version, hash, entry, ...row } of rows) {
      position = Number(row.position);
      const link = JSON.stringify({ type: 'entry', position, version, previous, hash });
      await write(`${link.slice(0, -1)},"entry":${entry ?? '{}'}}`);
      previous = hash;
      entries++;
    }
    if (rows.length < pageSize) break;
  }
  await write(JSON.stringify({ type: 'end', entries }));
  out.end();
  await once(out, 'finish');
  return entries;
}
