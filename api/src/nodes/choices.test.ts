import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, platform, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { aSmallTree, codeOf, namesOf } from '../../test/small-tree.ts';

const house = await aServer();
let tree: Awaited<ReturnType<typeof aSmallTree>>;
let admin: Caller;
let manager: Caller;
let closed: Place;

beforeAll(async () => {
  tree = await aSmallTree(house);
  const { org, region, group } = tree;
  admin = await signedIn(house, await aUser(house, { at: org, rights: ['OM_DASHBOARD'] }));
  manager = await signedIn(house, await aUser(house, { at: region, rights: ['OM_DASHBOARD'] }));
  const shop = (parent: Place, name: string, more: object = {}) =>
    aNode(house, { parent, nodeType: 'STORE', name, ...more });
  await shop(region, 'Ripon', { code: 'RIP' });
  await shop(region, 'Harbour Ripon', { code: 'HRB' });
  await shop(group, 'Shut', { status: false });
  closed = await aNode(house, { parent: region, nodeType: 'STORE_GROUP', name: 'Hull', status: false });
  await shop(closed, 'Hull Docks');
  await shop(group, 'Only in China', { region: ['CHINA'] });
});

const url = '/common/companies';
const ask = (caller: Caller, query: Record<string, string>) =>
  caller.get(`${url}?${new URLSearchParams(query).toString()}`);
const namesFor = async (caller: Caller, query: Record<string, string>) =>
  namesOf((await ask(caller, query)).body.result);

describe('the places to choose from', () => {
  test('are the companies of the organisation, for everybody signed in, whatever their role', async () => {
    const { body } = await ask(admin, { orgId: tree.org.id });
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

  test('are of the kind that is asked for, in capitals or not, at any depth below a place', async () => {
    expect(await namesFor(admin, { nodeType: 'trading_region', parentId: tree.north.id })).toEqual(['Yorkshire']);
    expect(await namesFor(admin, { nodeType: 'TRADING_REGION', parentId: tree.south.id })).toEqual([]);
    expect(await namesFor(admin, { nodeType: 'STORE', parentId: tree.north.id })).toEqual([
      'Briggate',
      'Harbour Ripon',
      'Ripon',
    ]);
    expect(await namesFor(admin, { nodeType: 'STORE', parentId: tree.group.id })).toEqual(['Briggate']);
    expect((await ask(admin, { nodeType: 'nowhere' })).status).toBe(400);
  });

  test('are open ones alone: neither a closed place nor what lies below it, and nothing of the other region', async () => {
    expect(await namesFor(admin, { nodeType: 'STORE_GROUP' })).toEqual(['Leeds']);
    const stores = await namesFor(admin, { nodeType: 'STORE', size: '100' });
    for (const hidden of ['Shut', 'Hull Docks', 'Only in China']) expect(stores).not.toContain(hidden);
  });

  test('are found by a part of their name or by their code, which comes first, and told page by page', async () => {
    expect(await namesFor(admin, { nodeType: 'STORE', search: 'ripon' })).toEqual(['Harbour Ripon', 'Ripon']);
    expect(await namesFor(admin, { nodeType: 'STORE', search: 'rip' })).toEqual(['Ripon', 'Harbour Ripon']);
    const { body } = await ask(admin, { nodeType: 'STORE', size: '1', page: '1' });
    expect([namesOf(body.result), body.total]).toEqual([['Harbour Ripon'], 3]);
    expect(codeOf(await ask(admin, { cursor: 'x' }))).toEqual([400, 'input.badCursor']);
  });

  test('lie in the chooser’s own area, and are told with the way down to them from the top', async () => {
    const { body } = await ask(manager, { nodeType: 'STORE', search: 'brig' });
    expect(namesOf(body.result)).toEqual(['Briggate']);
    expect(namesOf(body.result[0].path)).toEqual(['Oak', 'North', 'Yorkshire', 'Leeds']);
    expect(await namesFor(manager, {})).toEqual([]);
    expect(codeOf(await ask(manager, { parentId: tree.south.id }))).toEqual([404, 'node.unknown']);
  });
});

describe('the place that is chosen already', () => {
  test('is told with the way down to it, also when it is closed', async () => {
    const { body } = await ask(manager, { nodeId: closed.id });
    expect([namesOf(body.result), body.total]).toEqual([['Hull'], 1]);
    expect(namesOf(body.result[0].path)).toEqual(['Oak', 'North', 'Yorkshire']);
  });

  test('is unknown to whoever stands elsewhere', async () => {
    expect(codeOf(await ask(manager, { nodeId: tree.south.id }))).toEqual([404, 'node.unknown']);
    const other = await signedIn(house, await aUser(house, { at: await anOrganisation(house) }));
    expect(codeOf(await ask(other, { nodeId: tree.store.id }))).toEqual([404, 'node.unknown']);
  });
});

test('somebody above all organisations names the one whose places they choose from', async () => {
  const somebody = await signedIn(house, await aUser(house, { at: platform, rights: ['CREATE_USER'] }));
  expect(await namesFor(somebody, { orgId: tree.org.id })).toEqual(['North', 'South']);
  expect(await namesFor(somebody, {})).toEqual([]);
});
