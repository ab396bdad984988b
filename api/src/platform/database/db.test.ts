import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  platformNode,
  rootOf,
  createClient,
} from '../../../test/builders.ts';
import { startDatabaseProxy } from '../../../test/database-proxy.ts';
import { platformEndpoints, protectedEndpoints, preparedRequest } from '../../../test/endpoints.ts';
import { userFields } from '../../../test/input-fields.ts';
import { createTestDatabase, startTestServer } from '../../../test/server.ts';
import { build, type Db, openDatabase, type Placeholders, prepared } from './db.ts';

const directUrl = await createTestDatabase();
const proxy = await startDatabaseProxy(directUrl);
const testServer = await startTestServer({ databaseUrl: directUrl, proxiedUrl: proxy.url });

describe('requests', () => {
  let client: ApiClient;
  let record: { id: string; userName: string };
  let company: { id: string };
  beforeAll(async () => {
    const org = await createOrganisation(testServer);
    client = await createClient(testServer, await createUser(testServer, { node: org }));
    record = await createUser(testServer, { node: org });
    company = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  });

  const costOf = async (work: () => Promise<{ status: number }>) => {
    for (let warm = 0; warm < 3; warm += 1) expect((await work()).status).toBe(200);
    Object.assign(proxy.count, { roundTrips: 0, statements: 0 });
    expect((await work()).status).toBe(200);
    const { roundTrips, statements } = proxy.count;
    return { roundTrips, statements };
  };

  test('reading one record takes one database round trip, including the session', async () => {
    expect((await costOf(() => client.get(`/user-management/users/${record.id}`))).roundTrips).toBe(1);
    expect((await costOf(() => client.get(`/user-management/users/${client.user.id}`))).roundTrips).toBe(1);
  });

  test('reading a list takes one round trip and at most six statements, regardless of its length', async () => {
    for (const size of [1, 100]) {
      const cost = await costOf(() => client.get(`/user-management/users?size=${size}`));
      expect([cost.roundTrips, cost.statements <= 6]).toEqual([1, true]);
    }
    expect(
      (await costOf(() => client.get('/user-management/users?search=ada&size=100'))).statements,
    ).toBeLessThanOrEqual(6);
    expect((await costOf(() => client.get(`/node-management/node/${company.id}/children`))).roundTrips).toBe(1);
    expect(
      (await costOf(() => client.get('/node-management/node/search?search=company'))).roundTrips,
    ).toBeLessThanOrEqual(2);
    expect((await costOf(() => client.get(`/node-management/node/${company.id}`))).roundTrips).toBeLessThanOrEqual(2);
  });

  test('reading any list takes at most six round trips, regardless of its content', async () => {
    const org = rootOf(client.user.node);
    const target = await createUser(testServer, { node: org });
    const platformClient = await createClient(testServer, await createUser(testServer, { node: platformNode }));
    // several records of each kind, so that a query per row (N+1) would be detected
    for (const route of protectedEndpoints)
      for (const _ of [1, 2, 3, 4, 5, 6, 7]) await preparedRequest(testServer, route, target, client);
    const lists = protectedEndpoints.filter(
      ({ name, endpoint: { method, page, result } }) =>
        method === 'GET' && (page || result._zod.def.type === 'array' || name.endsWith('.list')),
    );
    const costs: Record<string, number> = {};
    for (const route of lists) {
      const reader = platformEndpoints.includes(route.name) ? platformClient : client;
      const { url } = await preparedRequest(testServer, route, target, reader);
      const sized = route.endpoint.page ? `${url}${url.includes('?') ? '&' : '?'}size=100` : url;
      costs[route.name] = (await costOf(() => reader.get(sized))).roundTrips;
    }
    for (const domain of ['users', 'roles', 'nodes', 'organisations', 'devices', 'audit', 'nodeImports', 'userViews'])
      expect([domain, Object.keys(costs).some((name) => name.startsWith(`${domain}.`))]).toEqual([domain, true]);
    expect(Object.entries(costs).filter(([, roundTrips]) => roundTrips > 6)).toEqual([]);
  });

  test('reading the settings of a hundred stores takes one query, as for one store', async () => {
    const region = await createNode(testServer, { parent: company as TestNode, nodeType: 'TRADING_REGION' });
    for (let index = 0; index < 100; index += 1) await createNode(testServer, { parent: region, nodeType: 'STORE' });
    for (const node of [company, region])
      await client.put(`/node-management/node/${node.id}/settings/theme`, { fields: { fontSize: { value: '15px' } } });
    const url = `/node-management/node/${region.id}/settings/theme/places`;
    expect((await client.get(`${url}?size=100`)).body.result).toHaveLength(100);
    const [one, all] = [
      await costOf(() => client.get(`${url}?size=1`)),
      await costOf(() => client.get(`${url}?size=100`)),
    ];
    expect([one, all]).toEqual([
      // plus begin, session and commit
      { roundTrips: 1, statements: 4 },
      { roundTrips: 1, statements: 4 },
    ]);
  });

  test('changing a record takes no more round trips than it has queries', async () => {
    const { roundTrips, statements } = await costOf(() =>
      client.put(`/user-management/users/${record.id}`, userFields(record)),
    );
    expect(roundTrips).toBeLessThanOrEqual(6);
    expect(statements).toBeLessThanOrEqual(11);
  });
});

