import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createUser, type ApiClient, type TestNode, createClient } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { postNode, createSmallTree, statusAndCode, uniqueNodeInput, nodeUrl } from '../../test/small-tree.ts';

const testServer = await startTestServer();
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

  test.each([
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

describe('the hash chain', () => {
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
