import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseRoles } from '../src/platform/database/schema/database-roles.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { catalogue } from './catalogue.ts';
import { installation, restoreInstallation } from './installation-fixture.ts';
import { createTestDatabase } from './server.ts';
import { testRoles } from './template.ts';

async function execute(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Tables that had another name before the baseline. */
const renamedTables = new Map([
  ['attempts', 'failed_attempts'],
  ['brakes', 'rate_limits'],
  ['audit_seals', 'audit_chain'],
  ['audit_unsealed', 'audit_chain_queue'],
  ['repeated_requests', 'idempotency_keys'],
  ['seeings', 'impersonations'],
  ['setting_news', 'setting_events'],
]);

/** The number of rows of each table, by its name in the baseline. */
async function rowCounts(url: string): Promise<object> {
  const tables = await execute(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('migrations', 'release') order by relname`,
  );
  const counts = tables.map(
    ({ name }) => `select '${String(name)}' as name, count(*)::int as rows from "${String(name)}"`,
  );
  const rows = await execute(url, counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: count }) => [renamedTables.get(String(name)) ?? name, count]));
}

describe('a database of the 43 migrations before the baseline', () => {
  test.each([
    ['the published 0041', '1acd9b977a02fbb4610b0ac13309f0655e9accc2c8933dba34ba03d0c6132793'],
    ['the earlier version of 0041', '40d76f12013ab138bfc36357b95bae791c4b4dffaac0814d42c738d95dd6e63a'],
  ])('is taken over with %s, keeps its rows, and has the catalogue of a new one', async (_, checksum) => {
    const url = await restoreInstallation();
    await execute(url, `update migrations set checksum = '${checksum}' where name = '0041-one-large-retailer.sql'`);
    const rows = await rowCounts(url);
    const { takenOver, steps } = await migrate(url, { roles: testRoles });
    expect([takenOver, steps[0]]).toEqual([true, '0000-baseline.sql']);
    expect(await rowCounts(url)).toMatchObject(rows);
    const created = await createTestDatabase('template0');
    await migrate(created, { roles: testRoles });
    expect(await catalogue(url)).toEqual(await catalogue(created));
    expect((await migrate(url, { roles: testRoles })).takenOver).toBe(false);
  });

  test('gets roles of its own, and leaves those that it shared with other databases', async () => {
    const url = await restoreInstallation();
    const { roles } = await migrate(url);
    expect(roles).toEqual(databaseRoles(nameOf(url)));
    const created = await createTestDatabase('template0');
    await migrate(created);
    expect(await catalogue(url)).toEqual(await catalogue(created));
    const [left] = await execute(
      url,
      `select bool_or(has_table_privilege('storeward_app', oid, 'select') or has_table_privilege('storeward_definer', oid, 'select')) as read
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(left).toEqual({ read: false });
  });

  test('serves an operator’s own login that connects as before', async () => {
    const url = await restoreInstallation();
    const { roles } = await migrate(url, { login: { name: 'storeward_app' } });
    const login = new URL(url);
    login.username = 'storeward_app';
    const [seen] = await execute(
      login.href,
      `select open_portal('${installation.host}')::json ->> 'orgId' as org, current_user as role`,
    );
    expect(seen).toEqual({ org: installation.org, role: 'storeward_app' });
    const [membership] = await execute(url, `select pg_has_role('storeward_app', '${roles.app}', 'member') as granted`);
    expect(membership).toEqual({ granted: true });
  });

  test.each([
    [
      'if a migration is missing',
      `delete from migrations where name like '0043%'`,
      /^The database has 42 of the 43 migrations of earlier versions, .*; 0043-sessions-by-written-role\.sql is the first that is missing\. Start the last earlier version once \(git checkout \w+\), which applies the rest, then start this version again\.$/,
    ],
    [
      'if a migration has an unknown checksum',
      `update migrations set checksum = 'unknown' where name like '0007%'`,
      /^This database was not made by a published Storeward: its migration 0007-audit\.sql was changed\. Restore a backup/,
    ],
    [
      'if a migration is not one of the 43',
      `insert into migrations (name, checksum) values ('0044-else.sql', 'unknown')`,
      /^This database was not made by a published Storeward: its migration 0044-else\.sql is unknown\. Restore a backup/,
    ],
  ])('is refused without any change %s', async (_, change, message) => {
    const url = await restoreInstallation();
    await execute(url, change);
    const before = await catalogue(url);
    await expect(migrate(url, { roles: testRoles })).rejects.toThrow(message);
    expect(await catalogue(url)).toEqual(before);
  });
});
