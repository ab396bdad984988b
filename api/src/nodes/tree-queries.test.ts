import { beforeEach, describe, expect, test } from 'vitest';
import {
  createNode,
  createUser,
  type ApiClient,
  insertRow,
  type TestNode,
  createClient,
  signIn,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import {
  postNode,
  createSmallTree,
  statusAndCode,
  uniqueNodeInput,
  auditEntriesOf,
  namesOf,
  nodeUrl,
} from '../../test/small-tree.ts';

const server = await startTestServer();
let tree: Awaited<ReturnType<typeof createSmallTree>>;
let org: TestNode;
let north: TestNode;
let south: TestNode;
let region: TestNode;
let group: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  tree = await createSmallTree(server);
  ({ org, north, south, region, group, store, admin } = tree);
});

const url = '/node-management/node';
const updateNode = (node: TestNode, body: object, version = 1, client = admin) =>
  client.put(nodeUrl(node), body, { 'if-match': `"${version}"` });
const setStatus = (node: TestNode, status: boolean, client = admin) =>
  client.put(`${nodeUrl(node)}/status`, { status });
const deleteNode = (node: TestNode, client = admin) => client.delete(`${nodeUrl(node)}/delete`);

describe('creating a node', () => {
  test('stores all fields at the right position and writes an audit entry', async () => {
    const all = {
      name: '  Leeds Briggate  ',
      code: 'LDS-1',
      region: ['REST_OF_WORLD', 'CHINA'],
      street: '118 Briggate',
      city: 'Leeds',
      state: '',
      postCode: 'LS1 6BG',
      country: 'GB',
      timeZone: 'Europe/London',
      phoneNumber: '+44 113 496 0000',
      emailId: 'briggate@oak.example',
    };
    const { status, body } = await postNode(admin, group, 'STORE', all);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      name: 'Leeds Briggate',
      code: 'LDS-1',
      nodeType: 'STORE',
      parentId: group.id,
      status: true,
      isOverride: false,
      region: ['CHINA', 'REST_OF_WORLD'],
      address: { street: '118 Briggate', city: 'Leeds', state: '', postCode: 'LS1 6BG' },
      country: 'GB',
      timeZone: 'Europe/London',
      phoneNumber: '+44 113 496 0000',
      emailId: 'briggate@oak.example',
      version: 1,
      createdBy: admin.user.id,
    });
    expect(namesOf(body.result.path)).toEqual(['Oak', 'North', 'Yorkshire', 'Leeds']);
    const again = await admin.get(nodeUrl({ id: body.result.nodeId }));
    expect(again.body.result).toEqual(body.result);
    expect(await auditEntriesOf(server, body.result.nodeId)).toMatchObject([
      { action: 'node.created', after: { code: 'LDS-1' } },
    ]);
  });

  test.each([
    ['GLOBAL', []],
    ['ORGANIZATION', ['COMPANY']],
    ['COMPANY', ['TRADING_REGION']],
    ['TRADING_REGION', ['STORE_GROUP', 'STORE']],
    ['STORE_GROUP', ['SUB_STORE_GROUP', 'STORE']],
    ['STORE', []],
  ] as const)('below %s allows %j and nothing else', async (nodeType, allowed) => {
    const parent = { ORGANIZATION: org, COMPANY: north, TRADING_REGION: region, STORE_GROUP: group, STORE: store };
    if (nodeType === 'GLOBAL') return expect(allowed).toEqual([]);
    for (const type of ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE']) {
      const response = await postNode(admin, parent[nodeType], type.toLowerCase());
      if ((allowed as readonly string[]).includes(type)) expect(response.status).toBe(200);
      else expect(statusAndCode(response)).toEqual([409, 'node.wrongParent']);
    }
  });

  test('reports every invalid field and creates nothing', async () => {
    const before = await server.query('select count(*) from nodes');
    const { status, body } = await postNode(admin, group, 'STORE', {
      name: ' ',
      code: 'a b',
      region: ['MARS'],
      country: 'GREAT',
      timeZone: 'Mars/Olympus',
      phoneNumber: '12',
      emailId: 'nobody',
    });
    expect(status).toBe(400);
    expect(
      Object.fromEntries(
        body.errors.map((error: { path: string; messageCode: string }) => [error.path, error.messageCode]),
      ),
    ).toEqual({
      name: 'field.required',
      code: 'field.invalidCharacter',
      'region.0': 'field.invalid',
      country: 'field.invalid',
      timeZone: 'field.timeZone',
      phoneNumber: 'field.phone',
      emailId: 'field.email',
    });
    expect(await server.query('select count(*) from nodes')).toEqual(before);
  });

  test('rejects a code used by another node of the organisation in any letter case, unless that node is deleted', async () => {
    expect(statusAndCode(await postNode(admin, group, 'STORE', { code: 'brig' }))).toEqual([409, 'node.codeTaken']);
    expect(statusAndCode(await updateNode(group, uniqueNodeInput({ code: 'Brig' })))).toEqual([409, 'node.codeTaken']);
    expect((await deleteNode(store)).status).toBe(200);
    expect((await postNode(admin, group, 'STORE', { code: 'brig' })).status).toBe(200);
  });

  test.each(['متجر الرياض', '上海店 一号', 'ร้านกรุงเทพ', 'Магазин №1', 'Cafe\u0301 Zu\u0308rich'])(
    'accepts names and codes of any script: %s',
    async (name) => {
      const { status, body } = await postNode(admin, group, 'STORE', { name, code: name.replaceAll(/[\s№]/g, '') });
      expect([status, body.result.name]).toEqual([200, name.normalize('NFC')]);
      const found = await admin.get(`${url}/search?search=${encodeURIComponent(name)}`);
      expect(namesOf(found.body.result)).toEqual([name.normalize('NFC')]);
    },
  );

  test('returns 404 for a parent outside the scope or a deleted one', async () => {
    const manager = await createClient(server, await createUser(server, { node: south }));
    expect(statusAndCode(await postNode(manager, north, 'TRADING_REGION'))).toEqual([404, 'node.unknown']);
    await deleteNode(store);
    await deleteNode(group);
    expect(statusAndCode(await postNode(admin, group, 'STORE'))).toEqual([404, 'node.unknown']);
  });
});

