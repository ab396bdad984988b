import type { NodeType } from '@storeward/contract/access';
import { beforeAll, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  insertRow,
  platformNode,
  type TestNode,
} from '../../test/builders.ts';
import { createDevice } from '../../test/devices.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
const usersUrl = '/user-management/dashboard/statistic';
const nodesUrl = '/node-management/dashboard/statistic';
const fold = () => server.query('select fold_node_counts(100000)');
const resultOf = async (client: ApiClient, url: string) => {
  const response = await client.get(url);
  expect([response.status, url]).toEqual([200, url]);
  return response.body.result;
};

/** The counts below a node, computed from the tables row by row. */
async function actualCounts({ orgId, tpath }: { orgId: string; tpath: string }, hidden: readonly string[] = []) {
  const [row] = await server.query(
    `with users_below as (select * from users where org_id = $1 and tpath ^@ $2 and deleted_date is null and not tpath ^@ any ($3)),
          nodes_below as (select * from nodes where org_id = $1 and tpath ^@ $2 and deleted_date is null and not tpath ^@ any ($3)),
          devices_below as (select * from devices where org_id = $1 and tpath ^@ $2 and deleted_date is null and not tpath ^@ any ($3))
     select (select count(*)::int from users_below where status) as enabled, (select count(*)::int from users_below where not status) as disabled,
            (select count(*)::int from users_below where status and last_active = '-infinity') as invited,
            (select count(*)::int from nodes_below) as nodes, (select count(*)::int from nodes_below where not status) as "disabledNodes",
            (select count(*)::int from nodes_below where node_type = 'STORE') as stores, (select count(*)::int from devices_below) as devices`,
    [orgId, tpath, hidden],
  );
  return row!;
}

async function reportedCounts(client: ApiClient) {
  const [users, nodes, devices, stores] = await Promise.all([
    resultOf(client, usersUrl),
    resultOf(client, nodesUrl),
    resultOf(client, '/module-management/device/statistic'),
    resultOf(client, '/transaction-management-common/dashboard/store-statistics'),
  ]);
  return {
    enabled: users.enabled,
    disabled: users.disabled,
    invited: users.invited,
    nodes: nodes.total,
    disabledNodes: nodes.disabled,
    stores: stores.total,
    devices: devices.total,
  };
}

/** An organisation with a user at every node of a chain of all levels, and clients of the administrators of each. */
async function createChain() {
  const org = await createOrganisation(server);
  const below = (parent: TestNode, nodeType: NodeType) => createNode(server, { parent, nodeType });
  const company = await below(org, 'COMPANY');
  const [north, south] = [await below(company, 'TRADING_REGION'), await below(company, 'TRADING_REGION')];
  const group = await below(north, 'STORE_GROUP');
  const store = await below(group, 'STORE');
  const nodes = [org, company, north, south, group, store];
  const clients = new Map<TestNode, ApiClient>();
  for (const node of nodes) clients.set(node, await createClient(server, await createUser(server, { node })));
  return { org, company, north, south, group, store, nodes, clientOf: (node: TestNode) => clients.get(node)! };
}

let chain: Awaited<ReturnType<typeof createChain>>;
beforeAll(async () => {
  chain = await createChain();
});

const pathOf = async ({ id, orgId }: TestNode) => {
  const [row] = await server.query<{ tpath: string }>('select tpath from nodes where id = $1', [id]);
  return { orgId, tpath: row!.tpath };
};

async function expectTrueCounts(): Promise<void> {
  for (const node of chain.nodes)
    expect([node.name, await reportedCounts(chain.clientOf(node))]).toEqual([
      node.name,
      await actualCounts(await pathOf(node)),
    ]);
}

test('the counts of every level are those of its own records after each kind of change, before and after they are added up', async () => {
  const { org, company, north, south, group, store, clientOf } = chain;
  const closed = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const admin = clientOf(org);
  const leaver = await createUser(server, { node: store, status: false });
  const mover = await createUser(server, { node: store, last_active: '2026-01-01' });
  await createDevice(server, mover);
  await expectTrueCounts();
  await fold();
  await expectTrueCounts();

  expect((await admin.put(`/user-management/users/${mover.id}/status`, { status: false })).status).toBe(200);
  expect((await admin.delete(`/user-management/users/${leaver.id}/delete`)).status).toBe(200);
  expect((await admin.put(`/node-management/node/${closed.id}/status`, { status: false })).status).toBe(200);
  await expectTrueCounts();

  // the group moves with its store, users and devices, with counts that are added up and others that are not
  expect((await admin.put(`/node-management/node/${group.id}/move`, { parentId: south.id })).status).toBe(200);
  await expectTrueCounts();
  await fold();
  await expectTrueCounts();
  expect((await resultOf(clientOf(north), nodesUrl)).total).toBe(1);

  await server.query('update users set node_id = $1, tpath = (select tpath from nodes where id = $1) where id = $2', [
    north.id,
    mover.id,
  ]);
  await server.query('update devices set deleted_date = now() where org_id = $1', [org.id]);
  await expectTrueCounts();
});

