import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { type Postgres, startPostgres } from '../src/platform/database/server/postgres.ts';
import { queryDatabase, occupyPort, stopAllProducts, startupError, startProduct } from './product.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward start '));
afterEach(stopAllProducts);

const secret = { SECRET_KEY: 'ab'.repeat(32), DATA_DIR: join(folder, 'unused') };
let server: Postgres;
let databases = 0;

beforeAll(async () => {
  server = await startPostgres({ dataDir: join(folder, 'another server'), fast: true });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const addressOf = (name: string, user?: string) => {
  const url = new URL(server.ownerUrl);
  url.pathname = `/${name}`;
  if (user) url.username = user;
  return url.href;
};
const aDatabase = async () => {
  const name = `own_${(databases += 1)}`;
  await queryDatabase(server.ownerUrl, `create database ${name}`);
  return addressOf(name);
};

test('one error names all invalid values, without secrets', async () => {
  const output = await startupError({
    PORT: 'eighty',
    DEMO_DATA: 'maybe',
    DATABASE_URL: 'mysql://root:hunter2@db/shop',
  });
  expect(output.split('\n')).toEqual([
    'Please correct these values in the environment or in .env:',
    '  PORT must be a whole number from 0 to 65535; it is "eighty"',
    '  DATABASE_URL must be an address like postgresql://user:password@host:5432/database',
    '  DEMO_DATA must be on or off; it is "maybe"',
    expect.stringMatching(/^ {2}SECRET_KEY is needed together with DATABASE_URL: 32 random bytes/),
  ]);
});

test('requires SECRET_KEY with DATABASE_URL', async () => {
  expect(await startupError({ DATABASE_URL: server.ownerUrl })).toContain(
    'SECRET_KEY is needed together with DATABASE_URL',
  );
});

test('explains that the server does not respond', async () => {
  const { port, free } = await occupyPort();
  await free();
  const output = await startupError({ ...secret, DATABASE_URL: `postgresql://shop:hunter2@127.0.0.1:${port}/shop` });
  expect(output).toMatch(
    new RegExp(
      `^Cannot use the database at 127\\.0\\.0\\.1:${port}/shop named by DATABASE_URL: the server does not answer \\(.*ECONNREFUSED.*\\)\\. Correct DATABASE_URL, or set the server right, and start again\\.$`,
    ),
  );
  expect(output).not.toContain('hunter2');
});

test('explains that the server does not accept the password', async () => {
  await queryDatabase(server.ownerUrl, `create role guarded superuser login password 'right-one'`);
  const [rules] = await queryDatabase<{ hba_file: string }>(server.ownerUrl, 'show hba_file');
  writeFileSync(rules!.hba_file, `local all guarded scram-sha-256\n${readFileSync(rules!.hba_file, 'utf8')}`);
  await queryDatabase(server.ownerUrl, 'select pg_reload_conf()');
  const url = new URL(addressOf('storeward', 'guarded'));
  url.password = 'wrong-one';
  const output = await startupError({ ...secret, DATABASE_URL: url.href });
  expect(output).toContain(
    'named by DATABASE_URL: the server does not let guarded in with this password. Correct DATABASE_URL',
  );
  expect(output).not.toContain('wrong-one');
});

test('explains that the database does not exist', async () => {
  expect(await startupError({ ...secret, DATABASE_URL: addressOf('nowhere') })).toContain(
    'there is no database nowhere on that server',
  );
});

test('names DATABASE_APP_URL if that one is wrong', async () => {
  const url = await aDatabase();
  await queryDatabase(server.ownerUrl, 'create role portal_without_login');
  const output = await startupError({
    ...secret,
    DATABASE_URL: url,
    DATABASE_APP_URL: url.replace('storeward_owner', 'portal_without_login'),
  });
  expect(output).toContain(
    'named by DATABASE_APP_URL: the server does not let portal_without_login in with this password. Correct DATABASE_APP_URL',
  );
});

test('a failed migration is rolled back completely, and applied once its cause is fixed', async () => {
  const url = await aDatabase();
  await queryDatabase(url, 'create table assignments (in_the_way integer)');
  expect(await startupError({ ...secret, DATABASE_URL: url })).toMatch(
    /^The migration 0000-baseline\.sql failed: relation "assignments" already exists\. Nothing was changed; fix the cause and start again\.$/,
  );
  expect(await queryDatabase(url, `select from pg_class where relname in ('migrations', 'users')`)).toEqual([]);
  await queryDatabase(url, 'drop table assignments');
  await startProduct({ ...secret, DATABASE_URL: url }).ready;
});

test('does not touch a database that a newer version has migrated', async () => {
  const url = await aDatabase();
  await migrate(url);
  await queryDatabase(url, `insert into migrations (name, checksum) values ('9999-future.sql', 'unknown')`);
  expect(await startupError({ ...secret, DATABASE_URL: url })).toBe(
    'The database was already migrated to 9999-future.sql by a newer Storeward. Start that version, or restore a backup made before it.',
  );
});

test.for([
  ['is a superuser', 'superuser'],
  ['may bypass row-level security', 'bypassrls'],
] as const)('does not start with an application role that %s', async ([why, right]) => {
  const url = await aDatabase();
  await queryDatabase(server.ownerUrl, `create role reaches_${right} login ${right}`);
  const output = await startupError({
    ...secret,
    DATABASE_URL: url,
    DATABASE_APP_URL: url.replace('storeward_owner', `reaches_${right}`),
  });
  expect(output).toMatch(
    new RegExp(
      `^The application connects to the database as reaches_${right}, which ${why} and so could bypass tenant isolation\\. Set DATABASE_APP_URL to a separate role, or leave it unset\\.$`,
    ),
  );
});

describe('demo data', () => {
  let settings: Record<string, string>;
  beforeAll(async () => {
    settings = { ...secret, DATABASE_URL: await aDatabase() };
  });

  test('is loaded once by two first starts at once, and both end well', async () => {
    const both = [0, 1].map(() => startProduct({ ...settings, DEMO_DATA: 'on' }));
    await Promise.all(both.map(({ ready }) => ready));
    const [loaded] = await queryDatabase<{ count: string }>(
      settings['DATABASE_URL']!,
      'select count(*) from portal_hosts',
    );
    expect(Number(loaded?.count)).toBe(4);
  });

  test('is served in production only if that is asked for, with a warning at each start', async () => {
    expect(await startupError(settings)).toMatch(
      /^This database holds demo data, .*\bnpm run admin -- demo remove\nOr set DEMO_DATA=on to serve it all the same/,
    );
    const product = startProduct({ ...settings, DEMO_DATA: 'on' });
    await product.ready;
    await expect.poll(() => product.output()).toContain('WARNING: this installation serves demo accounts');
  });

  test('is refused to other machines while mails can be read in the outbox', async () => {
    const output = await startupError({ ...settings, ENVIRONMENT: 'testing', HOST: '0.0.0.0' });
    expect(output).toMatch(/^HOST 0\.0\.0\.0 lets other machines reach demo accounts/);
  });
});
