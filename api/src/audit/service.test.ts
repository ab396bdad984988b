import pg from 'pg';
import type { AuditEntry, AuditStatus } from '@storeward/contract/audit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ApiClient,
  createClient,
  createOrganisation,
  createUser,
  rootOf,
  type TestNode,
} from '../../test/builders.ts';
import { nameBasket } from '../../test/bulk.ts';
import { startTestServer } from '../../test/server.ts';
import { postNode, createSmallTree, statusAndCode, uniqueNodeInput, nodeUrl } from '../../test/small-tree.ts';
import { openDatabase } from '../platform/database/db.ts';
import { readEnvironment } from '../platform/environment/environment.ts';
import { anchoring } from './anchors.ts';
import { recordTargets } from './record-targets.ts';
import { recordSigner } from './signed-records.ts';

const testServer = await startTestServer();
const database = openDatabase({ connectionString: testServer.appUrl }, { connections: 2 });
const dataDir = mkdtempSync(join(tmpdir(), 'storeward-audit-'));
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});
let north: TestNode;
let south: TestNode;
let region: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  ({ north, south, region, store, admin } = await createSmallTree(testServer));
});

type Entry = {
  action: string;
  entityName: string;
  actorName: string;
  sealed: number | null;
  before: unknown;
  after: unknown;
  run: AuditEntry['run'];
};
const listAudit = async (query = '', client = admin) => {
  const { status, body } = await client.get(`/audit?${query}`);
  return { status, ...(body as { result: Entry[]; total: number; next?: string; messageCode?: string }) };
};
const actions = ({ result }: { result: Entry[] }) => result.map(({ action }) => action);
const renameNode = (node: TestNode, name: string, client = admin) =>
  client.put(nodeUrl(node), uniqueNodeInput({ name }));

