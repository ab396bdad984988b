import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/db.ts';
import { anchoring } from '../../audit/anchors.ts';
import { recordFiles } from '../../audit/record-files.ts';
import { recordTargets } from '../../audit/record-targets.ts';
import { removeOldEntries } from '../../audit/retention.ts';
import { signRemoval } from '../../audit/removed-organisations.ts';
import { type Gap, recordSigner } from '../../audit/signed-records.ts';
import { readEnvironment } from '../../platform/environment/environment.ts';
import { createSmallTree, nodeUrl, uniqueNodeInput } from '../../../test/small-tree.ts';
import { startTestServer } from '../../../test/server.ts';
import type { ApiClient, TestNode } from '../../../test/builders.ts';
import { type SignedRecord, TrustedKeys } from './audit-verifier.ts';
import { verifyDatabase } from './database.ts';
import { exportChain } from './export.ts';
import { verifyExport } from './export-file.ts';
import { signRestore } from './restored.ts';

const testServer = await startTestServer();
const database = openDatabase({ connectionString: testServer.appUrl }, { connections: 2 });
const owner = new pg.Client({ connectionString: testServer.ownerUrl });
await owner.connect();
const folders: string[] = [];
const key = new Uint8Array(32).fill(1);
let dataDir: string;
let admin: ApiClient;
let store: TestNode;
let orgId: string;

