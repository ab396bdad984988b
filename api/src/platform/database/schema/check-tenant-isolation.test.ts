import { afterAll, describe, expect, test } from 'vitest';
import { startTestServer, withDatabaseUser } from '../../../../test/server.ts';
import { newId } from '../ids.ts';
import { checkTenantIsolation } from './tenant-isolation.ts';

const testServer = await startTestServer();

describe('checkTenantIsolation', () => {
  const errorOf = async (url: string) =>
    checkTenantIsolation(url).then(
      () => 'started',
      (error: unknown) => (error as Error).message,
    );
  const roles: string[] = [];
  const role = async (name: string, attributes: string, ...grants: string[]) => {
    const unique = `${name}_${newId().slice(-12)}`;
    roles.push(unique);
    await testServer.query(`create role ${unique} login ${attributes}`);
    for (const statement of grants) await testServer.query(statement.replaceAll('ROLE', unique));
    return withDatabaseUser(testServer.ownerUrl, unique);
  };
  afterAll(async () => {
    for (const name of roles) await testServer.query(`drop owned by ${name}; drop role ${name}`);
  });

  test('accepts the application role of the migrations and roles that are granted it', async () => {
    expect(await errorOf(testServer.appUrl)).toBe('started');
    expect(await errorOf(await role('member_of_app', '', 'grant storeward_app to ROLE'))).toBe('started');
  });

  test('rejects superusers, roles with bypassrls, owners of tables, and members of such roles', async () => {
    expect(await errorOf(testServer.ownerUrl)).toMatch(
      /is a superuser and so could bypass tenant isolation\. Set DATABASE_APP_URL to a separate role/,
    );
    expect(await errorOf(await role('bypassrls_role', 'bypassrls'))).toMatch(/may bypass row-level security/);
    await role('granted_bypassrls', 'bypassrls');
    expect(await errorOf(await role('member_of_bypassrls', '', `grant ${roles.at(-1)} to ROLE`))).toMatch(
      /is a member of a role that may bypass row-level security/,
    );
    expect(
      await errorOf(
        await role(
          'table_owner',
          '',
          'create table owned_by_role (org_id uuid)',
          'alter table owned_by_role owner to ROLE',
        ),
      ),
    ).toMatch(/owns tables/);
    await testServer
      .query('alter table owned_by_role owner to current_user')
      .then(() => testServer.query('drop table owned_by_role'));
    expect(await errorOf(await role('member_of_definer', '', 'grant storeward_definer to ROLE'))).toMatch(
      /is a member of storeward_definer/,
    );
  });
});