describe('the audit', () => {
  test('lists actor, action and record with the changed fields before and after, newest first', async () => {
    await renameNode(store, 'Headrow');
    await admin.put(`${nodeUrl(store)}/status`, { status: false });
    const { result, total } = await listAudit(`entity=node&entityId=${store.id}`);
    expect(total).toBe(2);
    expect(result).toMatchObject([
      { action: 'node.disabled', entityName: 'Headrow', before: { status: true }, after: { status: false } },
      { action: 'node.updated', entityName: 'Headrow', before: { name: 'Briggate' }, after: { name: 'Headrow' } },
    ]);
    expect(result[0]!.actorName).toMatch(/\S/);
  });

  test('finds changes of settings as a kind of their own, in the list, its total and the export', async () => {
    await renameNode(store, 'Headrow');
    await nameBasket(admin, store, 'Basket');
    await nameBasket(admin, region, 'Basket');
    const { result, total } = await listAudit('entity=setting');
    expect([total, actions({ result })]).toEqual([2, ['setting.changed', 'setting.changed']]);
    expect(actions(await listAudit(`entity=setting&entityId=${store.id}`))).toEqual(['setting.changed']);
    const exported = await admin.get('/audit/export?entity=setting&format=jsonl');
    expect(exported.text.match(/setting\.changed/g)).toHaveLength(2);
    expect(exported.text).not.toContain('node.updated');
  });

  test('is limited to a manager’s own scope', async () => {
    const manager = await createClient(testServer, await createUser(testServer, { node: north }));
    await renameNode(south, 'Deep South');
    await renameNode(region, 'Lancashire');
    const { result } = await listAudit('entity=node', manager);
    expect(result.map(({ entityName }) => entityName)).toEqual(['Lancashire']);
    expect((await listAudit(`entityId=${south.id}`, manager)).total).toBe(0);
  });

  test('is filtered by action, actor, day and name', async () => {
    const clerk = await createClient(
      testServer,
      await createUser(testServer, { node: north, firstName: 'Ottilie', lastName: 'Vane' }),
    );
    await renameNode(region, 'Lancashire', clerk);
    await renameNode(store, 'Headrow');
    expect(actions(await listAudit('action=node'))).toEqual(['node.updated', 'node.updated']);
    expect(actions(await listAudit('action=node.moved'))).toEqual([]);
    expect((await listAudit(`action=node&actorId=${clerk.user.id}`)).result).toMatchObject([
      { actorName: 'Ottilie Vane' },
    ]);
    expect((await listAudit('action=node&search=ottilie')).total).toBe(1);
    expect((await listAudit('action=node&search=headrow')).total).toBe(1);
    const [{ today }] = (await testServer.query<{ today: string }>(
      `select to_char(clock() at time zone 'UTC', 'YYYY-MM-DD') as today`,
    )) as [{ today: string }];
    expect((await listAudit(`action=node&from=${today}&to=${today}`)).total).toBe(2);
    expect((await listAudit('action=node&to=2020-01-01')).total).toBe(0);
  });

  test('days are those of the time zone that the filter names, in list and export alike', async () => {
    await renameNode(store, 'Briggate');
    const [{ at }] = (await testServer.query<{ at: Date }>(
      `select max(at) as at from audit where entity_id = $1 and action = 'node.updated'`,
      [store.id],
    )) as [{ at: Date }];
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at));
    // 25 hours apart, so that their days differ at any time
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue'] as const;
    for (const [zone, other] of [zones, zones.toReversed()] as [string, string][]) {
      const query = (days: string) => `action=node.updated&entityId=${store.id}&${days}&timeZone=${zone}`;
      const ownDay = query(`from=${dayIn(zone)}&to=${dayIn(zone)}`);
      expect((await listAudit(ownDay)).total).toBe(1);
      expect((await listAudit(query(`from=${dayIn(other)}&to=${dayIn(other)}`))).total).toBe(0);
      const exported = await admin.get(`/audit/export?format=csv&${ownDay}`);
      expect(exported.text).toContain('Briggate');
    }
  });

  test('shows the name of a device', async () => {
    const device = { nodeId: store.id, name: 'Till by the door', type: 'tablet', address: '10.0.0.7', serial: 'T-7' };
    expect((await admin.post('/module-management/device', device)).status).toBe(200);
    expect((await listAudit('entity=device')).result).toMatchObject([{ entityName: 'Till by the door' }]);
  });

  test('is paginated without duplicates while entries are added', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await renameNode(store, name);
    const first = await listAudit('action=node&size=5');
    await renameNode(store, 'later');
    const second = await listAudit(`action=node&size=5&cursor=${first.next}`);
    const names = [...first.result, ...second.result].map(({ after }) => (after as { name: string }).name);
    expect(names).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
  });

  test('presets choose sign-ins, denials and exports, each and nothing else', async () => {
    const clerk = await createClient(testServer, await createUser(testServer, { node: north, rights: ['view_node'] }));
    expect((await clerk.get('/user-management/users')).status).toBe(403);
    expect((await clerk.get(nodeUrl(south))).status).toBe(404);
    expect((await admin.get('/node-management/export')).status).toBe(200);
    await renameNode(store, 'Headrow');
    expect(new Set(actions(await listAudit('preset=signIns')))).toEqual(new Set(['session.began']));
    expect(actions(await listAudit('preset=denials'))).toEqual(['access.unknownRecord', 'access.denied']);
    expect(actions(await listAudit('preset=exports'))).toEqual(['node.exported']);
    expect(actions(await listAudit('preset=runs'))).toEqual([]);
  });

  test.each([
    ['preset=everything'],
    ['run=1'],
    ['grouped=perhaps'],
    ['entity=thing'],
    ['entityId=1'],
    ['action=node.updated.twice'],
    ['from=yesterday'],
    ['sort=at:asc'],
    ['cursor=x'],
  ])('rejects an invalid query: %s', async (query) => {
    expect((await listAudit(query)).status).toBe(400);
  });

  test('requires the permissions to view users and nodes', async () => {
    const clerk = await createClient(testServer, await createUser(testServer, { node: north, rights: ['view_node'] }));
    expect(statusAndCode(await clerk.get('/audit'))).toEqual([403, 'access.denied']);
  });
});

