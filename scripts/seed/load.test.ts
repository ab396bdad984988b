import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseRoles } from '../../api/src/platform/database/schema/database-roles.ts';
import { installationState } from '../../api/src/platform/database/schema/installation-state.ts';
import { seedDemo } from './demo.ts';
import { load } from './load.ts';
import { send, cheapHashing, count, type Scratch, scratchServer, tables } from './scratch-server.ts';
import { seedSize } from './sizes.ts';

let server: Scratch;
let demo: string;

beforeAll(async () => {
  server = await scratchServer();
  demo = await server.database('demo');
  await seedDemo(demo, cheapHashing);
});

afterAll(() => server.end());

/** A fingerprint of all rows of all tables except salted secret hashes. */
async function fingerprint(url: string): Promise<string> {
  const hash = createHash('sha256');
  for (const table of await tables(url)) {
    const rows = await send(
      url,
      `select (to_jsonb(t) - 'password_hash' - 'secret_word_hash')::text as response from ${table} t order by 1`,
    );
    hash.update(table).update(rows.map(({ response }) => response).join('\n'));
  }
  return hash.digest('hex');
}

test('detects whether a database is empty', async () => {
  const empty = await server.database('empty');
  expect((await installationState(empty)).empty).toBe(true);
  expect((await installationState(demo)).empty).toBe(false);
});

test('refuses to seed a filled database and leaves it unchanged', async () => {
  const before = await fingerprint(demo);
  expect(await seedDemo(demo, cheapHashing)).toBe(false);
  await expect(seedSize(demo, 'S', cheapHashing)).rejects.toThrow(
    'The database already holds organisations, so nothing was written.',
  );
  expect(await fingerprint(demo)).toBe(before);
});

test('seeds size S deterministically with the exact number of rows', async () => {
  const [first, second] = [await server.database('size_s_one'), await server.database('size_s_other')];
  const lines: string[] = [];
  await seedSize(first, 'S', cheapHashing, (line) => lines.push(line));
  await seedSize(second, 'S', cheapHashing);
  expect(await fingerprint(first)).toBe(await fingerprint(second));
  expect(lines.at(-1)).toBe('500 of 500 users written');
  const inChains = `org_id <> (select id from nodes where node_type = 'GLOBAL')`;
  expect(await count(first, `organisations where ${inChains}`)).toBe(3);
  expect(await count(first, `nodes where ${inChains}`)).toBe(300);
  expect(await count(first, `nodes where node_type = 'STORE'`)).toBe(150);
  expect(await count(first, `users where ${inChains}`)).toBe(500);
});

test('gives every organisation of size S several nodes on every level and a store in every sub store group', async () => {
  const database = await server.database('size_s_shape');
  await seedSize(database, 'S', cheapHashing);
  const fewestChildren = async (parent: string, child: string) =>
    Number(
      (
        await send(
          database,
          `select min(children) as response from (select count(c.id) as children from nodes p
             left join nodes c on c.parent_id = p.id and c.node_type = '${child}' where p.node_type = '${parent}' group by p.id) counted`,
        )
      )[0]?.response,
    );
  expect(await fewestChildren('ORGANIZATION', 'COMPANY')).toBeGreaterThanOrEqual(2);
  expect(await fewestChildren('COMPANY', 'TRADING_REGION')).toBeGreaterThanOrEqual(2);
  expect(await fewestChildren('TRADING_REGION', 'STORE_GROUP')).toBeGreaterThanOrEqual(2);
  expect(await count(database, `nodes where node_type = 'SUB_STORE_GROUP'`)).toBeGreaterThanOrEqual(3 * 8);
  expect(await fewestChildren('SUB_STORE_GROUP', 'STORE')).toBeGreaterThanOrEqual(1);
  const levels = `assignments a join users u on u.id = a.user_id join roles r on r.id = a.role_id join nodes n on n.id = a.node_id
    where u.user_name in ('org.admin', 'company.admin', 'region.manager', 'group.manager', 'subgroup.manager', 'store.manager', 'store.user')
      and r.level = n.node_type`;
  expect(await count(database, levels)).toBe(3 * 7);
});

test('restores row-level security: without a scope the application role reads no rows of any table', async () => {
  const unforced = await send(
    demo,
    `select relname as response from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('migrations', 'release', 'clock_offset', 'unbound_encryption', 'address_failures', 'rate_limits') and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(unforced).toEqual([]);
  const app = new URL(demo);
  app.username = databaseRoles('demo').app;
  for (const table of await tables(demo)) expect([table, await count(app.href, table)]).toEqual([table, 0]);
});

test('recreates the same indexes after a bulk load', async () => {
  const database = await server.database('indexes');
  const indexes = `select indexdef as response from pg_indexes where schemaname = 'public' order by 1`;
  const before = await send(database, indexes);
  const indexOid = `select oid::int as response from pg_class where relname = 'user_search'`;
  const oidBefore = await send(database, indexOid);
  await load(database, async () => 1, { bulk: true });
  expect(await send(database, indexOid)).not.toEqual(oidBefore);
  expect(await send(database, indexes)).toEqual(before);
});

test('works for an owner that is not a superuser and is subject to row-level security', async () => {
  await send(
    server.ownerUrl,
    `create role plain_owner login createrole; create role storeward_plain_app; create role storeward_plain_definer;
     grant storeward_plain_app, storeward_plain_definer to plain_owner with admin option`,
  );
  const plain = await server.database('plain', 'plain_owner');
  await seedSize(plain, 'S', cheapHashing);
  expect(await count(plain, 'users')).toBe(0);
  const [measured] = await send(
    plain,
    `select relrowsecurity and relforcerowsecurity as response from pg_class where relname = 'users'`,
  );
  expect(measured?.response).toBe(true);
  expect((await installationState(plain)).empty).toBe(false);
});
