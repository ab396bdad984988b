import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let org: Place;
let company: Place;
let region: Place;
let wide: Place;
let admin: Caller;
let manager: Caller;
const stores: Place[] = [];

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn', name: 'Acorn' });
  company = await aNode(house, {
    parent: org,
    nodeType: 'COMPANY',
    name: 'North',
    code: 'NORTH',
    region: ['CHINA', 'REST_OF_WORLD'],
  });
  region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION', name: 'Yorkshire' });
  for (const [name, code] of [
    ['Łomnica Zürich', '100'],
    ['東山 店', '200'],
    ['Ten % off', '300'],
    ['Low_line', '400'],
    ['Number 100', '500'],
  ] as const) {
    stores.push(
      await aNode(house, {
        parent: region,
        nodeType: 'STORE',
        name,
        code,
        street: '1 High Street',
        city: 'Leeds',
        state: '',
        post_code: 'LS1',
        country: 'GB',
        time_zone: 'Europe/London',
      }),
    );
  }
  wide = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Wide' });
  for (let index = 0; index < 101; index += 1)
    await aNode(house, { parent: wide, nodeType: 'TRADING_REGION', name: `Branch ${String(index).padStart(3, '0')}` });
  admin = await signedIn(house, await aUser(house, { at: org }));
  manager = await signedIn(house, await aUser(house, { at: company }));
});

const node = (place: { id: string }) => `/node-management/node/${place.id}`;
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('one place', () => {
  test('is told with its address, what lies below it and the places above it', async () => {
    const { body, headers } = await admin.get(node(stores[0]!));
    expect(body.result).toMatchObject({
      nodeId: stores[0]!.id,
      parentId: region.id,
      name: 'Łomnica Zürich',
      code: '100',
      nodeType: 'STORE',
      status: true,
      childCount: 0,
      userCount: 0,
      children: [],
      address: { street: '1 High Street', city: 'Leeds', state: '', postCode: 'LS1' },
      country: 'GB',
      timeZone: 'Europe/London',
      version: 1,
    });
    expect(names(body.result.path)).toEqual(['Acorn', 'North', 'Yorkshire']);
    expect(headers['etag']).toBe('"1"');
  });

  test('counts the stores and people of its whole part of the tree, and the places right below it', async () => {
    const { body } = await admin.get(node(company));
    expect(body.result).toMatchObject({
      storeCount: 5,
      childCount: 1,
      userCount: 1,
      region: ['CHINA', 'REST_OF_WORLD'],
      address: null,
    });
    expect(names(body.result.children)).toEqual(['Yorkshire']);
    expect(body.result.children[0].storeCount).toBe(5);
  });

  test('is told with its first hundred children and how many there are in all', async () => {
    const { body } = await admin.get(node(wide));
    expect([body.result.childCount, body.result.children.length, body.result.children[99].name]).toEqual([
      101,
      100,
      'Branch 099',
    ]);
  });

  test('is told to a manager with the whole way down to it, though they reach only a part', async () => {
    const { body } = await manager.get(node(stores[0]!));
    expect(names(body.result.path)).toEqual(['Acorn', 'North', 'Yorkshire']);
    expect((await manager.get(node(org))).status).toBe(404);
    expect((await manager.get(node(wide))).status).toBe(404);
  });

  test('is there for those who may only view places, and its children for those who may list them', async () => {
    const viewer = await signedIn(house, await aUser(house, { at: org, rights: ['view_node'] }));
    expect([(await viewer.get(node(company))).status, (await viewer.get(`${node(company)}/children`)).status]).toEqual([
      200, 403,
    ]);
  });

  test('does not count or show what was deleted', async () => {
    const parent = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const gone = await aNode(house, {
      parent,
      nodeType: 'STORE',
      name: 'Gone store',
      deleted_date: '2026-01-01T00:00:00Z',
    });
    expect((await admin.get(node(parent))).body.result).toMatchObject({ childCount: 0, storeCount: 0, children: [] });
    expect((await admin.get(`${node(parent)}/children`)).body).toEqual({ result: [], total: 0 });
    expect((await admin.get(node(gone))).status).toBe(404);
    expect((await admin.get('/node-management/node/search?search=Gone store')).body.total).toBe(0);
  });
});

