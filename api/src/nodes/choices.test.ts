import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { createSmallTree, statusAndCode, namesOf } from '../../test/small-tree.ts';

const server = await startTestServer();
let tree: Awaited<ReturnType<typeof createSmallTree>>;
let admin: ApiClient;
let manager: ApiClient;
let closed: TestNode;

beforeAll(async () => {
  tree = await createSmallTree(server);
  const { org, region, group } = tree;
  admin = await createClient(server, await createUser(server, { node: org, rights: ['OM_DASHBOARD'] }));
  manager = await createClient(server, await createUser(server, { node: region, rights: ['OM_DASHBOARD'] }));
  const addStore = (parent: TestNode, name: string, overrides: object = {}) =>
    createNode(server, { parent, nodeType: 'STORE', name, ...overrides });
  await addStore(region, 'Ripon', { code: 'RIP' });
  await addStore(region, 'Harbour Ripon', { code: 'HRB' });
  await addStore(group, 'Shut', { status: false });
  closed = await createNode(server, { parent: region, nodeType: 'STORE_GROUP', name: 'Hull', status: false });
  await addStore(closed, 'Hull Docks');
  await addStore(group, 'Only in China', { region: ['CHINA'] });
});

const url = '/common/companies';
const getChoices = (client: ApiClient, query: Record<string, string>) =>
  client.get(`${url}?${new URLSearchParams(query).toString()}`);
const namesFor = async (client: ApiClient, query: Record<string, string>) =>
  namesOf((await getChoices(client, query)).body.result);

describe('node choices', () => {
  test('list the companies of the organisation for every signed-in user', async () => {
    const { body } = await getChoices(admin, { orgId: tree.org.id });
    expect(namesOf(body.result)).toEqual(['North', 'South']);
    expect(body.total).toBe(2);
    expect(body.result[0]).toEqual({
      nodeId: tree.north.id,
      name: 'North',
      code: expect.any(String),
      nodeType: 'COMPANY',
      path: [{ id: tree.org.id, name: 'Oak', nodeType: 'ORGANIZATION' }],
    });
  });

  test('are those of the node that orgId names, and of no other organisation', async () => {
    const stores = { nodeType: 'STORE' };
    expect(await namesFor(admin, { ...stores, orgId: tree.north.id })).toEqual(
      await namesFor(admin, { ...stores, parentId: tree.north.id }),
    );
    expect(await namesFor(admin, { ...stores, orgId: tree.org.id })).toEqual(await namesFor(admin, stores));
    const other = await createOrganisation(server, { slug: 'elsewhere' });
    for (const orgId of [other.id, tree.south.id])
      expect(statusAndCode(await getChoices(manager, { orgId }))).toEqual([404, 'node.unknown']);
  });

  test('accept a node type in any letter case and include all levels below the parent', async () => {
    expect(await namesFor(admin, { nodeType: 'trading_region', parentId: tree.north.id })).toEqual(['Yorkshire']);
    expect(await namesFor(admin, { nodeType: 'TRADING_REGION', parentId: tree.south.id })).toEqual([]);
    expect(await namesFor(admin, { nodeType: 'STORE', parentId: tree.north.id })).toEqual([
      'Briggate',
      'Harbour Ripon',
      'Ripon',
    ]);
    expect(await namesFor(admin, { nodeType: 'STORE', parentId: tree.group.id })).toEqual(['Briggate']);
    expect((await getChoices(admin, { nodeType: 'nowhere' })).status).toBe(400);
  });

  test('omit disabled nodes, nodes below disabled ones, and nodes of the other region', async () => {
    expect(await namesFor(admin, { nodeType: 'STORE_GROUP' })).toEqual(['Leeds']);
    const stores = await namesFor(admin, { nodeType: 'STORE', size: '100' });
    for (const hidden of ['Shut', 'Hull Docks', 'Only in China']) expect(stores).not.toContain(hidden);
  });

  test('can be searched by part of the name or by code, with exact code matches first, and paged', async () => {
    expect(await namesFor(admin, { nodeType: 'STORE', search: 'ripon' })).toEqual(['Harbour Ripon', 'Ripon']);
    expect(await namesFor(admin, { nodeType: 'STORE', search: 'rip' })).toEqual(['Ripon', 'Harbour Ripon']);
    const { body } = await getChoices(admin, { nodeType: 'STORE', size: '1', page: '1' });
    expect([namesOf(body.result), body.total]).toEqual([['Harbour Ripon'], 3]);
    expect(statusAndCode(await getChoices(admin, { cursor: 'x' }))).toEqual([400, 'input.badCursor']);
  });

  test('are limited to the actor’s scope and include the full path from the organisation', async () => {
    const { body } = await getChoices(manager, { nodeType: 'STORE', search: 'brig' });
    expect(namesOf(body.result)).toEqual(['Briggate']);
    expect(namesOf(body.result[0].path)).toEqual(['Oak', 'North', 'Yorkshire', 'Leeds']);
    expect(await namesFor(manager, {})).toEqual([]);
    expect(statusAndCode(await getChoices(manager, { parentId: tree.south.id }))).toEqual([404, 'node.unknown']);
  });
});

describe('the choice for a given node id', () => {
  test('includes the path, also for a disabled node', async () => {
    const { body } = await getChoices(manager, { nodeId: closed.id });
    expect([namesOf(body.result), body.total]).toEqual([['Hull'], 1]);
    expect(namesOf(body.result[0].path)).toEqual(['Oak', 'North', 'Yorkshire']);
  });

  test('returns 404 outside the actor’s scope', async () => {
    expect(statusAndCode(await getChoices(manager, { nodeId: tree.south.id }))).toEqual([404, 'node.unknown']);
    const otherOrganisationUser = await createClient(
      server,
      await createUser(server, { node: await createOrganisation(server) }),
    );
    expect(statusAndCode(await getChoices(otherOrganisationUser, { nodeId: tree.store.id }))).toEqual([
      404,
      'node.unknown',
    ]);
  });
});

test('node choices of a global user are those of the organisation they name', async () => {
  const globalUser = await createClient(
    server,
    await createUser(server, { node: platformNode, rights: ['CREATE_USER'] }),
  );
  expect(await namesFor(globalUser, { orgId: tree.org.id })).toEqual(['North', 'South']);
  expect(await namesFor(globalUser, {})).toEqual([]);
});
