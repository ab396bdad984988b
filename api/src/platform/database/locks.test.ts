import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type TestUser,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { openDatabase, type Transaction } from './db.ts';
import { apiErrorFrom } from '../errors.ts';
import { newId } from './ids.ts';

const testServer = await startTestServer();
const tenants: { org: TestNode; store: TestNode; user: TestUser }[] = [];

beforeAll(async () => {
  for (const word of ['acorn', 'beech', 'cedar']) {
    const org = await createOrganisation(testServer, { slug: word });
    const store = await createNode(testServer, { parent: org, nodeType: 'STORE' });
    tenants.push({ org, store, user: await createUser(testServer, { node: store }) });
  }
});

test('2000 concurrent transactions of three organisations on four connections, with every tenth failing, see no row of another organisation', async () => {
  const database = openDatabase({ connectionString: testServer.appUrl }, { connections: 4 });
  let [foreign, seen, failed] = [0, 0, 0];
  const one = async (index: number) => {
    const { org, store } = tenants[index % tenants.length]!;
    await database
      .transaction(async (db) => {
        await db.first(sql`select open_portal(${org.host})`);
        if (index % 3 === 0)
          await db.run(
            sql`insert into setting_values (id, org_id, node_id, tpath, section, field, value) values (${newId()}, ${org.id}, ${store.id}, ${store.tpath}, 'storm', ${`f${index}`}, '1')`,
          );
        const rows = await db.many(
          sql<{
            orgId: string;
          }>`select org_id as "orgId" from nodes union all select org_id from users union all select org_id from setting_values`,
        );
        seen += rows.length;
        foreign += rows.filter(({ orgId }) => orgId !== org.id).length;
        if (index % 20 === 7) throw new Error('on our side');
        if (index % 20 === 17) await db.first(sql`select 1 / 0`);
      })
      .catch(() => (failed += 1));
    // a reused connection has no scope
    if (index % 10 === 3)
      await database.transaction(async (db) => (foreign += (await db.many(sql`select id from nodes`)).length));
  };
  for (let from = 0; from < 2_000; from += 40)
    await Promise.all(Array.from({ length: 40 }, (_, offset) => one(from + offset)));
  await database.close();
  expect([foreign, failed]).toEqual([0, 200]);
  expect(seen).toBeGreaterThan(10_000);
});

test('a failed transaction has released its locks when it rejects, however long its last statement takes', async () => {
  const database = openDatabase({ connectionString: testServer.appUrl });
  const other = await database.begin();
  const failing = database.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(4712, 1)`);
    db.pipeline(sql`select count(*) from generate_series(1, 500000)`);
    throw new Error('ours');
  });
  await expect(failing).rejects.toThrow('ours');
  expect(await other.first(sql`select pg_try_advisory_xact_lock(4712, 1) as free`)).toEqual({ free: true });
  other.finish();
  await database.close();
});

test('of two deadlocked changes one succeeds and the other fails with service.busy', async () => {
  const database = openDatabase({ connectionString: testServer.appUrl });
  const lock = (name: number) => sql`select pg_advisory_xact_lock(4711, ${name})`;
  const [one, other] = [await database.begin(), await database.begin()];
  await Promise.all([one.run(lock(1)), other.run(lock(2))]);
  const ask = async (db: Transaction, name: number) => {
    try {
      return await db.run(lock(name));
    } finally {
      await db.rollback();
    }
  };
  const crossed = await Promise.allSettled([ask(one, 2), ask(other, 1)]);
  await database.close();
  expect(crossed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const errorResponse = apiErrorFrom(
    crossed.map((end) => (end.status === 'rejected' ? end.reason : undefined)).find(Boolean),
  );
  expect([errorResponse?.code, errorResponse?.status, errorResponse?.details.retryAfter]).toEqual([
    'service.busy',
    503,
    1,
  ]);
});

describe('each protection suffices alone', () => {
  test('row-level security isolates tenants for a query without tenant and scope conditions', async () => {
    const { store, org, user } = tenants[0]!;
    const { token } = await createClient(testServer, user);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    const app = new pg.Client({ connectionString: testServer.appUrl });
    await app.connect();
    await app.query('begin');
    const arity = (
      await testServer.query<{ n: number }>(`select pronargs as n from pg_proc where proname = 'open_session'`)
    )[0]!.n;
    await app.query(`select open_session($1, now() + interval '1 hour', $2${', null'.repeat(arity - 3)})`, [
      sid,
      org.host,
    ]);
    expect((await app.query('select id from nodes')).rows).toEqual([{ id: store.id }]);
    expect((await app.query('select id from users')).rows).toEqual([{ id: user.id }]);
    expect((await app.query('select distinct org_id from sessions')).rows).toEqual([{ org_id: org.id }]);
    expect((await app.query(`update users set first_name = 'Everybody'`)).rowCount).toBe(1);
    await app.query('rollback');
    expect((await app.query('select id from nodes')).rows).toEqual([]);
    await app.end();
  });

  test('the conditions of the product’s queries isolate tenants without row-level security', async () => {
    const open = await startTestServer();
    const [org, other] = [await createOrganisation(open), await createOrganisation(open)];
    const [north, south] = [
      await createNode(open, { parent: org, nodeType: 'COMPANY' }),
      await createNode(open, { parent: org, nodeType: 'COMPANY' }),
    ];
    const manager = await createClient(open, await createUser(open, { node: north }));
    const strangers = [await createUser(open, { node: other }), await createUser(open, { node: south })];
    const protectedTables = await open.query<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
    );
    expect(protectedTables.length).toBeGreaterThan(5);
    for (const { name } of protectedTables) await open.query(`alter table ${name} disable row level security`);
    const { body } = await manager.get('/user-management/users?size=100');
    expect(body.result.map(({ id }: { id: string }) => id)).toEqual([manager.user.id]);
    expect(body.total).toBe(1);
    for (const node of [other, south, org])
      expect((await manager.get(`/node-management/node/${node.id}`)).status).toBe(404);
    for (const { id } of strangers) expect((await manager.get(`/user-management/users/${id}`)).status).toBe(404);
  });
});