describe('updating a node', () => {
  test('stores the fields and audits the previous values', async () => {
    const { status, body, headers } = await updateNode(
      store,
      uniqueNodeInput({ name: 'Briggate', code: 'BRIG-2', city: 'Leeds' }),
    );
    expect([status, body.result.code, body.result.version, headers['etag']]).toEqual([200, 'BRIG-2', 2, '"2"']);
    expect(await auditEntriesOf(server, store.id)).toMatchObject([
      { action: 'node.updated', before: { code: 'BRIG' }, after: { code: 'BRIG-2' } },
    ]);
  });

  test('rejects an outdated version and returns the current one', async () => {
    await updateNode(store, uniqueNodeInput({ name: 'First' }));
    const second = await updateNode(store, uniqueNodeInput({ name: 'Second' }));
    expect(statusAndCode(second)).toEqual([412, 'record.stale']);
    expect(second.body.current.name).toBe('First');
    expect((await admin.get(nodeUrl(store))).body.result.name).toBe('First');
  });

  test('rejects a region that hides the node from its own users or from every portal', async () => {
    const manager = await createClient(server, await createUser(server, { node: north }));
    expect(statusAndCode(await updateNode(north, uniqueNodeInput({ region: ['CHINA'] }), 1, manager))).toEqual([
      409,
      'node.hidesYourself',
    ]);
    expect(statusAndCode(await updateNode(north, uniqueNodeInput({ region: ['CHINA'] })))).toEqual([
      409,
      'node.hiddenEverywhere',
    ]);
    await insertRow(server, 'portal_hosts', { host: `oak${tree.slug}.cn`, org_id: org.id });
    expect((await updateNode(north, uniqueNodeInput({ region: ['CHINA'] }))).status).toBe(200);
  });
});

