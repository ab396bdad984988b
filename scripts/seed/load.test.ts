import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEmpty, seedDemo } from './demo.ts';
import { load } from './load.ts';
import { ask, cheapHashing, count, type Scratch, scratchServer, tables } from './scratch-server.ts';
import { seedSize } from './sizes.ts';

let server: Scratch;
let demo: string;

beforeAll(async () => {
  server = await scratchServer();
  demo = await server.database('demo');
  await seedDemo(demo, cheapHashing);
});

afterAll(() => server.end());

/** One fingerprint of every row of every table, but for hashes of secrets, which are salted. */
async function fingerprint(url: string): Promise<string> {
  const hash = createHash('sha256');
  for (const table of await tables(url)) {
    const rows = await ask(
      url,
      `select (to_jsonb(t) - 'password_hash' - 'secret_word_hash')::text as answer from ${table} t order by 1`,
    );
    hash.update(table).update(rows.map(({ answer }) => answer).join('\n'));
  }
  return hash.digest('hex');
}

test('knows an empty database from a filled one', async () => {
  const empty = await server.database('empty');
  expect(await isEmpty(empty)).toBe(true);
  expect(await isEmpty(demo)).toBe(false);
});

test('leaves a filled database as it was when it is asked again', async () => {
  const before = await fingerprint(demo);
  await expect(seedDemo(demo, cheapHashing)).rejects.toThrow(
    'The database already holds organisations, so nothing was written.',
  );
  expect(await fingerprint(demo)).toBe(before);
});

test('fills size S with the same rows every time, and exactly as many as promised', async () => {
  const [one, other] = [await server.database('size_s_one'), await server.database('size_s_other')];
  const lines: string[] = [];
  await seedSize(one, 'S', cheapHashing, (line) => lines.push(line));
  await seedSize(other, 'S', cheapHashing);
  expect(await fingerprint(one)).toBe(await fingerprint(other));
  expect(lines.at(-1)).toBe('500 of 500 users written');
  const ofChains = `org_id <> (select id from nodes where node_type = 'GLOBAL')`;
  expect(await count(one, `organisations where ${ofChains}`)).toBe(3);
  expect(await count(one, `nodes where ${ofChains}`)).toBe(300);
  expect(await count(one, `nodes where node_type = 'STORE'`)).toBe(150);
  expect(await count(one, `users where ${ofChains}`)).toBe(500);
});

test('gives every organisation of size S siblings and cousins on every level, down to a store in every sub store group', async () => {
  const one = await server.database('size_s_shape');
  await seedSize(one, 'S', cheapHashing);
  const fewest = async (parent: string, child: string) =>
    Number(
      (
        await ask(
          one,
          `select min(children) as answer from (select count(c.id) as children from nodes p
             left join nodes c on c.parent_id = p.id and c.node_type = '${child}' where p.node_type = '${parent}' group by p.id) counted`,
        )
      )[0]?.answer,
    );
  expect(await fewest('ORGANIZATION', 'COMPANY')).toBeGreaterThanOrEqual(2);
  expect(await fewest('COMPANY', 'TRADING_REGION')).toBeGreaterThanOrEqual(2);
  expect(await fewest('TRADING_REGION', 'STORE_GROUP')).toBeGreaterThanOrEqual(2);
  expect(await count(one, `nodes where node_type = 'SUB_STORE_GROUP'`)).toBeGreaterThanOrEqual(3 * 8);
  expect(await fewest('SUB_STORE_GROUP', 'STORE')).toBeGreaterThanOrEqual(1);
  const levels = `assignments a join users u on u.id = a.user_id join roles r on r.id = a.role_id join nodes n on n.id = a.node_id
    where u.user_name in ('org.admin', 'company.admin', 'region.manager', 'group.manager', 'subgroup.manager', 'store.manager', 'store.user')
      and r.level = n.node_type`;
  expect(await count(one, levels)).toBe(3 * 7);
});

test('puts the walls back: without a scope the application sees nothing in any table', async () => {
  const unforced = await ask(
    demo,
    `select relname as answer from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('migrations', 'clock_offset', 'address_failures', 'brakes') and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(unforced).toEqual([]);
  const app = new URL(demo);
  app.username = 'storeward_app';
  for (const table of await tables(demo)) expect([table, await count(app.href, table)]).toEqual([table, 0]);
});

test('builds the indexes anew after a large load, the very same ones', async () => {
  const database = await server.database('indexes');
  const indexes = `select indexdef as answer from pg_indexes where schemaname = 'public' order by 1`;
  const before = await ask(database, indexes);
  const number = `select oid::int as answer from pg_class where relname = 'user_search'`;
  const numberBefore = await ask(database, number);
  await load(database, async () => 1, { many: true });
  expect(await ask(database, number)).not.toEqual(numberBefore);
  expect(await ask(database, indexes)).toEqual(before);
});

test('works for an owner that is no superuser, whom the walls hide all rows from', async () => {
  await ask(server.ownerUrl, 'create role plain_owner login createrole');
  await ask(server.ownerUrl, 'grant storeward_app, storeward_definer to plain_owner with admin option');
  const plain = await server.database('plain', 'plain_owner');
  await seedSize(plain, 'S', cheapHashing);
  expect(await count(plain, 'users')).toBe(0);
  const [seen] = await ask(
    plain,
    `select relrowsecurity and relforcerowsecurity as answer from pg_class where relname = 'users'`,
  );
  expect(seen?.answer).toBe(true);
  expect(await isEmpty(plain)).toBe(false);
});