describe('the entries of a run', () => {
  const runId = '01900000-0000-7000-8000-0000000000aa';
  /** Entries as an import writes them, one for each record, and that of its start. */
  const insertRun = async (count: number, at: TestNode = store) => {
    await testServer.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id, run_id)
       select gen_random_uuid(), $1::uuid, $2, 'import.started', 'import', $3::uuid, $3::uuid
       union all select gen_random_uuid(), $1::uuid, $4, 'node.updated', 'node', $5::uuid, $3::uuid from generate_series(1, $6)`,
      [at.orgId, rootOf(at).tpath, runId, at.tpath, at.id, count],
    );
  };

  test('are one line with their number, which opens to each of them; other entries stay as they are', async () => {
    await renameNode(store, 'Headrow');
    await insertRun(48);
    await renameNode(store, 'Kirkgate');
    const { result, total } = await listAudit('grouped=true&entity=node');
    expect(total).toBe(3);
    expect(result.map(({ run }) => run?.entries ?? null)).toEqual([null, 48, null]);
    expect(result[1]!.run).toMatchObject({ id: runId });
    expect((await listAudit('grouped=true&preset=runs')).total).toBe(1);
    expect((await listAudit(`run=${runId}&size=100`)).result).toHaveLength(49);
    expect((await listAudit('entity=node')).total).toBe(50);
  });

  test('are one line also on the next pages, and for each filter that only some of them match', async () => {
    await insertRun(48);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await renameNode(store, name);
    const first = await listAudit('grouped=true&action=node&size=5');
    const second = await listAudit(`grouped=true&action=node&size=5&cursor=${first.next}`);
    expect([...first.result, ...second.result].filter(({ run }) => run)).toHaveLength(1);
    expect(first.total).toBe(7);
    await testServer.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id, run_id)
       values (gen_random_uuid(), $1, $2, 'import.undone', 'import', $3, $3)`,
      [store.orgId, rootOf(store).tpath, runId],
    );
    const runs = (await listAudit('grouped=true&entity=import')).result.map(({ action }) => action);
    expect(runs).toEqual(['import.undone', 'import.started']);
    for (const filter of ['action=import.started', `entityId=${store.id}`])
      expect([
        filter,
        (await listAudit(`grouped=true&size=100&${filter}`)).result.filter(({ run }) => run).length,
      ]).toEqual([filter, 1]);
  });

  test('of a manager are those in their own scope, without the run above it', async () => {
    await insertRun(5);
    await testServer.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id, run_id) values (gen_random_uuid(), $1, $2, 'node.updated', 'node', $3, $4)`,
      [south.orgId, south.tpath, south.id, runId],
    );
    const manager = await createClient(testServer, await createUser(testServer, { node: north }));
    const { result } = await listAudit('grouped=true&entity=node', manager);
    expect(result.map(({ run }) => run?.entries)).toEqual([5]);
  });
});

describe('the hash chain', () => {
  test('has a status: what is chained, up to where it was verified and signed, and faults', async () => {
    await testServer.query('truncate audit, audit_chain, audit_chain_queue, audit_gaps, audit_status');
    await renameNode(store, 'Headrow');
    const status = async () => (await admin.get('/audit/status')).body.result as AuditStatus;
    expect(await status()).toMatchObject({ head: 0, pending: 1, verifiedPosition: null, faults: 0 });
    await renameNode(store, 'Kirkgate');
    await testServer.query('select extend_audit_chain(10)');
    const verify = anchoring({
      database,
      targets: recordTargets({ environment: { ...readEnvironment({}), dataDir }, server: testServer.app }),
      signers: [recordSigner(new Uint8Array(32).fill(3))],
    });
    await verify();
    expect(await status()).toMatchObject({
      head: 2,
      pending: 0,
      verifiedPosition: 2,
      verifiedDate: expect.any(String),
      faults: 0,
      firstFault: null,
      anchoredPosition: 2,
    });
    await renameNode(store, 'Vicar Lane');
    await testServer.query('select extend_audit_chain(10)');
    await testServer.query(
      `update audit set reason = 'changed' where id = (select audit_id from audit_chain where org_id = $1 and position = 3)`,
      [store.orgId],
    );
    await verify();
    expect(await status()).toMatchObject({ head: 3, verifiedPosition: 3, faults: 1, firstFault: 3 });
    const elsewhere = await createClient(
      testServer,
      await createUser(testServer, { node: await createOrganisation(testServer) }),
    );
    expect((await elsewhere.get('/audit/status')).body.result).toMatchObject({ head: 0, faults: 0 });
  });

  test('includes new entries shortly afterwards, in order and per organisation', async () => {
    const { body } = await postNode(admin, north, 'TRADING_REGION');
    await vi.waitFor(async () => {
      await testServer.query('select extend_audit_chain(10000)');
      const { result } = await listAudit(`entityId=${body.result.nodeId}`);
      expect(result[0]!.sealed).toBeGreaterThan(0);
    });
    const gaps = await testServer.query(
      'select org_id from audit_chain group by org_id having max(position) <> count(*) or min(position) <> 1',
    );
    expect(gaps).toEqual([]);
  });

  test('the time of an entry is the database’s: the application cannot write one', async () => {
    const app = new pg.Client({ connectionString: testServer.appUrl });
    await app.connect();
    await expect(
      app.query(`insert into audit (id, org_id, tpath, at) values (gen_random_uuid(), $1, '', now())`, [store.orgId]),
    ).rejects.toThrow(/permission denied/);
    await app.end();
  });
});
