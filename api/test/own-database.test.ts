import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/platform/migrate.ts';
import { type Postgres, startPostgres } from '../src/platform/postgres.ts';
import { askDatabase as ask, aTakenPort, endAll, refusal, run } from './product.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward start '));
afterEach(endAll);

const secret = { SECRET_KEY: 'ab'.repeat(32), DATA_DIR: join(folder, 'unused') };
let server: Postgres;
let made = 0;

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
  const name = `own_${(made += 1)}`;
  await ask(server.ownerUrl, `create database ${name}`);
  return addressOf(name);
};

test('names all wrong values at once, and repeats no secret', async () => {
  const said = await refusal({ PORT: 'eighty', DEMO_DATA: 'maybe', DATABASE_URL: 'mysql://root:hunter2@db/shop' });
  expect(said.split('\n')).toEqual([
    'Please correct these values in the environment or in .env:',
    '  PORT must be a whole number from 0 to 65535; it is "eighty"',
    '  DATABASE_URL must be an address like postgresql://user:password@host:5432/database',
    '  DEMO_DATA must be on or off; it is "maybe"',
    expect.stringMatching(/^ {2}SECRET_KEY is needed together with DATABASE_URL: 32 random bytes/),
  ]);
});

test('asks for a secret key beside a database of one’s own', async () => {
  expect(await refusal({ DATABASE_URL: server.ownerUrl })).toContain('SECRET_KEY is needed together with DATABASE_URL');
});

test('says that the server does not answer', async () => {
  const { port, free } = await aTakenPort();
  await free();
  const said = await refusal({ ...secret, DATABASE_URL: `postgresql://shop:hunter2@127.0.0.1:${port}/shop` });
  expect(said).toMatch(
    new RegExp(
      `^Cannot use the database at 127\\.0\\.0\\.1:${port}/shop named by DATABASE_URL: the server does not answer \\(.*ECONNREFUSED.*\\)\\. Correct DATABASE_URL, or set the server right, and start again\\.$`,
    ),
  );
  expect(said).not.toContain('hunter2');
});

test('says that the server does not accept the password', async () => {
  await ask(server.ownerUrl, `create role guarded superuser login password 'right-one'`);
  const [rules] = await ask<{ hba_file: string }>(server.ownerUrl, 'show hba_file');
  writeFileSync(rules!.hba_file, `local all guarded scram-sha-256\n${readFileSync(rules!.hba_file, 'utf8')}`);
  await ask(server.ownerUrl, 'select pg_reload_conf()');
  const url = new URL(addressOf('storeward', 'guarded'));
  url.password = 'wrong-one';
  const said = await refusal({ ...secret, DATABASE_URL: url.href });
  expect(said).toContain(
    'named by DATABASE_URL: the server does not let guarded in with this password. Correct DATABASE_URL',
  );
  expect(said).not.toContain('wrong-one');
});

test('says that the database does not exist', async () => {
  expect(await refusal({ ...secret, DATABASE_URL: addressOf('nowhere') })).toContain(
    'there is no database nowhere on that server',
  );
});

test('names the application’s address when that one is wrong', async () => {
  const url = await aDatabase();
  await ask(server.ownerUrl, 'create role portal_without_login');
  const said = await refusal({
    ...secret,
    DATABASE_URL: url,
    DATABASE_APP_URL: url.replace('storeward_owner', 'portal_without_login'),
  });
  expect(said).toContain(
    'named by DATABASE_APP_URL: the server does not let portal_without_login in with this password. Correct DATABASE_APP_URL',
  );
});

test('a step that fails half-way is taken back whole, and taken when its cause is mended', async () => {
  const url = await aDatabase();
  await ask(url, 'create table assignments (in_the_way integer)');
  expect(await refusal({ ...secret, DATABASE_URL: url })).toMatch(
    /^The database could not take the step 0004-users\.sql: relation "assignments" already exists\. Nothing of it was kept; mend the cause and start again\.$/,
  );
  expect(await ask(url, `select name from migrations order by name desc limit 1`)).toEqual([
    { name: '0003-roles.sql' },
  ]);
  expect(await ask(url, `select from pg_class where relname = 'users'`)).toEqual([]);
  await ask(url, 'drop table assignments');
  await run({ ...secret, DATABASE_URL: url }).ready;
});

test('leaves alone a database that a newer version has changed', async () => {
  const url = await aDatabase();
  await migrate(url, { name: 'storeward_app' });
  await ask(url, `insert into migrations (name, checksum) values ('9999-future.sql', 'unknown')`);
  expect(await refusal({ ...secret, DATABASE_URL: url })).toBe(
    'The database was already brought to 9999-future.sql by a newer Storeward. Start that version, or restore a backup made before it.',
  );
});

test.for([
  ['is a superuser', 'superuser'],
  ['may bypass row-level security', 'bypassrls'],
] as const)('does not start with a role for the application that %s', async ([why, right]) => {
  const url = await aDatabase();
  await ask(server.ownerUrl, `create role reaches_${right} login ${right}`);
  const said = await refusal({
    ...secret,
    DATABASE_URL: url,
    DATABASE_APP_URL: url.replace('storeward_owner', `reaches_${right}`),
  });
  expect(said).toMatch(
    new RegExp(
      `^The application comes to the database as reaches_${right}, which ${why}: .* Give it a role of its own in DATABASE_APP_URL, or leave that unset\\.$`,
    ),
  );
});