test('each status of a user is counted as often as the list of users finds it', async () => {
  const org = await createOrganisation(server);
  const admin = await createClient(server, await createUser(server, { node: org }));
  await createUser(server, { node: org, status: false });
  await createUser(server, { node: org, last_active: '2026-01-01' });
  const locked = await createUser(server, { node: org });
  await insertRow(server, 'failed_attempts', {
    org_id: org.id,
    subject: 'x',
    last_failure: new Date(),
    locked_until: new Date(Date.now() + 3_600_000),
    user_id: locked.id,
  });
  const statistic = await resultOf(admin, usersUrl);
  for (const status of ['enabled', 'disabled', 'invited', 'locked'] as const) {
    const list = await admin.get(`/user-management/users?status=${status}`);
    expect([status, statistic[status]]).toEqual([status, list.body.total]);
  }
  expect(statistic.total).toBe(4);
  expect(statistic.created).toBe(4);
});

test('nodes are counted by level', async () => {
  const { clientOf, company } = chain;
  const { levels } = await resultOf(clientOf(company), nodesUrl);
  expect(levels.map(({ nodeType, total }: { nodeType: NodeType; total: number }) => [nodeType, total])).toEqual([
    ['COMPANY', 1],
    ['TRADING_REGION', 3],
    ['STORE_GROUP', 1],
    ['STORE', 1],
  ]);
});

test('the newest users and nodes are those of the actor’s own area, newest first', async () => {
  const org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const other = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const manager = await createClient(server, await createUser(server, { node: company, created_date: '2020-01-01' }));
  for (const day of [1, 2, 3])
    await createNode(server, {
      parent: company,
      nodeType: 'STORE',
      name: `Store ${day}`,
      created_date: `2030-01-0${day}`,
    });
  await createNode(server, { parent: other, nodeType: 'STORE', created_date: '2031-01-01' });
  const newcomer = await createUser(server, {
    node: company,
    firstName: 'New',
    lastName: 'Comer',
    created_date: '2030-01-01',
  });
  await createUser(server, { node: other, created_date: '2031-01-01' });

  const nodes = await resultOf(manager, '/node-management/dashboard/list');
  expect(nodes.map(({ name }: { name: string }) => name)).toEqual(['Store 3', 'Store 2', 'Store 1', company.name]);
  const users = await resultOf(manager, '/user-management/dashboard/list');
  expect(users.map(({ id }: { id: string }) => id)).toEqual([newcomer.id, manager.user.id]);
  expect(users[0]).toMatchObject({ name: 'New Comer', nodeName: company.name, status: true });
});

test('stores are listed in the order of the tree, by page and status, with their silent devices', async () => {
  const org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const stores: TestNode[] = [];
  for (const status of [true, false, true])
    stores.push(await createNode(server, { parent: company, nodeType: 'STORE', status }));
  const clerk = await createUser(server, { node: stores[0]! });
  const silent = await createDevice(server, clerk);
  await server.query(`update devices set key_hash = '\\x01', last_seen = now() - interval '25 hours' where id = $1`, [
    silent.id,
  ]);
  const admin = await createClient(server, await createUser(server, { node: org }));
  const url = '/node-management/node/dashboard/stores';
  const list = async (query: string) => (await admin.get(`${url}?${query}`)).body;
  const all = await list('size=2');
  expect([all.total, all.result.length]).toEqual([3, 2]);
  expect(all.result[0]).toMatchObject({ id: stores[0]!.id, status: true, deviceCount: 1, silentCount: 1 });
  expect((await list('size=2&page=1')).result.map(({ id }: { id: string }) => id)).toEqual([stores[2]!.id]);
  const disabled = await list('status=disabled');
  expect([disabled.total, disabled.result[0].id]).toEqual([1, stores[1]!.id]);

  expect(await resultOf(admin, '/transaction-management-common/dashboard/store-statistics')).toEqual({
    total: 3,
    enabled: 2,
    disabled: 1,
    silent: 1,
  });
  const devices = await resultOf(admin, '/module-management/device/statistic');
  expect(devices).toMatchObject({ total: 1, online: 0, silent: 1, unpaired: 0, silentStores: 1 });
  await server.query('update devices set last_seen = now() where id = $1', [silent.id]);
  expect(await resultOf(admin, '/module-management/device/statistic')).toMatchObject({ online: 1, silent: 0 });
});

