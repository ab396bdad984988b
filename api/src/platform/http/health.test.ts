import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, startTestServer } from '../../../test/server.ts';
import { testRoles } from '../../../test/template.ts';
import { migrate } from '../database/schema/migrate.ts';
import { readSchema } from '../database/schema/schema.ts';

const lastMigration = readSchema().steps.at(-1)!.name;

async function changedDatabase(sql: string): Promise<string> {
  const url = await createTestDatabase();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
  return url;
}

const readiness = async (databaseUrl?: string, from?: string) => {
  const server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
  const { status, body } = await server.request({ url: '/health/ready', ...(from && { from }) });
  return { status, body, reasons: body?.['errors']?.map(({ message }: { message: string }) => message) };
};

test('states its version, its commit and the state of its database', async () => {
  const commit = 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2';
  const server = await startTestServer({ commit });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect((await server.request({ url: '/version' })).body).toEqual({
    name: 'storeward',
    version,
    commit,
    database: { release: readSchema().release, migration: lastMigration },
  });
  expect((await server.request({ url: '/openapi.json' })).body).toMatchObject({ info: { version } });
});

test('finds the commit of its checkout', async () => {
  const server = await startTestServer();
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  expect((await server.request({ url: '/version' })).body).toMatchObject({ commit });
});

test('is ready on a migrated database', async () => {
  const { status, body } = await readiness();
  expect([status, body]).toEqual([200, { status: 'ready' }]);
});

test('stays ready while a migration of another process holds a table', async () => {
  const url = await createTestDatabase();
  const server = await startTestServer({ databaseUrl: url });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('begin; lock table audit in access exclusive mode');
  expect((await server.request({ url: '/health/ready' })).status).toBe(200);
  await owner.end();
});

test.for([
  ['a lost policy', 'drop policy org on users', ['policy org on users is missing']],
  ['a policy that shows more', 'alter policy sub on nodes using (true)', ['policy sub on nodes differs']],
  [
    'a further policy',
    'create policy all_rows on roles using (true)',
    ['policy all_rows on roles does not belong to it'],
  ],
  [
    'switched-off row security',
    'alter table mails disable row level security',
    ['row-level security of mails differs'],
  ],
  [
    'row security without force',
    'alter table mails no force row level security',
    ['row-level security of mails differs'],
  ],
  ['a wider privilege', 'grant delete on audit to storeward_app', ['privileges on audit differs']],
  ['a lost function', 'drop function silent_devices(timestamptz, int)', ['function silent_devices is missing']],
  [
    'a function with another body',
    `create or replace function record_mail_sent(p_mail uuid) returns void language sql security definer return null`,
    ['function record_mail_sent differs'],
  ],
  [
    'a lost trigger',
    'drop trigger audit_entries_are_queued on audit',
    ['trigger audit_entries_are_queued on audit is missing'],
  ],
  [
    'a lost foreign key',
    'alter table mails drop constraint "mail.userOfTheSameTenant"',
    ['constraint mail.userOfTheSameTenant on mails is missing'],
  ],
  [
    'a lost migration',
    `delete from migrations where name = '${lastMigration}'`,
    [`migration ${lastMigration} is missing`],
  ],
  [
    'a changed migration',
    `update migrations set checksum = 'x' where name = '${lastMigration}'`,
    [`migration ${lastMigration} differs`],
  ],
  [
    'an earlier release',
    'update release set number = 1',
    [`the functions are of release 1 instead of ${readSchema().release}`],
  ],
  ['functions of another build', `update release set functions = 'x'`, ['the functions are not those of this version']],
] as const)('is not ready with %s, and names it', async ([, sql, reasons]) => {
  const { status, reasons: found } = await readiness(await changedDatabase(sql));
  expect([status, found]).toEqual([503, reasons]);
});

test('does not tell other machines what is wrong with its database', async () => {
  const { status, reasons } = await readiness(await changedDatabase('drop policy org on users'), '192.0.2.7');
  expect([status, reasons]).toEqual([503, undefined]);
});

test('stays ready on the database of a newer version', async () => {
  const { status } = await readiness(await changedDatabase(`update release set number = number + 1, functions = 'x'`));
  expect(status).toBe(200);
});

test('does not start on a database that lost policies, and names them', async () => {
  const url = await changedDatabase('drop policy org on users; drop policy sub on nodes');
  await expect(migrate(url, { roles: testRoles })).rejects.toThrow(
    /^The database is not as Storeward left it:\n {2}policy org on users is missing\n {2}policy sub on nodes is missing\nRestore/,
  );
});

test('creates functions anew that were changed in the database', async () => {
  const url = await changedDatabase('drop function silent_devices(timestamptz, int)');
  await migrate(url, { roles: testRoles });
  expect((await readiness(url)).status).toBe(200);
});
