import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let region: TestNode;
let wide: TestNode;
let admin: ApiClient;
let manager: ApiClient;
const stores: TestNode[] = [];

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn', name: 'Acorn' });
  company = await createNode(server, {
    parent: org,
    nodeType: 'COMPANY',
    name: 'North',
    code: 'NORTH',
    region: ['CHINA', 'REST_OF_WORLD'],
  });
  region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', name: 'Yorkshire' });
  for (const [name, code] of [
    ['Łomnica Zürich', '100'],
    ['東山 店', '200'],
    ['Ten % off', '300'],
    ['Low_line', '400'],
    ['Number 100', '500'],
  ] as const) {
    stores.push(
      await createNode(server, {
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
  wide = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Wide' });
  for (let index = 0; index < 101; index += 1)
    await createNode(server, {
      parent: wide,
      nodeType: 'TRADING_REGION',
      name: `Branch ${String(index).padStart(3, '0')}`,
      code: `branch-${index}`, // a search for 09 finds names, and code-109 would be found as well
    });
  admin = await createClient(server, await createUser(server, { node: org }));
  manager = await createClient(server, await createUser(server, { node: company }));
});

const nodeUrl = (target: { id: string }) => `/node-management/node/${target.id}`;
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('a single node', () => {
  test('is returned with its address, children and ancestors', async () => {
    const { body, headers } = await admin.get(nodeUrl(stores[0]!));
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
    expect(namesOf(body.result.path)).toEqual(['Acorn', 'North', 'Yorkshire']);
    expect(headers['etag']).toBe('"1"');
  });

  test('counts the stores and users of its subtree and its direct children', async () => {
    const { body } = await admin.get(nodeUrl(company));
    expect(body.result).toMatchObject({
      storeCount: 5,
      childCount: 1,
      userCount: 1,
      region: ['CHINA', 'REST_OF_WORLD'],
      address: null,
    });
    expect(namesOf(body.result.children)).toEqual(['Yorkshire']);
    expect(body.result.children[0].storeCount).toBe(5);
  });

  test('includes its first hundred children and their total number', async () => {
    const { body } = await admin.get(nodeUrl(wide));
    expect([body.result.childCount, body.result.children.length, body.result.children[99].name]).toEqual([
      101,
      100,
      'Branch 099',
    ]);
  });

  test('includes the full path for a manager, who cannot read nodes outside their scope', async () => {
    const { body } = await manager.get(nodeUrl(stores[0]!));
    expect(namesOf(body.result.path)).toEqual(['Acorn', 'North', 'Yorkshire']);
    expect((await manager.get(nodeUrl(org))).status).toBe(404);
    expect((await manager.get(nodeUrl(wide))).status).toBe(404);
  });

  test('is readable with VIEW_NODE, while its children require LIST_NODE_STRUCTURE', async () => {
    const viewer = await createClient(server, await createUser(server, { node: org, rights: ['view_node'] }));
    expect([
      (await viewer.get(nodeUrl(company))).status,
      (await viewer.get(`${nodeUrl(company)}/children`)).status,
    ]).toEqual([200, 403]);
  });

  test('omits deleted nodes from its counts and children', async () => {
    const parent = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const deleted = await createNode(server, {
      parent,
      nodeType: 'STORE',
      name: 'Gone store',
      deleted_date: '2026-01-01T00:00:00Z',
    });
    expect((await admin.get(nodeUrl(parent))).body.result).toMatchObject({
      childCount: 0,
      storeCount: 0,
      children: [],
    });
    expect((await admin.get(`${nodeUrl(parent)}/children`)).body).toEqual({ result: [], total: 0 });
    expect((await admin.get(nodeUrl(deleted))).status).toBe(404);
    expect((await admin.get('/node-management/node/search?search=Gone store')).body.total).toBe(0);
  });
});

describe('the children of a node', () => {
  const children = async (query: string, of = wide) =>
    (await admin.get(`${nodeUrl(of)}/children?${query}`)).body as {
      result: { name: string }[];
      total: number;
      next?: string;
    };

  test('are paged without gaps or duplicates, by page number as well as by cursor', async () => {
    const visited: string[] = [];
    let next: string | undefined;
    do {
      const page = await children(`size=25${next ? `&cursor=${next}` : ''}`);
      expect(page.total).toBe(101);
      if (visited.length === 50)
        expect(namesOf(page.result)).toEqual(namesOf((await children('size=25&page=2')).result));
      visited.push(...namesOf(page.result));
      next = page.next;
    } while (next);
    expect(visited).toEqual(Array.from({ length: 101 }, (_, index) => `Branch ${String(index).padStart(3, '0')}`));
  });

  test('are sorted by name in both directions and filtered by part of the name', async () => {
    expect(namesOf((await children('size=2&sort=name:desc')).result)).toEqual(['Branch 100', 'Branch 099']);
    expect(namesOf((await children('size=2&sortby=desc&offset=1')).result)).toEqual(['Branch 099', 'Branch 098']);
    expect(await children('search=branch 09')).toMatchObject({ total: 11 });
    expect(namesOf((await children('search=off ten', region)).result)).toEqual(['Ten % off']);
  });

  test.for(['size=0', 'size=101', 'sort=code:asc', 'sort=name:sideways', 'cursor=x', 'orgId=1', 'page=-1'])(
    'reject the invalid query %s',
    async (query) => {
      expect((await admin.get(`${nodeUrl(wide)}/children?${query}`)).status).toBe(400);
    },
  );

  test('return 404 for an unknown node and an empty list for a leaf', async () => {
    expect((await manager.get(`${nodeUrl(wide)}/children`)).body.messageCode).toBe('node.unknown');
    expect((await admin.get(`${nodeUrl(stores[0]!)}/children`)).body).toEqual({ result: [], total: 0 });
  });
});

describe('node search', () => {
  const search = async (text: string, client = admin, more = '') =>
    (await client.get(`/node-management/node/search?search=${encodeURIComponent(text)}${more}`)).body as {
      result: { name: string; path: { name: string }[] }[];
      total: number;
    };

  test.for([
    ['zurich', ['Łomnica Zürich']],
    ['ZÜRICH', ['Łomnica Zürich']],
    ['東', ['東山 店']],
    ['%', []],
    ['off ten', ['Ten % off']],
    ['low-line', ['Low_line']],
    ['200', ['東山 店']],
    ['  low ', ['Low_line']],
    ['no such', []],
    ['', []],
  ] as const)('matches part of the name or code, with wildcards taken literally: "%s"', async ([text, found]) => {
    const { result, total } = await search(text);
    expect([namesOf(result), total]).toEqual([[...found], found.length]);
  });

  test('returns an exact code match first', async () => {
    expect(namesOf((await search('100')).result)[0]).toBe('Łomnica Zürich');
    expect(namesOf((await search('100')).result)).toContain('Number 100');
  });

  test('returns the path of each node from the root of the reader’s scope', async () => {
    expect(namesOf((await search('zurich')).result[0]!.path)).toEqual(['Acorn', 'North', 'Yorkshire']);
    expect(namesOf((await search('zurich', manager)).result[0]!.path)).toEqual(['North', 'Yorkshire']);
    expect((await search('branch', manager)).total).toBe(0);
  });

  test('is limited to a subtree with `below`, and returns 404 for a node outside the scope', async () => {
    const below = (target: { id: string }, more = '') => `&below=${target.id}${more}`;
    expect(await search('branch', admin, below(company))).toEqual({ result: [], total: 0 });
    expect((await search('branch', admin, below(wide))).total).toBe(101);
    expect(namesOf((await search('', admin, below(region, '&types=STORE'))).result)).toHaveLength(5);
    expect(namesOf((await search('north', admin, below(company))).result)).toEqual(['North']);
    const outOfScope = await manager.get(`/node-management/node/search?search=branch&below=${wide.id}`);
    expect([outOfScope.status, outOfScope.body.messageCode]).toEqual([404, 'node.unknown']);
  });

  test('is also allowed with BULK_OVERRIDE', async () => {
    const bulkUser = await createClient(server, await createUser(server, { node: company, rights: ['bulk_override'] }));
    expect(namesOf((await search('zurich', bulkUser)).result)).toEqual(['Łomnica Zürich']);
    expect((await search('branch', bulkUser)).total).toBe(0);
    const unprivileged = await createClient(
      server,
      await createUser(server, { node: company, rights: ['list_users'] }),
    );
    expect((await unprivileged.get('/node-management/node/search?search=zurich')).status).toBe(403);
  });

  test('is paged', async () => {
    const [first, second] = [
      await search('branch', admin, '&size=60'),
      await search('branch', admin, '&size=60&page=1'),
    ];
    expect([first.total, first.result.length, second.result.length]).toEqual([101, 60, 41]);
    expect(new Set([...namesOf(first.result), ...namesOf(second.result)]).size).toBe(101);
  });
});