describe('the region of a node', () => {
  test.each([
    ['oak.localhost', ['Both', 'None', 'Rest']],
    ['oak.cn', ['Both', 'China', 'None']],
    ['x.cnet.com', ['Both', 'None', 'Rest']],
  ])('on %s leaves %j in tree, search and counts', async (host, left) => {
    const own = `${host.split('.')[0]}${tree.slug}.${host.split('.').slice(1).join('.')}`;
    for (const name of ['oak.localhost', 'oak.cn', 'x.cnet.com'].map((template) =>
      template.replace('.', `${tree.slug}.`),
    ))
      await server.query('insert into portal_hosts (host, org_id) values ($1, $2) on conflict do nothing', [
        name,
        org.id,
      ]);
    const regionsByName = {
      China: ['CHINA'],
      Rest: ['REST_OF_WORLD'],
      Both: ['CHINA', 'REST_OF_WORLD'],
      None: [],
    };
    for (const [name, regions] of Object.entries(regionsByName)) {
      const node = await createNode(server, {
        parent: south,
        nodeType: 'TRADING_REGION',
        name,
        region: regions,
      });
      await createNode(server, { parent: node, nodeType: 'STORE', name: `Shop of ${name}` });
    }
    const client = await createClient(server, { ...admin.user, host: own });
    const children = await client.get(`${nodeUrl(south)}/children`);
    expect([namesOf(children.body.result), children.body.total]).toEqual([left, 3]);
    expect((await client.get(nodeUrl(south))).body.result).toMatchObject({ childCount: 3, storeCount: 3 });
    const found = await client.get(`${url}/search?search=shop of`);
    expect([namesOf(found.body.result), found.body.total]).toEqual([left.map((name) => `Shop of ${name}`), 3]);
  });
});

describe('disabling a node', () => {
  test('signs out users at or below it, and enabling it lets them sign in again', async () => {
    const clerk = await createUser(server, { node: store });
    const client = await createClient(server, clerk);
    const { status, body } = await setStatus(region, false);
    expect([status, body.result.status]).toEqual([200, false]);
    expect((await client.get(nodeUrl(store))).status).toBe(401);
    expect((await signIn(server, clerk)).status).toBe(400);
    expect((await admin.get(nodeUrl(store))).status).toBe(200);
    await setStatus(region, true);
    expect((await signIn(server, clerk)).status).toBe(200);
    expect((await auditEntriesOf(server, region.id)).map(({ action }) => action)).toEqual([
      'node.disabled',
      'node.enabled',
    ]);
  });

  test('removes it from the choices but not from the tree', async () => {
    await setStatus(group, false);
    expect(namesOf((await admin.get(`${nodeUrl(region)}/children`)).body.result)).toEqual(['Leeds']);
    expect((await admin.get(`${nodeUrl(region)}/children?status=true`)).body).toMatchObject({ result: [], total: 0 });
    expect((await admin.get(`${nodeUrl(region)}?status=true`)).body.result.children).toEqual([]);
  });

  test('removes its subtree from search results for enabled nodes, filtered by type', async () => {
    const search = async (more: string) => {
      const { body } = await admin.get(`${url}/search?search=e${more}`);
      return [namesOf(body.result), body.total];
    };
    expect(await search('&types=STORE,STORE_GROUP')).toEqual([['Briggate', 'Leeds'], 2]);
    expect(await search('&status=true&types=STORE_GROUP')).toEqual([['Leeds'], 1]);
    await setStatus(store, false);
    expect(await search('&status=true&types=STORE,STORE_GROUP')).toEqual([['Leeds'], 1]);
    await setStatus(store, true);
    await setStatus(region, false);
    expect(await search('&types=STORE,STORE_GROUP')).toEqual([['Briggate', 'Leeds'], 2]);
    expect(await search('&status=true&types=STORE,STORE_GROUP')).toEqual([[], 0]);
    expect((await admin.get(`${url}/search?search=e&types=STALL`)).status).toBe(400);
  });

  test('is rejected for the user’s own node', async () => {
    const manager = await createClient(server, await createUser(server, { node: north }));
    expect(statusAndCode(await setStatus(north, false, manager))).toEqual([409, 'node.ownPlace']);
    expect(statusAndCode(await setStatus(org, false))).toEqual([409, 'node.ownPlace']);
    expect((await setStatus(region, false, manager)).status).toBe(200);
  });
});

describe('deleting a node', () => {
  test('is rejected with the number of nodes and users unless the node is empty', async () => {
    await createUser(server, { node: store });
    const rejected = await deleteNode(region);
    expect(statusAndCode(rejected)).toEqual([409, 'node.notEmpty']);
    expect(rejected.body.message).toContain('2 locations, 1 user and 0 devices.');
    expect(statusAndCode(await deleteNode(store))).toEqual([409, 'node.notEmpty']);
    const empty = await createNode(server, { parent: group, nodeType: 'STORE' });
    expect((await deleteNode(empty)).status).toBe(200);
    expect((await admin.get(nodeUrl(empty))).status).toBe(404);
    expect((await auditEntriesOf(server, empty.id)).map(({ action }) => action)).toEqual(['node.deleted']);
  });
});
