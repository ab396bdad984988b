import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/server.ts';
import { testRoles } from '../../../../test/template.ts';
import { ConfigurationError } from '../../environment/configuration-error.ts';
import { functionAccess } from './function-access.ts';
import { migrate } from './migrate.ts';
import { readSchema, type Schema, step } from './schema.ts';

const today = readSchema();
const one = step('0000-baseline.sql', 'create table one ()');
const two = step('0001-two.sql', 'create table two ()');
let url: string;

beforeEach(async () => {
  url = await createTestDatabase('template0');
});

/** A schema of these steps, with one function that returns `answer`. */
const schemaOf = (steps: Schema['steps'], result = 1, release = 1): Schema => ({
  release,
  steps,
  functions: [
    { name: 'clock_now', sql: `create or replace function clock_now() returns int language sql return ${result};` },
  ],
  functionsChecksum: String(result),
});

const apply = async (schema?: Schema) => (await migrate(url, { roles: testRoles, ...(schema && { schema }) })).steps;

async function execute(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function migrationError(schema?: Schema): Promise<string> {
  const error = await apply(schema).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConfigurationError) return error.message;
  throw new Error('the migration succeeded, or failed without a message for the operator', { cause: error });
}

const currentResult = async () => (await execute('select clock_now() as result'))[0]?.['result'];

test('creates an empty database from the baseline and all migrations once, in order', async () => {
  const names = today.steps.map(({ name }) => name);
  expect(await apply()).toEqual(names);
  expect(await apply()).toEqual([]);
  expect(await execute('select name, checksum from migrations order by name')).toEqual(
    today.steps.map(({ name, checksum }) => ({ name, checksum })),
  );
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index));
});