beforeEach(async () => {
  await testServer.query('truncate audit, audit_chain, audit_chain_queue, audit_gaps, audit_status');
  ({ admin, store } = await createSmallTree(testServer));
  orgId = store.orgId;
  dataDir = mkdtempSync(join(tmpdir(), 'storeward-audit-'));
  folders.push(dataDir);
});
afterAll(async () => {
  await database.close();
  await owner.end();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const targets = (environment = {}) =>
  recordTargets({ environment: { ...readEnvironment({}), ...environment, dataDir }, server: testServer.app });
/** Signs the chains, as the portal does every minute. */
const anchorAll = (secret = key, previous?: Uint8Array) =>
  anchoring({
    database,
    targets: targets(),
    signers: [recordSigner(secret), ...(previous ? [recordSigner(previous)] : [])],
  })();
const extendChains = () => testServer.query('select extend_audit_chain(10000)');
const rename = async (...names: string[]) => {
  for (const name of names) expect((await admin.put(nodeUrl(store), uniqueNodeInput({ name }))).status).toBe(200);
  await extendChains();
};
const outside = async (): Promise<SignedRecord[]> => {
  const records: SignedRecord[] = [];
  for await (const record of recordFiles(dataDir).all()) records.push(record);
  return records;
};
const trustedKeys = (records: readonly SignedRecord[], secret: Uint8Array = key) => {
  const trusted = new TrustedKeys();
  trusted.add(recordSigner(secret).publicKey);
  for (const record of records) if (record.type === 'key') trusted.add(record.publicKey);
  return trusted;
};
const verify = async () => {
  const records = await outside();
  return verifyDatabase(owner, records, trustedKeys(records));
};
const positions = async () =>
  testServer.query<{ id: string; position: number }>(
    'select audit_id as id, position::int from audit_chain where org_id = $1 order by position',
    [orgId],
  );
const recomputeChain = () =>
  testServer.query(
    `do $$ declare one record; last bytea := ''; begin
       for one in select s.org_id, s.position, a from audit_chain s join audit a on a.id = s.audit_id where s.org_id = '${orgId}' order by s.position loop
         last := audit_hash(1, last, one.a);
         update audit_chain set hash = last where org_id = one.org_id and position = one.position;
       end loop; end $$`,
  );

describe('a verification of the audit', () => {
  test('confirms chains that are signed outside the database, and says up to where', async () => {
    await rename('Headrow', 'Kirkgate');
    await anchorAll();
    const last = (await positions()).at(-1)!;
    const { lines, errors } = await verify();
    expect(errors).toEqual([]);
    expect(lines.join('\n')).toContain(`signed up to ${last.position}`);
  });

  test('computes the same hashes as the database, whatever characters and numbers an entry holds', async () => {
    const values = {
      é: 1e21,
      bb: 1e-7,
      a: -0.1,
      '"\\\n\u0001\u007f\u2028😀': [true, null, { z: 1, yy: 2 }],
      __proto: 'x',
    };
    await testServer.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id, after, reason) values (gen_random_uuid(), $1, 'a.', 'node.updated', 'node', $1, $2, $3)`,
      [orgId, `{"__proto__": 1.50, ${JSON.stringify(values).slice(1)}`, 'tab\tand "quotes" \u001f'],
    );
    await extendChains();
    expect((await verify()).errors).toEqual([]);
  });

  test('finds an entry that was changed and one that was removed', async () => {
    await rename('Headrow', 'Kirkgate', 'Vicar Lane');
    const [first, second] = await positions();
    await testServer.query(`update audit set reason = 'another' where id = $1`, [first!.id]);
    await testServer.query('delete from audit_chain where audit_id = $1', [second!.id]);
    expect((await verify()).errors).toEqual([
      expect.stringContaining(`entry ${first!.position} (${first!.id}) was changed after it was chained`),
      expect.stringContaining(`entries ${second!.position} to ${second!.position} are missing`),
      expect.stringContaining(`entry ${second!.id} never entered the hash chain`),
    ]);
  });

  test('finds that the newest entries were cut off, and a restart of the portal does not hide it', async () => {
    await rename('Headrow', 'Kirkgate');
    await anchorAll();
    const { id, position } = (await positions()).at(-1)!;
    await testServer.query('delete from audit_chain where audit_id = $1', [id]);
    await testServer.query('delete from audit where id = $1', [id]);
    await anchorAll();
    expect((await verify()).errors).toEqual([
      expect.stringMatching(new RegExp(`entries ${position} to ${position}, signed on .* were cut off`)),
    ]);
    expect(await testServer.query('select faults from audit_status where org_id = $1', [orgId])).toEqual([
      { faults: 1 },
    ]);
  });

  test('finds a history that was computed anew', async () => {
    await rename('Headrow', 'Kirkgate');
    await anchorAll();
    await testServer.query(`update audit set after = '{"name": "Elsewhere"}' where id = $1`, [
      (await positions())[0]!.id,
    ]);
    await recomputeChain();
    expect((await verify()).errors).toEqual([expect.stringContaining('were computed anew')]);
    await anchorAll();
    expect(await testServer.query('select faults from audit_status where org_id = $1', [orgId])).toEqual([
      { faults: 1 },
    ]);
  });

  test('finds an entry that never entered the chain', async () => {
    await rename('Headrow');
    await testServer.query(`set session_replication_role = replica;
      insert into audit (id, org_id, tpath, action, entity, entity_id) values (gen_random_uuid(), '${orgId}', 'a.', 'node.updated', 'node', '${orgId}');
      set session_replication_role = origin`);
    expect((await verify()).errors).toEqual([expect.stringContaining('never entered the hash chain')]);
  });

  test('finds that the signed records are gone, and those with a false signature', async () => {
    await rename('Headrow');
    await anchorAll();
    const records = await outside();
    const changed = records.filter((record) => record.type === 'anchor').map((record) => ({ ...record, position: 99 }));
    expect((await verifyDatabase(owner, changed, trustedKeys(records))).errors[0]).toContain('no valid signature');
    expect((await verifyDatabase(owner, [], trustedKeys(records))).errors).toEqual([
      expect.stringContaining('there is no signed record outside the database to compare with'),
    ]);
  });

  test('accepts what was signed before the secret key was changed', async () => {
    await rename('Headrow');
    await anchorAll();
    const next = new Uint8Array(32).fill(2);
    await rename('Kirkgate');
    await anchorAll(next, key);
    const records = await outside();
    expect(new Set(records.filter(({ type }) => type === 'anchor').map((record) => record.key)).size).toBe(2);
    expect((await verifyDatabase(owner, records, trustedKeys(records, next))).errors).toEqual([]);
  });

  test('knows the entries that the retention rule has removed, and no others', async () => {
    await rename('Headrow', 'Kirkgate');
    await anchorAll();
    const removed = await positions();
    await testServer.advanceClock('120 days');
    await testServer.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id) values (gen_random_uuid(), $1, 'a.', 'node.updated', 'node', $1)`,
      [orgId],
    );
    await extendChains();
    const signer = recordSigner(key);
    await removeOldEntries({ database, targets: targets(), signer }, 90);
    await testServer.advanceClock('0');
    expect((await positions()).map(({ position }) => position)).toEqual([removed.length + 1]);
    expect(await testServer.query('select from audit where id = any($1)', [removed.map(({ id }) => id)])).toEqual([]);
    await anchorAll();
    const { lines, errors } = await verify();
    expect(errors).toEqual([]);
    expect(lines.join('\n')).toContain(`known gap: entries 1 to ${removed.length} (retention`);
    await testServer.query(`update audit_gaps set record = jsonb_set(record, '{through}', '1')`);
    rmSync(join(dataDir, 'audit'), { recursive: true });
    expect((await verify()).errors).toContainEqual(expect.stringContaining('no valid signature'));
  });

  test('knows a restored backup once it is recorded, and not before', async () => {
    await rename('Headrow');
    await anchorAll();
    const kept = (await positions()).length;
    await rename('Kirkgate', 'Vicar Lane');
    await anchorAll();
    await testServer.query('delete from audit_chain where org_id = $1 and position > $2', [orgId, kept]);
    await testServer.query(
      'delete from audit a where org_id = $1 and not exists (select from audit_chain s where s.audit_id = a.id)',
      [orgId],
    );
    await rename('Boar Lane');
    await anchorAll();
    expect((await verify()).errors).not.toEqual([]);
    const records = await outside();
    await recordFiles(dataDir).append(await signRestore(owner, records, trustedKeys(records), recordSigner(key)));
    const { lines, errors } = await verify();
    expect(errors).toEqual([]);
    expect(lines.join('\n')).toContain(`known gap: entries ${kept + 1} to ${kept + 2} (restore`);
    await anchorAll();
    expect(await testServer.query('select faults from audit_status where org_id = $1', [orgId])).toEqual([
      { faults: 0 },
    ]);
  });

  test('knows an organisation that was removed with a signed record, and no other', async () => {
    await rename('Headrow');
    await anchorAll();
    const { publish } = await signRemoval(
      owner,
      { environment: { dataDir }, secretKey: key },
      [orgId],
      'demoDataRemoved',
    );
    const records = await outside();
    const elsewhere = (one: SignedRecord) => ('orgId' in one && one.orgId === orgId ? { ...one, orgId: gone } : one);
    const gone = '01900000-0000-7000-8000-00000000dead';
    await publish();
    const after = await outside();
    expect(after.length).toBe(records.length + 1);
    const signer = recordSigner(key);
    const resign = (list: readonly SignedRecord[]) =>
      list.map(elsewhere).map(({ key: _, signature: __, ...record }) => signer.signed(record as Gap));
    await testServer.query('delete from audit_gaps');
    expect((await verifyDatabase(owner, resign(records), trustedKeys([]))).errors).toContainEqual(
      expect.stringContaining(`organisation ${gone}, whose entries were signed up to`),
    );
    const { errors, lines } = await verifyDatabase(owner, resign(after), trustedKeys([]));
    expect(errors.filter((error) => error.includes(gone))).toEqual([]);
    expect(lines.join('\n')).toContain('(demoDataRemoved');
  });
});

test('an exported chain is verified without the database, and any change of the file is found', async () => {
  await rename('Headrow', 'Kirkgate', 'Vicar Lane');
  await anchorAll();
  const records = await outside();
  const file = join(dataDir, 'export.jsonl');
  const entries = await exportChain(owner, { file, organisation: orgId }, records, trustedKeys(records));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const verifyLines = (changed: readonly string[]) => {
    writeFileSync(file, `${changed.join('\n')}\n`);
    return verifyExport(file, [], trustedKeys(records));
  };
  const intact = await verifyLines(lines);
  expect(intact.errors).toEqual([]);
  expect(intact.lines.join('\n')).toContain(`signed up to entry ${entries}`);
  const last = lines.findLastIndex((line) => line.includes('"entry":'));
  expect((await verifyLines(lines.map((line) => line.replaceAll('Kirkgate', 'Elsewhere')))).errors).toContainEqual(
    expect.stringContaining('does not have its hash'),
  );
  expect((await verifyLines(lines.filter((_, index) => index !== last - 1))).errors).toContainEqual(
    expect.stringContaining('are missing'),
  );
  expect((await verifyLines(lines.slice(0, -1))).errors).toContainEqual(expect.stringContaining('not complete'));
});

test('signed records are written to the log and to files of this account only, one line each', async () => {
  await rename('Headrow');
  await anchorAll();
  const [file] = readdirSync(join(dataDir, 'audit')).filter((name) => name.startsWith('records-'));
  const lines = readFileSync(join(dataDir, 'audit', file!), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { orgId: string }).orgId)).toContain(orgId);
  for (const line of lines)
    expect(testServer.logOutput()).toContain((JSON.parse(line) as { signature: string }).signature);
  writeFileSync(join(dataDir, 'audit', file!), `${lines.join('\n')}\n{"type":"anch`);
  expect((await verify()).errors).toEqual([]); // a crash truncated the last line
});
