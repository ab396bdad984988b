import { userSorts } from '@storeward/contract/users';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
type Row = { id: string; userName: string; firstName: string; lastName: string };

describe('listing users', () => {
  let node: TestNode;
  let reader: ApiClient;
  const names = [
    'Ágnes Őry',
    'agnes orr',
    'Bjørn Ødegård',
    'Çelik Şahin',
    '田中 花子',
    '田村 太郎',
    'Percy 50%',
    'Under_Score',
    'Back\\slash',
    "Quote'd Öne",
  ];
  const users: TestUser[] = [];

  beforeAll(async () => {
    const org = await createOrganisation(server);
    node = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'List place' });
    reader = await createClient(
      server,
      await createUser(server, {
        node,
        userName: 'list.reader',
        firstName: 'Reader',
        lastName: 'Of lists',
        rights: ['list_users', 'view_user'],
        email_id: 'reader@mail.example',
      }),
    );
    for (const [index, name] of names.entries()) {
      const [firstName = '', ...otherNames] = name.split(' ');
      users.push(
        await createUser(server, {
          node,
          rights: ['list_users'],
          userName: `n${index}.list`,
          firstName,
          lastName: otherNames.join(' '),
          email_id: `n${index}@post.example`,
          created_date: `2025-01-${10 + index}T00:00:00Z`,
          last_active: `2025-03-${20 - index}T00:00:00Z`,
        }),
      );
    }
    for (let index = 0; index < 101; index += 1)
      await createUser(server, {
        node,
        rights: null,
        userName: `crowd.${index}`,
        firstName: 'Crowd',
        lastName: String(index).padStart(3, '0'),
      });
  });

  const list = async (query: Record<string, string | number> = {}) =>
    reader.get(`/user-management/users?${String(new URLSearchParams(query as Record<string, string>))}`);
  const userNames = async (query: Record<string, string | number>) =>
    ((await list(query)).body.result as Row[]).map(({ userName }) => userName);

  test('returns the first ten users by name with total and next cursor', async () => {
    const { body, headers } = await list();
    expect([body.result.length, body.total, typeof body.next]).toEqual([10, 112, 'string']);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('returns role, node and the actor’s abilities for each user', async () => {
    const { body } = await list({ search: 'n3.list' });
    expect(body).toEqual({
      total: 1,
      result: [
        {
          id: users[3]!.id,
          userName: 'n3.list',
          firstName: 'Çelik',
          lastName: 'Şahin',
          emailId: 'n3@post.example',
          profilePicture: null,
          status: true,
          locked: false,
          lockedUntil: null,
          manualPassword: true,
          lastActive: '2025-03-17T00:00:00Z',
          version: 1,
          roleName: expect.stringMatching(/^Role /),
          can: { view: true, edit: false, enable: false, delete: false, seeAs: true },
          rootNode: { id: node.id, name: 'List place', nodeType: 'COMPANY', parentName: null },
        },
      ],
    });
  });

  test.for([
    ['agnes', ['n0.list', 'n1.list']],
    ['ÁGNES', ['n0.list', 'n1.list']],
    ['ory', ['n0.list']],
    ['ødegård', ['n2.list']],
    ['sahin', ['n3.list']],
    ['田', ['n4.list', 'n5.list']],
    ['花子', ['n4.list']],
    ['50% n6', ['n6.list']],
    ['%', []],
    ['under_s', ['n7.list']],
    ['underscore', ['n7.list']],
    ['_', []],
    ['back\\s', ['n8.list']],
    ['quoted öne', ['n9.list']],
    ['n2@post', ['n2.list']],
    ['N4.LIST', ['n4.list']],
    ['  agnes   or ', ['n0.list', 'n1.list']],
    ['orr agnes', ['n1.list']],
    ['n1@post orr', ['n1.list']],
    ['花子 田中', ['n4.list']],
    ['agnes sahin', []],
    ['nobody', []],
    ['ag%es', []],
  ] as const)(
    'finds users by words of name, e-mail or user name in any order, without punctuation: %s',
    async ([search, found]) => {
      expect((await userNames({ search, size: 100 })).sort()).toEqual([...found].sort());
      expect((await userNames({ filter: search, limit: 100 })).sort()).toEqual([...found].sort());
    },
  );

  describe('filtered by node', () => {
    let company: TestNode;
    let store: TestNode;
    let otherOrg: TestNode;
    let companyUser: ApiClient;

    beforeAll(async () => {
      company = await createNode(server, { parent: await createOrganisation(server), nodeType: 'COMPANY' });
      store = await createNode(server, { parent: company, nodeType: 'STORE' });
      const secondStore = await createNode(server, { parent: company, nodeType: 'STORE' });
      otherOrg = await createOrganisation(server);
      companyUser = await createClient(server, await createUser(server, { node: company, rights: ['list_users'] }));
      for (const [node, userName] of [
        [store, 'in.store'],
        [secondStore, 'next.door'],
        [company, 'above.them'],
      ] as const)
        await createUser(server, { node, userName, firstName: 'Placed', rights: ['list_users'] });
    });

    const listOf = (client: ApiClient, query: Record<string, string>) =>
      client.get(`/user-management/users?${String(new URLSearchParams({ search: 'placed', ...query }))}`);
    const namesOf = async (client: ApiClient, query: Record<string, string>) =>
      ((await listOf(client, query)).body.result as Row[]).map(({ userName }) => userName).sort();

    test('returns the users of a node and its descendants with their total', async () => {
      expect(await namesOf(companyUser, { node: store.id })).toEqual(['in.store']);
      expect(await namesOf(companyUser, { node: company.id })).toEqual(['above.them', 'in.store', 'next.door']);
      expect((await listOf(companyUser, { node: store.id })).body.total).toBe(1);
      expect(await namesOf(companyUser, { node: store.id, search: 'next' })).toEqual([]);
    });

    test('filters by node for actors of the whole organisation, with and without search text', async () => {
      const orgUser = await createClient(
        server,
        await createUser(server, { node: company.parent!, rights: ['list_users'] }),
      );
      expect(await namesOf(orgUser, { node: store.id })).toEqual(['in.store']);
      expect((await orgUser.get(`/user-management/users?node=${store.id}`)).body).toMatchObject({ total: 1 });
    });

    test('returns 404 for a node outside the actor’s area', async () => {
      const storeUser = await createClient(server, await createUser(server, { node: store, rights: ['list_users'] }));
      const unknownId = '01900000-0000-7000-8000-00000000dead';
      for (const node of [company.id, otherOrg.id, unknownId]) {
        const { status, body } = await listOf(storeUser, { node });
        expect([status, body.messageCode]).toEqual([404, 'node.unknown']);
      }
    });
  });

  test.for(userSorts)('sorts by %s in both directions, each the reverse of the other', async (sort) => {
    const ascending = await userNames({ sort: `${sort}:asc`, size: 100 });
    const lastPage = await userNames({ sort: `${sort}:asc`, size: 100, page: 1 });
    const descending = await userNames({ sort: `${sort}:desc`, size: 100 });
    expect([...ascending, ...lastPage].toReversed().slice(0, 100)).toEqual(descending);
    expect(new Set([...ascending, ...lastPage]).size).toBe(112);
  });

  test('sorts by the column named in the sort parameter', async () => {
    const testUsers = (list: string[]) => list.filter((name) => name.endsWith('.list'));
    expect(testUsers(await userNames({ sort: 'userName:asc', search: '.list', size: 100 }))).toEqual(
      names.map((_, index) => `n${index}.list`),
    );
    expect((await userNames({ sort: 'createdDate:asc' }))[0]).toBe('n0.list');
    expect((await userNames({ sort: 'emailId:desc' }))[0]).toBe('list.reader');
    expect((await userNames({ sort: 'name:asc', search: '.list' })).slice(0, 2)).toEqual(['n1.list', 'n0.list']);
    expect(await userNames({ sortby: 'desc' })).toEqual(await userNames({ sort: 'name:desc' }));
    const byActivity = await userNames({ sort: 'lastActive:desc', size: 12 });
    expect(byActivity.slice(0, 2)).toEqual(['list.reader', 'n0.list']);
  });

  test.for([1, 5, 100])('returns %i rows for that page size', async (size) => {
    expect((await userNames({ size })).length).toBe(size);
    expect((await userNames({ limit: size })).length).toBe(size);
  });

  test.for([
    { size: 0 },
    { size: 101 },
    { size: -1 },
    { size: 1.5 },
    { size: 'ten' },
    { limit: 101 },
    { page: -1 },
    { page: 0.5 },
    { offset: -1 },
    { sort: 'passwordHash:asc' },
    { sort: 'name' },
    { sort: 'name:up' },
    { sortby: 'name' },
    { nobody: 'asked' },
    { password_hash: 'x' },
    { cursor: 'not-one' },
    { search: 'x'.repeat(129) },
  ] as Record<string, string | number>[])('rejects unknown or invalid list parameters: %o', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.messageCode]).toEqual([400, expect.stringMatching(/^input\./)]);
    if ('sort' in query) expect(body.messageCode).toBe('input.unknownSort');
  });

  test('rejects repeated parameters and cursors of another sort order', async () => {
    expect((await reader.get('/user-management/users?size=5&size=10')).status).toBe(400);
    const { body } = await list({ sort: 'name:asc' });
    expect((await list({ sort: 'name:desc', cursor: body.next })).body.messageCode).toBe('input.badCursor');
    const forged = Buffer.from(JSON.stringify(['lastActive false', 'no date', users[0]!.id])).toString('base64url');
    expect((await list({ sort: 'lastActive:asc', cursor: forged })).status).toBe(400);
  });

  test('returns the same rows by page, offset and cursor', async () => {
    const first = await list({ size: 7 });
    expect(await userNames({ size: 7, page: 2 })).toEqual(await userNames({ size: 7, offset: 14 }));
    expect(await userNames({ size: 7, cursor: first.body.next })).toEqual(await userNames({ size: 7, page: 1 }));
    expect(await userNames({ size: 100, page: 1_000_000 })).toEqual([]);
  });

  test.for(userSorts)('visits each row exactly once by cursor, sorted by %s, while rows are inserted', async (sort) => {
    const before = new Set([...(await userNames({ size: 100 })), ...(await userNames({ size: 100, page: 1 }))]);
    const visited: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await list({ size: 10, sort: `${sort}:asc`, ...(cursor ? { cursor } : {}) });
      visited.push(...(body.result as Row[]).map(({ userName }) => userName));
      cursor = body.next;
      if (visited.length % 30 === 0)
        await createUser(server, {
          node,
          rights: null,
          userName: `late.${sort}.${visited.length}`.toLowerCase(),
          firstName: 'Aaron',
          lastName: 'Late',
        });
    } while (cursor !== undefined);
    expect(new Set(visited).size).toBe(visited.length);
    expect(visited).toEqual(expect.arrayContaining([...before]));
    await server.query(`update users set deleted_date = now() where user_name like 'late.%'`);
  });

  test('leaves out deleted users and limits the abilities for users with more rights than the actor', async () => {
    await createUser(server, { node, userName: 'gone.list', deleted_date: '2026-01-01T00:00:00Z' });
    expect(await userNames({ search: 'gone.list' })).toEqual([]);
    const editor = await createClient(
      server,
      await createUser(server, { node, userName: 'editor.xyz', rights: ['list_users', 'edit_user'] }),
    );
    await createUser(server, { node, userName: 'stronger.xyz', rights: ['list_users', 'delete_user'] });
    const { body } = await editor.get('/user-management/users?search=.xyz&sort=userName:asc');
    expect((body.result as { userName: string; can: object }[]).map(({ userName, can }) => [userName, can])).toEqual([
      ['editor.xyz', { view: true, edit: true, enable: false, delete: false, seeAs: false }],
      ['stronger.xyz', { view: false, edit: false, enable: false, delete: false, seeAs: false }],
    ]);
  });
});
