import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Person, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { openDatabase, type Transaction } from './db.ts';
import { refusalFrom } from './errors.ts';
import { newId } from './ids.ts';

const house = await aServer();
const grown: { org: Place; store: Place; person: Person }[] = [];

beforeAll(async () => {
  for (const word of ['acorn', 'beech', 'cedar']) {
    const org = await anOrganisation(house, { word });
    const store = await aNode(house, { parent: org, nodeType: 'STORE' });
    grown.push({ org, store, person: await aUser(house, { at: store }) });
  }
});

test('two thousand transactions of three organisations over four connections, every tenth of which fails, see no foreign row', async () => {
  const database = openDatabase({ connectionString: house.appUrl }, { connections: 4 });
  let [foreign, seen, failed] = [0, 0, 0];
  const one = async (index: number) => {
    const { org, store } = grown[index % grown.length]!;
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
    // and a connection handed on knows no scope
    if (index % 10 === 3)
      await database.transaction(async (db) => (foreign += (await db.many(sql`select id from nodes`)).length));
  };
  for (let from = 0; from < 2_000; from += 40)
    await Promise.all(Array.from({ length: 40 }, (_, offset) => one(from + offset)));
  await database.close();
  expect([foreign, failed]).toEqual([0, 200]);
  expect(seen).toBeGreaterThan(10_000);
});

test('a transaction that fails has let go of its locks by the time it says so, however long what it asked last takes', async () => {
  const database = openDatabase({ connectionString: house.appUrl });
  const other = await database.begin();
  const failing = database.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(4712, 1)`);
    db.send(sql`select count(*) from generate_series(1, 500000)`);
    throw new Error('ours');
  });
  await expect(failing).rejects.toThrow('ours');
  expect(await other.first(sql`select pg_try_advisory_xact_lock(4712, 1) as free`)).toEqual({ free: true });
  other.finish();
  await database.close();
});

test('of two changes that wait for each other one is made, and the other is asked to come again', async () => {
  const database = openDatabase({ connectionString: house.appUrl });
  const lock = (name: number) => sql`select pg_advisory_xact_lock(4711, ${name})`;
  const [one, other] = [await database.begin(), await database.begin()];
  await Promise.all([one.run(lock(1)), other.run(lock(2))]);
  const ask = async (db: Transaction, name: number) => {
    try {
      return await db.run(lock(name));
    } finally {
      await db.discard();
    }
  };
  const crossed = await Promise.allSettled([ask(one, 2), ask(other, 1)]);
  await database.close();
  expect(crossed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refusal = refusalFrom(crossed.map((end) => (end.status === 'rejected' ? end.reason : undefined)).find(Boolean));
  expect([refusal?.code, refusal?.status, refusal?.details.retryAfter]).toEqual(['service.busy', 503, 1]);
});

describe('either lock holds alone', () => {
  test('row security, where a query has forgotten the tenant and its part of the tree', async () => {
    const { store, org, person } = grown[0]!;
    const { token } = await signedIn(house, person);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    const app = new pg.Client({ connectionString: house.appUrl });
    await app.connect();
    await app.query('begin');
    const arity = (
      await house.rows<{ n: number }>(`select pronargs as n from pg_proc where proname = 'open_session'`)
    )[0]!.n;
    await app.query(`select open_session($1, now() + interval '1 hour', $2${', null'.repeat(arity - 3)})`, [
      sid,
      org.host,
    ]);
    expect((await app.query('select id from nodes')).rows).toEqual([{ id: store.id }]);
    expect((await app.query('select id from users')).rows).toEqual([{ id: person.id }]);
    expect((await app.query('select distinct org_id from sessions')).rows).toEqual([{ org_id: org.id }]);
    expect((await app.query(`update users set first_name = 'Everybody'`)).rowCount).toBe(1);
    await app.query('rollback');
    expect((await app.query('select id from nodes')).rows).toEqual([]);
    await app.end();
  });

  test('the conditions of the product’s own queries, where row security is off', async () => {
    const open = await aServer();
    const [org, other] = [await anOrganisation(open), await anOrganisation(open)];
    const [north, south] = [
      await aNode(open, { parent: org, nodeType: 'COMPANY' }),
      await aNode(open, { parent: org, nodeType: 'COMPANY' }),
    ];
    const manager = await signedIn(open, await aUser(open, { at: north }));
    const strangers = [await aUser(open, { at: other }), await aUser(open, { at: south })];
    const walled = await open.rows<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
    );
    expect(walled.length).toBeGreaterThan(5);
    for (const { name } of walled) await open.rows(`alter table ${name} disable row level security`);
    const { body } = await manager.get('/user-management/users?size=100');
    expect(body.result.map(({ id }: { id: string }) => id)).toEqual([manager.person.id]);
    expect(body.total).toBe(1);
    for (const place of [other, south, org])
      expect((await manager.get(`/node-management/node/${place.id}`)).status).toBe(404);
    for (const { id } of strangers) expect((await manager.get(`/user-management/users/${id}`)).status).toBe(404);
  });
});