test('creates every function of its file, with the owner, privileges and search path of the list', async () => {
  await apply();
  const rows = await execute(
    `select proname as name, proowner = 'storeward_definer'::regrole as definer, 'search_path=public, pg_temp' = any (proconfig) as path,
            has_function_privilege('public', oid, 'execute') as public, has_function_privilege('storeward_app', oid, 'execute') as app
       from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by proname`,
  );
  const expected = [...functionAccess]
    .map(([name, { owner, execute: grantee, inlined }]) => ({
      name,
      definer: owner === 'definer',
      path: inlined ? null : true,
      public: grantee === 'public',
      app: grantee !== 'definer',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(rows).toEqual(expected);
  expect(today.functions.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name));
});

test('every function that is not inlined keeps its plans, which one in SQL makes at each call before PostgreSQL 18', async () => {
  await apply();
  const rows = await execute(
    `select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
      where pronamespace = 'public'::regnamespace and l.lanname <> 'plpgsql'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by proname`,
  );
  const inlined = [...functionAccess].flatMap(([name, access]) => (access.inlined ? [{ name }] : []));
  expect(rows).toEqual(inlined.sort((a, b) => (a.name < b.name ? -1 : 1)));
});

test('conditions on values of settings and on tree paths become part of the statement, so that indexes serve them', async () => {
  await apply();
  const plan = await execute(
    `explain (verbose, costs off) select from setting_values v join nodes n on in_sub_tree(v.tpath, n.tpath) and is_below(n.tpath, 'a.')
      where is_current(v) or is_current_or_planned(v) or applies_at(v, '2026-01-01T00:00:00Z')`,
  );
  expect(JSON.stringify(plan)).toContain('valid_from');
  expect(JSON.stringify(plan)).not.toMatch(/in_sub_tree|sub_tree_end|is_below|is_current|applies_at/);
});

test('applies only the pending migrations to an older database', async () => {
  await apply(schemaOf([one]));
  expect(await apply(schemaOf([one, two]))).toEqual(['0001-two.sql']);
});

test('reports what a migration could not mend', async () => {
  const three = step('0002-three.sql', `do $$ begin raise warning 'The store "%" is unknown.', 'York'; end $$`);
  const options = { roles: testRoles, schema: schemaOf([one, two, three]) };
  expect((await migrate(url, options)).warnings).toEqual(['The store "York" is unknown.']);
  expect((await migrate(url, options)).warnings).toEqual([]);
});

test('rejects a migration that was changed after it was applied, names it, and applies nothing', async () => {
  await apply(schemaOf([one]));
  expect(await migrationError(schemaOf([step(one.name, 'create table other ()'), two]))).toMatch(
    /^The migration 0000-baseline\.sql differs from the one applied to this database .* Restore the original file/,
  );
  expect(await migrationError(schemaOf([step('0000-else.sql', one.sql), two]))).toMatch(
    /0000-else\.sql differs from the one applied to this database \(0000-baseline\.sql\)/,
  );
  expect(await execute(`select to_regclass('two') as two, to_regclass('other') as other`)).toEqual([
    { two: null, other: null },
  ]);
});

test('rejects a database with migrations of a newer version', async () => {
  await apply(schemaOf([one, two], 2));
  expect(await migrationError(schemaOf([one], 1))).toMatch(
    /already migrated to 0001-two\.sql by a newer Storeward\. Start that version, or restore a backup/,
  );
  expect(await currentResult()).toBe(2);
});

test('an older release does not replace the functions of a newer one, even without migrations between them', async () => {
  await apply(schemaOf([one], 2, 2));
  expect(await migrationError(schemaOf([one], 1, 1))).toMatch(
    /already migrated to release 2 by a newer Storeward\. Start that version, or restore a backup/,
  );
  expect(await currentResult()).toBe(2);
});

test('a newer release, and a changed function during development, replace the functions', async () => {
  await apply(schemaOf([one], 1, 1));
  await apply(schemaOf([one], 2, 1));
  expect(await currentResult()).toBe(2);
  await apply(schemaOf([one], 3, 2));
  expect(await currentResult()).toBe(3);
});

test('a start without changes does not write the functions', async () => {
  await apply(schemaOf([one]));
  const written = `select xmin::text from pg_proc where proname = 'clock_now'`;
  const before = await execute(written);
  await apply(schemaOf([one]));
  expect(await execute(written)).toEqual(before);
});

test('a failed migration leaves no change at all, and is applied once its cause is fixed', async () => {
  await apply(schemaOf([one]));
  const broken = step('0002-three.sql', 'create table three (); insert into three values (1)');
  expect(await migrationError(schemaOf([one, two, broken], 2))).toMatch(
    /^The migration 0002-three\.sql failed: .*\. Nothing was changed; fix the cause and start again\.$/,
  );
  expect(await execute(`select to_regclass('two') as two, to_regclass('three') as three`)).toEqual([
    { two: null, three: null },
  ]);
  expect(await currentResult()).toBe(1);
  const mended = step(broken.name, 'create table three ()');
  expect(await apply(schemaOf([one, two, mended], 2))).toEqual([two.name, mended.name]);
});

test('a function that cannot be created is named, and its migrations are not applied', async () => {
  const schema = schemaOf([one]);
  const functions = [
    { name: 'clock', sql: 'create or replace function clock() returns int language sql return gone;' },
  ];
  expect(await migrationError({ ...schema, functions })).toMatch(/^The function clock failed: column "gone" does not/);
  expect(await execute(`select to_regclass('one') as one`)).toEqual([{ one: null }]);
});

test('two concurrent starts apply each migration once in total', async () => {
  const schema = schemaOf([step(one.name, `${one.sql}; select pg_sleep(0.2)`), two]);
  const taken = await Promise.all([apply(schema), apply(schema), apply(schema)]);
  expect(taken.flat().sort()).toEqual([one.name, two.name]);
});

test('a long-held lock makes the migration fail instead of blocking the start', async () => {
  await apply(schemaOf([one]));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table one');
  const waiting = step(two.name, `set local lock_timeout = '50ms'; alter table one add column more int`);
  expect(await migrationError(schemaOf([one, waiting]))).toMatch(/0001-two\.sql failed: .*lock timeout/);
  await client.end();
});

test('an owner without the right to create roles gets there by exactly the commands that its error prints', async () => {
  const name = `weak_${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
  const database = new URL(url).pathname.slice(1);
  await execute(`create role ${name} login; grant create on database "${database}" to ${name}`);
  const weak = new URL(url);
  weak.username = name;
  const error = (await migrate(weak.href).catch((thrown: unknown) => thrown)) as Error;
  expect(error).toBeInstanceOf(ConfigurationError);
  const lines = error.message.split('\n').filter((line) => line.startsWith('  '));
  const setting = /^ {2}DATABASE_APP_URL=(postgresql:.+)$/.exec(lines.pop()!)?.[1];
  await execute(lines.join('\n'));
  const login = { name: new URL(setting!).username };
  expect((await migrate(weak.href, { login })).steps).toEqual(today.steps.map((one) => one.name));
  expect((await migrate(weak.href, { login })).steps).toEqual([]);
  // an owner of the tables who does not own the database gets the command to run there
  await execute(`alter database "${database}" owner to storeward_owner`);
  await execute(`grant temporary on database "${database}" to public`);
  const { notice } = await migrate(weak.href, { login });
  await execute(/Run this as its owner: (.+;)$/.exec(notice!)![1]!);
  expect((await migrate(weak.href, { login })).notice).toBeUndefined();
});
