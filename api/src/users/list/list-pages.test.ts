import { expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  insertRow,
  platformNode,
  type ApiClient,
  createClient,
} from '../../../test/builders.ts';
import type { TestResponse } from '../../../test/response.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const list = (client: ApiClient, query: Record<string, string>) =>
  client.get(`/user-management/users?${String(new URLSearchParams(query))}`);

test('keeps the list order over all pages of thousands of users with any filter and sort direction', async () => {
  const crowdedOrg = await createOrganisation(server, { slug: 'crowded' });
  const crowdedStore = await createNode(server, { parent: crowdedOrg, nodeType: 'STORE' });
  const [commonRoleId, rareRoleId] = [
    await createRole(server, { organisation: crowdedOrg, rights: [] }),
    await createRole(server, { organisation: crowdedOrg, rights: [] }),
  ];
  await server.query(
    `with made as (
       insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text, status,
                          mail_refused_date, mail_refused_reason)
       select gen_random_uuid(), $1, $2, $3, 'crowd.' || i, 'crowd.' || i, 'crowded.example', 'Crowd', lpad((i * 7919 % 6000)::text, 4, '0'),
              'crowd ' || lpad((i * 7919 % 6000)::text, 4, '0'), i || '@mail.example', i || '@mail.example', ' crowd ' || i, i % 10 <> 0, now(), '550'
         from generate_series(1, 6000) i returning id, user_name)
     insert into assignments (id, org_id, user_id, role_id, node_id, tpath)
     select gen_random_uuid(), $1, id, case when user_name like '%77' then $5::uuid else $4::uuid end, $2, $3 from made`,
    [crowdedOrg.id, crowdedStore.id, crowdedStore.tpath, commonRoleId, rareRoleId],
  );
  await server.query('analyze users, assignments');
  const reader = await createClient(server, await createUser(server, { node: crowdedOrg, rights: ['list_users'] }));
  const readAllPages = async (query: Record<string, string>) => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await list(reader, { size: '100', ...query, ...(cursor ? { cursor } : {}) });
      names.push(...(body.result as { lastName: string }[]).map(({ lastName }) => lastName));
      cursor = body.next;
    } while (cursor !== undefined);
    return names;
  };
  // pages by their number, which are read from the nearer end of the list; nobody has been active, so that ids decide
  const idsOf = ({ body }: TestResponse) => (body.result as { id: string }[]).map(({ id }) => id);
  const allPages = Array.from({ length: 61 }, (_, page) => String(page));
  for (const sort of ['name:asc', 'name:desc', 'lastActive:asc', 'lastActive:desc']) {
    const read = await Promise.all(allPages.map((page) => list(reader, { size: '100', sort, page })));
    const sorted = sort.startsWith('name') ? 'name_norm' : 'last_active';
    const direction = sort.endsWith('asc') ? 'asc' : 'desc';
    const stored = await server.query<{ id: string }>(
      `select id from users where org_id = $1 and deleted_date is null order by ${sorted} ${direction}, id ${direction}`,
      [crowdedOrg.id],
    );
    expect(read.flatMap(idsOf)).toEqual(stored.map(({ id }) => id));
    expect(read.slice(0, -1).every(({ body }) => body.next !== undefined)).toBe(true);
  }
  expect((await list(reader, { size: '100', page: '1000' })).body.result).toEqual([]);
  // filters that match more than 5,000 users are walked in one direction, the others in both
  for (const [query, directions] of [
    [{ role: rareRoleId }, ['asc', 'desc']],
    [{ status: 'disabled' }, ['asc', 'desc']],
    [{ role: commonRoleId }, ['asc']],
    [{ status: 'invited' }, ['desc']],
    [{ inactiveSince: '2999-01-01', role: commonRoleId }, ['desc']],
    [{ level: 'STORE', status: 'mailRefused' }, ['asc']],
  ] as const)
    for (const direction of directions) {
      const names = await readAllPages({ ...query, sort: `name:${direction}` });
      const ascending = names.toSorted();
      expect(names).toEqual(direction === 'asc' ? ascending : ascending.toReversed());
      expect(new Set(names).size).toBe(names.length);
      expect((await list(reader, query)).body.total).toBe(names.length);
    }
});

