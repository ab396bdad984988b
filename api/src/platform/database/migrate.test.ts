import pg from 'pg';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/server.ts';
import { migrate, migrations } from './migrate.ts';
import { ConfigurationError } from '../configuration-error.ts';

const role = { name: 'storeward_app' };
const step = (name: string, sql: string) => ({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
const today = migrations();
let url: string;

beforeEach(async () => {
  url = await createTestDatabase('template0');
});

async function execute(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function migrationError(steps: typeof today): Promise<string> {
  const error = await migrate(url, role, steps).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConfigurationError) return error.message;
  throw new Error('the steps were taken, or failed without a word for the operator', { cause: error });
}

test('applies every migration to an empty database once, in order', async () => {
  expect(await migrate(url, role)).toEqual(today.map(({ name }) => name));
  expect(await migrate(url, role)).toEqual([]);
  expect(await execute('select name, checksum from migrations order by name')).toEqual(
    today.map(({ name, checksum }) => ({ name, checksum })),
  );
  expect(today.map(({ name }) => Number(name.slice(0, 4)))).toEqual(today.map((_, index) => index + 1));
});

test('applies only the pending migrations to an older database', async () => {
  await migrate(url, role, today.slice(0, 3));
  expect(await migrate(url, role)).toEqual(today.slice(3).map(({ name }) => name));
});

test('rejects a migration that was changed after it was applied, names it, and applies nothing', async () => {
  const steps = [step('0001-one.sql', 'create table one ()'), step('0002-two.sql', 'create table two ()')];
  await migrate(url, role, steps.slice(0, 1));
  expect(await migrationError([step('0001-one.sql', 'create table other ()'), steps[1]!])).toMatch(
    /^The migration 0001-one\.sql differs from the one applied to this database .* Restore the original file/,
  );
  expect(await migrationError([step('0001-else.sql', 'create table one ()'), steps[1]!])).toMatch(
    /0001-else\.sql differs from the one applied to this database \(0001-one\.sql\)/,
  );
  expect(await execute(`select to_regclass('two') as two, to_regclass('other') as other`)).toEqual([
    { two: null, other: null },
  ]);
});

test('accepts a database with the earlier version of 0041 and continues from there', async () => {
  const then = today
    .slice(0, 41)
    .map(({ name, sql }) =>
      step(
        name,
        name.startsWith('0041') ? sql.replace('enable_sort = off as', 'enable_sort = off set jit = off as') : sql,
      ),
    );
  await migrate(url, role, then);
  expect(await migrate(url, role)).toEqual(today.slice(41).map(({ name }) => name));
  expect(await execute(`select 'jit=off' = any(proconfig) as off from pg_proc where proname = 'take_mails'`)).toEqual([
    { off: true },
  ]);
});

test('does not touch a database that a newer version has migrated further', async () => {
  await migrate(url, role, [step('0001-one.sql', 'create table one ()'), step('0002-new.sql', 'create table two ()')]);
  expect(await migrationError([step('0001-one.sql', 'create table one ()')])).toMatch(
    /already migrated to 0002-new\.sql by a newer Storeward\. Start that version, or restore a backup/,
  );
});

test('rolls back a failed migration, keeps those before it, and applies it once it is fixed', async () => {
  const [first, broken] = [
    step('0001-one.sql', 'create table one ()'),
    step('0002-two.sql', 'create table two (); insert into two values (1)'),
  ];
  expect(await migrationError([first, broken])).toMatch(
    /^The migration 0002-two\.sql failed: .*\. It was rolled back; fix the cause and start again\.$/,
  );
  expect(await execute(`select to_regclass('one')::text as one, to_regclass('two') as two`)).toEqual([
    { one: 'one', two: null },
  ]);
  expect(await migrate(url, role, [first, step('0002-two.sql', 'create table two ()')])).toEqual(['0002-two.sql']);
});

test('two concurrent starts apply each migration once in total', async () => {
  const slow = [
    step('0001-one.sql', 'create table one (); select pg_sleep(0.2)'),
    step('0002-two.sql', 'create table two ()'),
  ];
  const taken = await Promise.all([migrate(url, role, slow), migrate(url, role, slow), migrate(url, role, slow)]);
  expect(taken.flat().sort()).toEqual(['0001-one.sql', '0002-two.sql']);
});

test('a long-held lock makes the migration fail instead of blocking the start', async () => {
  await migrate(url, role, [step('0001-one.sql', 'create table one ()')]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table one');
  const waiting = migrationError([
    step('0001-one.sql', 'create table one ()'),
    step('0002-two.sql', `set local lock_timeout = '50ms'; alter table one add column more int`),
  ]);
  expect(await waiting).toMatch(/0002-two\.sql failed: .*lock timeout/);
  await client.end();
});

test('an owner without the right to create roles gets an error that names the required roles', async () => {
  const name = `weak_${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
  await execute(`create role ${name} login; grant create on database "${new URL(url).pathname.slice(1)}" to ${name}`);
  const weak = new URL(url);
  weak.username = name;
  await expect(migrate(weak.href, role)).rejects.toThrow(
    /create the roles storeward_app and storeward_definer and grant both to it/,
  );
});