test('a portal that does not show a region counts neither its nodes nor its users and sign-ins', async () => {
  const org = await createOrganisation(server, { slug: 'regions' });
  const host = 'regions.cn';
  await insertRow(server, 'portal_hosts', { host, org_id: org.id });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const china = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', region: ['CHINA'] });
  const shop = await createNode(server, { parent: china, nodeType: 'STORE', region: ['CHINA'] });
  const elsewhere = await createNode(server, {
    parent: company,
    nodeType: 'TRADING_REGION',
    region: ['REST_OF_WORLD'],
  });
  const clerk = await createUser(server, { node: shop });
  const user = await createUser(server, { node: org });
  const clients = [await createClient(server, user), await createClient(server, { ...user, host })];
  const inChina = await createClient(server, { ...clerk, host });
  const hidden = [china.tpath, elsewhere.tpath];
  for (const [index, client] of clients.entries())
    expect(await reportedCounts(client)).toEqual(await actualCounts(org, [hidden[index]!]));
  await fold();
  for (const [index, client] of clients.entries())
    expect(await reportedCounts(client)).toEqual(await actualCounts(org, [hidden[index]!]));
  const signIns = await Promise.all(
    [...clients, inChina].map((client) => resultOf(client, '/transaction-management-common/dashboard/user-statistics')),
  );
  expect(signIns.map((one) => one.signIns)).toEqual([2, 3, 1]);
  // at a node of the other region only the reader's own node is shown
  const below = await createClient(server, await createUser(server, { node: china }));
  expect(await reportedCounts(below)).toMatchObject({ nodes: 1, stores: 0, enabled: 1 });
});

test('a user without a node sees no figures, and one without the permission for the list of users no names', async () => {
  const org = await createOrganisation(server);
  const nobody = await createClient(server, await createUser(server, { node: org, withoutNode: true }));
  expect(await reportedCounts(nobody)).toMatchObject({ enabled: 0, nodes: 0, stores: 0, devices: 0 });
  const reader = await createClient(server, await createUser(server, { node: org, rights: ['om_dashboard'] }));
  expect((await reader.get(usersUrl)).status).toBe(200);
  expect((await reader.get('/user-management/dashboard/list')).status).toBe(403);
});

test('the platform sees the figures of all organisations, and of one if it names it', async () => {
  const org = await createOrganisation(server);
  const store = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  await createUser(server, { node: store });
  const global = await createClient(server, await createUser(server, { node: platformNode }));
  const [shown] = await server.query(
    `with hidden as (select n.org_id, n.tpath from nodes n where n.region = '{CHINA}' and n.deleted_date is null)
     select (select count(*)::int from users u where u.deleted_date is null and u.org_id <> $1
               and not exists (select from hidden h where h.org_id = u.org_id and u.tpath ^@ h.tpath)) as users,
            (select count(*)::int from nodes n where n.deleted_date is null and n.org_id <> $1
               and not exists (select from hidden h where h.org_id = n.org_id and n.tpath ^@ h.tpath)) as nodes`,
    [platformNode.id],
  );
  expect((await resultOf(global, usersUrl)).total).toBe(shown!['users']);
  expect((await resultOf(global, nodesUrl)).total).toBe(shown!['nodes']);
  expect((await resultOf(global, `${usersUrl}?orgId=${org.id}`)).total).toBe(1);
});

test('the silent devices of thousands are counted, of the whole organisation and of a node in it', async () => {
  const org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const stores = [
    await createNode(server, { parent: company, nodeType: 'STORE' }),
    await createNode(server, { parent: org, nodeType: 'COMPANY' }),
  ];
  for (const [index, { orgId, id, tpath }] of stores.entries())
    await server.query(
      `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, key_hash, last_seen, created_date, updated_date)
       select gen_random_uuid(), $1, $2, $3, 'Till', 'till', 'tablet', host('10.0.0.0'::inet + n), $4 || n, $4 || n, decode(md5($4 || n), 'hex'),
              now() - make_interval(hours => case when n % 1000 = 0 then 25 else 0 end), now(), now() from generate_series(1, 6000) n`,
      [orgId, id, tpath, `s${index}-`],
    );
  for (const [node, total] of [
    [org, 12_000],
    [company, 6_000],
  ] as const) {
    const manager = await createClient(server, await createUser(server, { node }));
    const devices = await resultOf(manager, '/module-management/device/statistic');
    expect(devices).toMatchObject({ total, silent: total / 1000, silentStores: total / 6000 });
  }
});
