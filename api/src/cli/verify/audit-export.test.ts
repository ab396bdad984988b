import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, createUser, type ApiClient, type TestNode } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { createSmallTree, nodeUrl, uniqueNodeInput } from '../../../test/small-tree.ts';
import { TrustedKeys } from './audit-verifier.ts';
import { verifyExport } from './export-file.ts';
import { openDatabase } from '../../platform/database/db.ts';
import { anchoring } from '../../audit/anchors.ts';
import { recordTargets } from '../../audit/record-targets.ts';
import { recordSigner } from '../../audit/signed-records.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'storeward-export-'));
const testServer = await startTestServer({ dataDir });
const database = openDatabase({ connectionString: testServer.appUrl }, { connections: 2 });
const signer = recordSigner(new Uint8Array(32).fill(1));
let north: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  await testServer.query('truncate audit, audit_chain, audit_chain_queue, audit_gaps, audit_status');
  ({ north, store, admin } = await createSmallTree(testServer));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const rename = async (...names: string[]) => {
  for (const name of names) expect((await admin.put(nodeUrl(store), uniqueNodeInput({ name }))).status).toBe(200);
  await testServer.query('select extend_audit_chain(100000)');
};
/** Entries of an organisation that would take too long to create one by one. */
const insertEntries = (count: number) =>
  testServer.query(
    `insert into audit (id, org_id, tpath, action, entity, entity_id, after)
     select gen_random_uuid(), $1, $2, 'node.updated', 'node', $3, jsonb_build_object('name', 'Store ' || x) from generate_series(1, $4) x`,
    [store.orgId, store.tpath, store.id, count],
  );
const signHeads = () =>
  anchoring({
    database,
    targets: recordTargets({
      environment: { dataDir } as Parameters<typeof recordTargets>[0]['environment'],
      server: testServer.app,
    }),
    signers: [signer],
  })();
const exported = async (query: string, client = admin) => client.get(`/audit/export?${query}`);
const verified = async (text: string, keys: readonly string[] = [signer.publicKey]) => {
  const file = join(dataDir, 'export.jsonl');
  writeFileSync(file, text);
  const trusted = new TrustedKeys();
  for (const key of keys) trusted.add(key);
  return verifyExport(file, [], trusted);
};
const exportEntries = async () =>
  (await admin.get('/audit?preset=exports&size=100')).body.result as { actorId: string; after: object }[];

describe('an export of the audit', () => {
  test('holds more than 10,000 entries, and an outsider verifies it with the chain and its signature', async () => {
    await insertEntries(10_500);
    await testServer.query('select extend_audit_chain(300)');
    await signHeads();
    // not through the client of the tests, which searches responses for secrets
    const download = (format: string) =>
      testServer.app.inject({
        url: `/audit/export?format=${format}`,
        headers: { host: admin.host, authorization: `Bearer ${admin.token}` },
      });
    const { statusCode, payload, headers } = await download('jsonl');
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="audit-.*\.jsonl"$/),
    ]);
    const { entries } = JSON.parse(payload.trim().split('\n').at(-1)!) as { entries: number };
    expect(entries).toBeGreaterThan(10_500);
    const report = await verified(payload);
    expect(report.errors).toEqual([]);
    expect(report.lines.join('\n')).toContain('signed up to entry 300 on');
    const tampered = await verified(payload.replace(/("position":150,.*"name": ")Store/, '$1Stall'));
    expect(tampered.errors).toEqual([expect.stringContaining('does not have its hash')]);
    const csv = (await download('csv')).payload;
    expect(csv.match(/,node\.updated,/g)).toHaveLength(10_500);
    expect(csv).toMatch(/\r\nEnd of the file: 10\d\d\d entries\r\n$/);
    expect(csv).toContain('name: Store 10500');
  });

  test('leaves an entry with who, filter and rows, in each format', async () => {
    await rename('Headrow', 'Kirkgate');
    for (const format of ['csv', 'jsonl']) await exported(`format=${format}&entity=node&entityId=${store.id}`);
    expect(await exportEntries()).toMatchObject(
      ['jsonl', 'csv'].map((format) => ({
        actorId: admin.user.id,
        action: 'audit.exported',
        after: { rowCount: 2, filter: { format, entity: 'node', entityId: store.id } },
      })),
    );
  });

  test('obeys each filter of the list, and says in the file which; such a part is verified as a part', async () => {
    const clerk = await createClient(
      testServer,
      await createUser(testServer, { node: north, firstName: 'Ottilie', lastName: 'Vane' }),
    );
    await rename('Headrow', 'Kirkgate');
    await clerk.put(nodeUrl(store), uniqueNodeInput({ name: 'Vicar Lane' }));
    await testServer.query('select extend_audit_chain(1000)');
    for (const filter of [
      'entity=node',
      `entityId=${store.id}`,
      `actorId=${clerk.user.id}`,
      'action=node.updated',
      'preset=signIns',
      'search=ottilie',
      'to=2020-01-01',
      `run=${store.id}`,
    ]) {
      const { total } = (await admin.get(`/audit?${filter}`)).body as { total: number };
      const { text } = await exported(`format=jsonl&${filter}`);
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const [name, value] = filter.split('=') as [string, string];
      expect([filter, lines[0], lines.at(-1)]).toMatchObject([
        filter,
        { whole: false, filter: { [name]: value } },
        { type: 'end', entries: total },
      ]);
      const report = await verified(text);
      expect([filter, report.errors]).toEqual([filter, []]);
      expect(report.lines.join('\n')).toContain(`This file is a part of the chain (${name}: ${value})`);
    }
  });

  test('of a manager holds their own part, and says that it is a part', async () => {
    const manager = await createClient(testServer, await createUser(testServer, { node: north }));
    await rename('Headrow');
    const report = await verified((await exported('format=jsonl', manager)).text);
    expect(report.errors).toEqual([]);
    expect(report.lines.join('\n')).toContain('what one reader may see');
  });

  test('is verified after the retention rule: the first entry follows the last that was removed', async () => {
    await rename('Headrow', 'Kirkgate', 'Vicar Lane');
    const [{ position, hash }] = (await testServer.query(
      `select position::int, encode(hash, 'hex') as hash from audit_chain where org_id = $1 and position = 2`,
      [store.orgId],
    )) as [{ position: number; hash: string }];
    const gap = signer.signed({
      type: 'gap',
      orgId: store.orgId,
      reason: 'retention',
      from: 1,
      through: position,
      hash,
      head: { position, hash },
      at: new Date().toISOString(),
    });
    await testServer.query('select remove_audit($1, $2, $3, $4)', [store.orgId, position, hash, JSON.stringify(gap)]);
    const { text } = await exported('format=jsonl');
    expect((await verified(text)).errors).toEqual([]);
    expect((await verified(text.replace(/^.*"type": ?"gap".*\n/m, ''))).errors).toEqual([
      expect.stringContaining('entries 1 to 2 are missing'),
    ]);
  });

  test('is verified by its own keys if none is given, and the report says so', async () => {
    await rename('Headrow');
    await signHeads();
    const report = await verified((await exported('format=jsonl')).text, []);
    expect(report.errors).toEqual([]);
    expect(report.lines.join('\n')).toContain(`compare them with the operator’s: ${signer.keyId}`);
  });

  test('without its end is reported as not complete', async () => {
    await rename('Headrow');
    const { text } = await exported('format=jsonl');
    expect((await verified(text.replace(/\n[^\n]*\n$/, '\n'))).errors).toContainEqual(
      expect.stringContaining('not complete'),
    );
  });
});
