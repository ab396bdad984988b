import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseRoles } from '../src/platform/database/schema/database-roles.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { prepareDatabase } from '../src/platform/database/server/prepare.ts';
import { readSchema } from '../src/platform/database/schema/schema.ts';
import { createOrganisation, createUser, signIn } from './builders.ts';
import { createTestDatabase, startTestServer, type TestServer, withDatabaseUser } from './server.ts';
import { insertPlatform } from './template.ts';

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** An installation with its own database, and a password derived from its own key, on the server of all tests. */
async function install(slug: string, fill: number) {
  const databaseUrl = await createTestDatabase('template0');
  const key = new Uint8Array(32).fill(fill);
  const start = () =>
    prepareDatabase({ databaseUrl, databaseAppUrl: undefined, dataDir: 'unused' }, key, () => undefined);
  await start();
  const roles = databaseRoles(nameOf(databaseUrl));
  const server = await startTestServer({ databaseUrl, appRole: roles.app });
  await server.query(insertPlatform);
  const org = await createOrganisation(server, { slug });
  const user = await createUser(server, { node: org });
  return { databaseUrl, roles, server, start, signIn: async () => (await signIn(server, user)).status };
}

const [acorn, beech] = [await install('acorn', 1), await install('beech', 2)];

/** The stored password and the attributes of a role. */
const roleRow = (server: TestServer, name: string) =>
  server.query('select rolpassword, rolcanlogin, rolsuper, rolbypassrls from pg_authid where rolname = $1', [name]);

describe('two installations on one database server', () => {
  test('each works with roles named after its database', async () => {
    expect(acorn.roles.app).toBe(`storeward_${nameOf(acorn.databaseUrl)}_app`);
    expect([await acorn.signIn(), await beech.signIn()]).toEqual([200, 200]);
  });

  test('neither role of one has any privilege on tables or functions of the other', async () => {
    for (const [mine, other] of [
      [acorn, beech],
      [beech, acorn],
    ] as const)
      for (const role of [mine.roles.app, mine.roles.definer]) {
        const [tables] = await other.server.query(
          `select count(*)::int as count from pg_class where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace
              and (has_table_privilege($1, oid, 'select, insert, update, delete') or has_any_column_privilege($1, oid, 'select, insert, update'))`,
          [role],
        );
        const [functions] = await other.server.query(
          `select count(*)::int as count from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
              and has_function_privilege($1, oid, 'execute')`,
          [role],
        );
        expect([role, tables, functions]).toEqual([role, { count: 0 }, { count: 0 }]);
      }
  });

  test('the application of one cannot connect to the database of the other', async () => {
    const client = new pg.Client({ connectionString: withDatabaseUser(beech.databaseUrl, acorn.roles.app) });
    await expect(client.connect()).rejects.toThrow(/permission denied for database/);
  });

  test('the application of one cannot read the other’s users even where everybody may connect', async () => {
    const database = `database "${nameOf(beech.databaseUrl)}"`;
    await beech.server.query(`grant connect on ${database} to public`);
    const client = new pg.Client({ connectionString: withDatabaseUser(beech.databaseUrl, acorn.roles.app) });
    await client.connect();
    await expect(client.query('select from users')).rejects.toThrow(/permission denied/);
    await expect(client.query(`select open_portal('beech.localhost')`)).rejects.toThrow(/permission denied/);
    await client.end();
    await beech.server.query(`revoke connect on ${database} from public`);
  });

  test('neither role may create anything, also not in a database from before that was forbidden', async () => {
    const { server, roles, databaseUrl, start } = acorn;
    const rights = async () =>
      Promise.all(
        [roles.app, roles.definer].map(async (role) => {
          const [row] = await server.query(
            `select has_database_privilege($1, current_database(), 'temporary') as temporary,
                    has_database_privilege($1, current_database(), 'create') as schemas, has_schema_privilege($1, 'public', 'create') as objects`,
            [role],
          );
          return row;
        }),
      );
    const none = { temporary: false, schemas: false, objects: false };
    expect(await rights()).toEqual([none, none]);
    await server.query(`grant temporary on database "${nameOf(databaseUrl)}" to public`);
    await server.query(`grant create on schema public to ${roles.definer}`);
    expect(await rights()).not.toEqual([none, none]);
    await start();
    expect(await rights()).toEqual([none, none]);
    const app = new pg.Client({ connectionString: withDatabaseUser(databaseUrl, roles.app) });
    await app.connect();
    await expect(app.query('create temporary table scratch ()')).rejects.toThrow(/permission denied/);
    await app.end();
  });

  test('a start and an upgrade of one leave role, password and sign-in of the other as they are', async () => {
    const before = await roleRow(beech.server, beech.roles.app);
    const schema = readSchema();
    await acorn.start();
    await migrate(acorn.databaseUrl, { schema: { ...schema, release: schema.release + 1 } });
    expect(await roleRow(beech.server, beech.roles.app)).toEqual(before);
    await beech.start();
    expect([await acorn.signIn(), await beech.signIn()]).toEqual([200, 200]);
  });
});

test('a copy of a database under another name gets roles of its own and leaves those of the original', async () => {
  const original = await createTestDatabase('template0');
  await migrate(original);
  const before = await roleRow(beech.server, databaseRoles(nameOf(original)).app);
  const copy = await createTestDatabase(nameOf(original));
  const { roles } = await migrate(copy);
  expect(roles).toEqual(databaseRoles(nameOf(copy)));
  const client = new pg.Client({ connectionString: withDatabaseUser(copy, databaseRoles(nameOf(original)).app) });
  await client.connect();
  await expect(client.query('select from users')).rejects.toThrow(/permission denied/);
  await client.end();
  expect(await roleRow(beech.server, databaseRoles(nameOf(original)).app)).toEqual(before);
  const app = new pg.Client({ connectionString: withDatabaseUser(copy, roles.app) });
  await app.connect();
  expect((await app.query('select from users')).rowCount).toBe(0);
  await app.end();
});

describe('names of database roles', () => {
  test('are those of the database, and of the product for its default database', () => {
    expect(databaseRoles('storeward')).toEqual({ app: 'storeward_app', definer: 'storeward_definer' });
    expect(databaseRoles('shop')).toEqual({ app: 'storeward_shop_app', definer: 'storeward_shop_definer' });
  });

  test('stay within the 63 bytes of PostgreSQL and differ for long names with the same beginning', () => {
    const [first, second] = [databaseRoles(`${'ö'.repeat(30)}1`), databaseRoles(`${'ö'.repeat(30)}2`)];
    for (const name of Object.values(first)) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
    expect(first.app).not.toBe(second.app);
  });
});