describe('the children of a place', () => {
  const children = async (query: string, of = wide) =>
    (await admin.get(`${node(of)}/children?${query}`)).body as {
      result: { name: string }[];
      total: number;
      next?: string;
    };

  test('come page by page, each exactly once, by page as by cursor', async () => {
    const visited: string[] = [];
    let next: string | undefined;
    do {
      const page = await children(`size=25${next ? `&cursor=${next}` : ''}`);
      expect(page.total).toBe(101);
      if (visited.length === 50) expect(names(page.result)).toEqual(names((await children('size=25&page=2')).result));
      visited.push(...names(page.result));
      next = page.next;
    } while (next);
    expect(visited).toEqual(Array.from({ length: 101 }, (_, index) => `Branch ${String(index).padStart(3, '0')}`));
  });

  test('come by name both ways and can be narrowed by a part of it', async () => {
    expect(names((await children('size=2&sort=name:desc')).result)).toEqual(['Branch 100', 'Branch 099']);
    expect(names((await children('size=2&sortby=desc&offset=1')).result)).toEqual(['Branch 099', 'Branch 098']);
    expect(await children('search=branch 09')).toMatchObject({ total: 10 });
    expect(names((await children('search=%25', region)).result)).toEqual(['Ten % off']);
  });

  test.for(['size=0', 'size=101', 'sort=code:asc', 'sort=name:sideways', 'cursor=x', 'orgId=1', 'page=-1'])(
    'refuse what they do not know: %s',
    async (query) => {
      expect((await admin.get(`${node(wide)}/children?${query}`)).status).toBe(400);
    },
  );

  test('of a place that is not there are not there either, rather than none', async () => {
    expect((await manager.get(`${node(wide)}/children`)).body.messageCode).toBe('node.unknown');
    expect((await admin.get(`${node(stores[0]!)}/children`)).body).toEqual({ result: [], total: 0 });
  });
});

describe('searching for places', () => {
  const search = async (text: string, caller = admin, more = '') =>
    (await caller.get(`/node-management/node/search?search=${encodeURIComponent(text)}${more}`)).body as {
      result: { name: string; path: { name: string }[] }[];
      total: number;
    };

  test.for([
    ['zurich', ['Łomnica Zürich']],
    ['ZÜRICH', ['Łomnica Zürich']],
    ['東', ['東山 店']],
    ['%', ['Ten % off']],
    ['_', ['Low_line']],
    ['200', ['東山 店']],
    ['  low ', ['Low_line']],
    ['no such', []],
    ['', []],
  ] as const)('finds by a part of name or code, signs taken at their word: "%s"', async ([text, found]) => {
    const { result, total } = await search(text);
    expect([names(result), total]).toEqual([[...found], found.length]);
  });

  test('puts the place whose very code was typed first', async () => {
    expect(names((await search('100')).result)[0]).toBe('Łomnica Zürich');
    expect(names((await search('100')).result)).toContain('Number 100');
  });

  test('tells the way down to each place from the top of the reader’s own area', async () => {
    expect(names((await search('zurich')).result[0]!.path)).toEqual(['Acorn', 'North', 'Yorkshire']);
    expect(names((await search('zurich', manager)).result[0]!.path)).toEqual(['North', 'Yorkshire']);
    expect((await search('branch', manager)).total).toBe(0);
  });

  test('finds those at and below one place alone where that is asked for, however many there are elsewhere', async () => {
    const below = (place: { id: string }, more = '') => `&below=${place.id}${more}`;
    expect(await search('branch', admin, below(company))).toEqual({ result: [], total: 0 });
    expect((await search('branch', admin, below(wide))).total).toBe(101);
    expect(names((await search('', admin, below(region, '&types=STORE'))).result)).toHaveLength(5);
    expect(names((await search('north', admin, below(company))).result)).toEqual(['North']);
    const beside = await manager.get(`/node-management/node/search?search=branch&below=${wide.id}`);
    expect([beside.status, beside.body.messageCode]).toEqual([404, 'node.unknown']);
  });

  test('is for those who change many places at once too, who have to find them', async () => {
    const bulk = await signedIn(house, await aUser(house, { at: company, rights: ['bulk_override'] }));
    expect(names((await search('zurich', bulk)).result)).toEqual(['Łomnica Zürich']);
    expect((await search('branch', bulk)).total).toBe(0);
    const nobody = await signedIn(house, await aUser(house, { at: company, rights: ['list_users'] }));
    expect((await nobody.get('/node-management/node/search?search=zurich')).status).toBe(403);
  });

  test('comes page by page', async () => {
    const [first, second] = [
      await search('branch', admin, '&size=60'),
      await search('branch', admin, '&size=60&page=1'),
    ];
    expect([first.total, first.result.length, second.result.length]).toEqual([101, 60, 41]);
    expect(new Set([...names(first.result), ...names(second.result)]).size).toBe(101);
  });
});