test('finds who has exactly the searched user name, e-mail or full name first, and everybody once over all pages', async () => {
  const namesakes = await createOrganisation(server, { slug: 'namesakes' });
  await server.query(
    `insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text)
     select gen_random_uuid(), $1, $1, $2, n.name || i, n.name || i, 'namesakes.example', 'Sam', 'Lee ' || i, 'sam lee ' || lpad(i::text, 4, '0'),
            n.name || i || '@mail.example', n.name || i || '@mail.example', ' sam lee ' || n.name || i || ' ' || n.name || i || 'mailexample'
       from (values ('few', 40), ('many', 5200)) n (name, count), generate_series(1, n.count) i`,
    [namesakes.id, namesakes.tpath],
  );
  await server.query('analyze users');
  const reader = await createClient(server, await createUser(server, { node: namesakes, rights: ['list_users'] }));
  const page = async (query: Record<string, string>) => {
    const { body } = await list(reader, query);
    return { names: (body.result as { userName: string }[]).map(({ userName }) => userName), next: body.next };
  };
  await server.query(
    `update users set email_norm = 'w1@mail.example', search_text = search_text || ' w1mailexample' where org_id = $1 and user_name = 'few2'`,
    [namesakes.id],
  );
  expect((await page({ search: 'FEW4', sort: 'name:desc', size: '5' })).names).toEqual(['few4', 'few40']);
  expect((await page({ search: 'w1@mail.example', size: '5' })).names).toEqual(['few2', 'few1']);

  // more with one full name than a page shows, among few and among thousands of matches
  const sameNames = { few: [11, 12, 13, 14, 15, 16], 'sam lee': [21, 22, 23, 24, 25, 26] };
  for (const [search, numbers] of Object.entries(sameNames)) {
    const exact = numbers.map((number) => `few${number}`);
    await server.query('update users set name_norm = $2 where org_id = $1 and user_name = any($3)', [
      namesakes.id,
      search,
      exact,
    ]);
    for (const direction of ['asc', 'desc']) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const size = found.length < 10 ? '5' : '100';
        const { names, next } = await page({ search, size, sort: `userName:${direction}`, ...(cursor && { cursor }) });
        found.push(...names);
        cursor = next;
      } while (cursor !== undefined);
      const others = found.slice(exact.length);
      expect(found.slice(0, exact.length)).toEqual(direction === 'asc' ? exact : exact.toReversed());
      expect(others).toEqual(direction === 'asc' ? others.toSorted() : others.toSorted().toReversed());
      expect(new Set(found).size).toBe(search === 'few' ? 40 : 5240);
      expect(found).toHaveLength(new Set(found).size);
      const offset = await page({ search, size: '5', page: '1', sort: `userName:${direction}` });
      expect(offset.names).toEqual(found.slice(5, 10));
    }
  }
});

test('the number of users is that of the rows, for the whole and a part of an organisation, a host, the platform, and each status', async () => {
  const divided = await createOrganisation(server, { slug: 'counted' });
  const host = 'counted.cn';
  await insertRow(server, 'portal_hosts', { host, org_id: divided.id });
  const unit = await createNode(server, { parent: divided, nodeType: 'COMPANY' });
  const nodes = [
    divided,
    unit,
    await createNode(server, { parent: unit, nodeType: 'STORE', region: ['CHINA'] }),
    await createNode(server, { parent: unit, nodeType: 'STORE', region: ['REST_OF_WORLD'] }),
    platformNode,
  ];
  for (const [index, node] of nodes.entries())
    for (const overrides of [
      { status: false },
      { last_active: '-infinity' },
      ...Array.from({ length: index }, () => ({})),
    ])
      await createUser(server, { node, ...overrides });
  const managers = await Promise.all([divided, unit, nodes.at(-1)!].map((node) => createUser(server, { node })));
  const clients = await Promise.all([...managers, { ...managers[0]!, host }].map((user) => createClient(server, user)));
  const counted: number[] = [];
  for (const client of clients)
    for (const filter of ['', 'status=enabled', 'status=disabled', 'status=invited']) {
      const { total, result } = (await client.get(`/user-management/user-export?${filter}`)).body;
      expect([filter, total]).toEqual([filter, result.length]);
      counted.push(total);
    }
  expect(Math.min(...counted)).toBeGreaterThan(0);
  expect(new Set(counted).size).toBeGreaterThan(4);
});