describe('transactions', () => {
  const database = openDatabase({ connectionString: directUrl }, { connections: 1 });
  afterAll(() => database.close());

  test('a failed transaction is rolled back and leaves the connection clean for the next one', async () => {
    await database.transaction((db) => db.run(sql`create table kept (number int unique)`));
    await expect(
      database.transaction(async (db) => {
        await db.run(sql`insert into kept values (1)`);
        await db.first(sql`select set_config('app.org', 'left over', true)`);
        await db.run(sql`insert into kept values ('no number')`);
      }),
    ).rejects.toThrow(/invalid input syntax/);
    await expect(
      database.transaction(async (db) => {
        await db.run(sql`insert into kept values (2)`);
        throw new Error('ours');
      }),
    ).rejects.toThrow('ours');
    const left = await database.transaction(async (db) => ({
      rows: await db.many(sql`select number from kept`),
      ...(await db.first(
        sql<{ org: string }>`select nullif(current_setting('app.org', true), '') as org, pg_backend_pid() as pid`,
      )),
    }));
    expect(left).toMatchObject({ rows: [], org: null });
  });

  test('a transaction with a failed query whose error was caught does not commit', async () => {
    const caught = database.transaction(async (db) => {
      await db.run(sql`insert into kept values (3)`);
      await db.run(sql`insert into kept values (3)`).catch(() => undefined);
    });
    await expect(caught).rejects.toThrow('the transaction was rolled back');
    expect(await database.transaction((db) => db.many(sql`select number from kept`))).toEqual([]);
  });

  test('a failed pipelined statement makes the commit fail with its error, whatever queries follow', async () => {
    const same = sql`insert into kept values (3)`;
    const twice = async (db: Db): Promise<unknown> => [db.pipeline(same), db.pipeline(same)];
    for (const work of [twice, async (db: Db) => [await twice(db), await db.run(same)]])
      await expect(database.transaction(work)).rejects.toMatchObject({ code: '23505' });
  });

  test('a finished transaction rejects further queries, since its connection may serve another request', async () => {
    const late = await database.transaction(async (db) => db);
    await expect(late.first(sql`select 1 as one`)).rejects.toThrow('the transaction is over');
    const read = await database.begin();
    read.finish();
    await expect(read.run(sql`insert into kept values (4)`)).rejects.toThrow('the transaction is over');
    expect(await database.transaction((db) => db.many(sql`select number from kept`))).toEqual([]);
  });

  test('a transaction with a broken connection fails, and the next one works', async () => {
    await expect(
      database.transaction((db) => db.first(sql`select pg_terminate_backend(pg_backend_pid())`)),
    ).rejects.toThrow();
    expect(await database.transaction((db) => db.first(sql`select 1 as one`))).toEqual({ one: 1 });
  });

  test('timestamps are returned as ISO 8601 text in UTC, and -infinity as null', async () => {
    const row = await database.transaction((db) =>
      db.first(sql`
      select '2026-11-21 05:00:00.123456+01'::timestamptz as precise, '2026-11-21 04:00:00.5+00'::timestamptz as short, '2026-11-21 04:00:00+00'::timestamptz as whole,
             '-infinity'::timestamptz as never, '2026-11-21'::date as day, 9007199254740991::bigint as large, null::timestamptz as missing`),
    );
    expect(row).toEqual({
      precise: '2026-11-21T04:00:00.123Z',
      short: '2026-11-21T04:00:00.500Z',
      whole: '2026-11-21T04:00:00Z',
      never: null,
      day: '2026-11-21',
      large: 9_007_199_254_740_991,
      missing: null,
    });
  });
});

test('a prepared query is compiled once, and run each time with the current values only', async () => {
  let worded = 0;
  const sum = prepared((parameters: Placeholders<{ one: number; list: readonly string[] }>) => {
    worded += 1;
    return sql<{
      sum: number;
      list: string[];
    }>`select ${parameters.one}::int + ${10}::int as sum, ${parameters.list}::text[] as list, ${parameters.one}::text as again`;
  });
  const database = openDatabase({ connectionString: await createTestDatabase() });
  const responses = await database.transaction((db) =>
    Promise.all([db.first(sum({ one: 1, list: ['a'] })), db.first(sum({ one: 2, list: [] }))]),
  );
  expect(responses).toEqual([
    { sum: 11, list: ['a'], again: '1' },
    { sum: 12, list: [], again: '2' },
  ]);
  expect(worded).toBe(1);
  expect(sum({ one: 3, list: [] }).compile(build).parameters).toEqual([3, 10, [], 3]);
  await database.close();
});

test('an unreachable database leads to 503 with Retry-After, and requests work again once it is back', async () => {
  const org = await createOrganisation(testServer);
  const client = await createClient(testServer, await createUser(testServer, { node: org }));
  proxy.cut();
  for (const url of ['/user-management/users', `/user-management/users/${client.user.id}`]) {
    const response = await client.get(url);
    expect([response.status, response.body.messageCode, Number(response.headers['retry-after']) > 0]).toEqual([
      503,
      'service.unavailable',
      true,
    ]);
  }
  expect((await testServer.request({ url: '/health/ready' })).status).toBe(503);
  expect((await testServer.request({ url: '/health/live' })).status).toBe(200);
  // each request above met one broken connection; the pool drops the others when their end is read
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  proxy.restore();
  const { status, text } = await client.get('/user-management/users');
  expect([status, text]).toEqual([200, expect.stringContaining(client.user.id)]);
  expect((await testServer.request({ url: '/health/ready' })).status).toBe(200);
});
