import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertApiKey } from '../../../../test/api-keys.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  type TestUser,
  type TestNode,
  createClient,
  signIn,
} from '../../../../test/builders.ts';
import { createEmailLink } from '../../../../test/email-samples.ts';
import { createImportRun } from '../../../../test/imports.ts';
import { createFlow, createResetToken } from '../../../../test/recovery.ts';
import { impersonate } from '../../../../test/impersonation.ts';
import { insertUploadInUse } from '../../../../test/uploads.ts';
import { startTestServer } from '../../../../test/server.ts';
import { insertSettingRecords } from '../../../../test/setting-endpoints.ts';
import { createListSettings } from '../../../../test/user-views.ts';
import { insertWebhookWithMessage } from '../../../../test/webhooks.ts';
import { functionAccess } from './function-access.ts';
import { newId } from '../ids.ts';

/** Reviewed tables without an organisation: they contain no confidential data. */
const unprotectedTables = 'address_failures clock_offset migrations rate_limits release unbound_encryption'.split(' ');

const testServer = await startTestServer();
const tenants: { org: TestNode; store: TestNode; user: TestUser }[] = [];
let tables: string[];

beforeAll(async () => {
  for (const word of ['acorn', 'beech', 'cedar']) {
    const org = await createOrganisation(testServer, { slug: word });
    const company = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
    const store = await createNode(testServer, { parent: company, nodeType: 'STORE' });
    const user = await createUser(testServer, { node: store });
    await createClient(testServer, user);
    // an unknown client triggers a mail, and a failed sign-in is counted
    await signIn(testServer, { ...user, headers: { 'user-agent': 'another program' } });
    await signIn(testServer, { ...user, secret: 'wrong' });
    await testServer.query(
      `insert into setting_values (id, org_id, node_id, tpath, section, field, value) values ($1, $2, $3, $4, 'theme', 'fontSize', '"14px"')`,
      [newId(), org.id, store.id, store.tpath],
    );
    await testServer.query(
      `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
       values ($1, $2, $3, $4, 'Till', 'till', 'tablet', '10.0.0.1', 'SN', 'sn', clock(), clock())`,
      [newId(), org.id, store.id, store.tpath],
    );
    await testServer.query(
      `insert into idempotency_keys (org_id, user_id, key, endpoint, body_hash, status, response) values ($1, $2, 'a-key-of-one', 'x', '', 200, '')`,
      [org.id, user.id],
    );
    await testServer.query(
      `insert into failed_attempts (org_id, subject, last_failure) values ($1, 'a-name-somebody-typed', now())`,
      [org.id],
    );
    await testServer.query(
      `insert into mails (id, org_id, user_id, kind, to_address, created_date) values ($1, $2, $3, 'resetLink', 'x@mail.example', now())`,
      [newId(), org.id, user.id],
    );
    await createListSettings(testServer, user);
    await createImportRun(testServer, user, 'ready');
    await testServer.query(
      `insert into import_mappings (org_id, user_id, kind, headings_hash, headings, columns, used_date)
       values ($1, $2, 'users', '\\x00', '{login}', '{userName}', clock())`,
      [org.id, user.id],
    );
    for (const row of [
      'demo_data (org_id) values ($1)',
      `audit_gaps (org_id, record) values ($1, '{}')`,
      'audit_status values ($1)',
      `products (id, org_id, sku, sku_norm, name, name_norm, search_text) values (gen_random_uuid(), $1, 'A', 'a', 'Ball', 'ball', ' ball')`,
      `node_counts values ($1, gen_random_uuid()::text, 'user.enabled', now(), 1)`,
      `audit_denials values ($1, 'x', now(), 1, 1, '{}')`,
      'setting_events (org_id, effective_date, next_try) values ($1, clock(), clock())',
    ])
      await testServer.query(`insert into ${row}`, [org.id]);
    await insertUploadInUse(testServer, org);
    await insertSettingRecords(testServer, user);
    await insertWebhookWithMessage(testServer, user);
    await insertApiKey(testServer, user);
    await createResetToken(testServer, user);
    await createFlow(testServer, user);
    await createEmailLink(testServer, user);
    await impersonate(await createClient(testServer, await createUser(testServer, { node: org })), user);
    tenants.push({ org, store, user });
  }
  tables = (
    await testServer.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace order by relname`,
    )
  ).map(({ name }) => name);
  // one audit event is in the hash chain, the others are pending
  await testServer.query('select extend_audit_chain(1)');
});

const protectedTables = () => tables.filter((name) => !unprotectedTables.includes(name));

describe('tables', () => {
  test('every table has an organisation and forced row-level security, or is on the reviewed list', async () => {
    const rows = await testServer.query<{ name: string; safe: boolean }>(`
      select c.relname as name, relrowsecurity and relforcerowsecurity
        and exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'org_id' and attnotnull) as safe
        from pg_class c where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace`);
    expect(
      rows
        .filter(({ safe }) => !safe)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(unprotectedTables);
    expect(rows.length).toBeGreaterThan(10);
  });

  test('every table has the policy of its organisation, and that of the sub-tree if its rows belong to a node', async () => {
    for (const name of protectedTables()) {
      const policies = await testServer.query<{
        policyname: string;
        permissive: string;
        qual: string;
        with_check: string | null;
        cmd: string;
      }>(`select * from pg_policies where tablename = $1`, [name]);
      const kinds = policies
        .filter(({ permissive }) => permissive === 'RESTRICTIVE')
        .map(({ policyname }) => policyname);
      expect([
        name,
        policies.filter(({ permissive }) => permissive === 'PERMISSIVE').map(({ policyname }) => policyname),
      ]).toEqual([name, ['base']]);
      expect([name, kinds]).toEqual([name, expect.arrayContaining(['org'])]);
      const [path] = await testServer.query(
        `select from pg_attribute where attrelid = $1::regclass and attname = 'tpath'`,
        [name],
      );
      if (path) expect([name, kinds]).toEqual([name, expect.arrayContaining(['sub'])]);
      // the same policy for all commands, evaluated once per statement (initplan) rather than per row
      for (const { cmd, qual, with_check: check, permissive } of policies) {
        expect([name, cmd, check === null || check === qual || permissive === 'PERMISSIVE']).toEqual([
          name,
          'ALL',
          true,
        ]);
        expect(qual).not.toMatch(/current_setting/);
        for (const [called] of qual.matchAll(/(?<!SELECT )scope_\w+\(\)/g))
          expect(`${name}: ${called}`).toBe('wrapped in a select');
      }
    }
  });

  test('each policy of a table protects its rows alone, and without it they are visible', async () => {
    const [{ org }, { user: foreigner }] = [tenants.at(-1)!, tenants[0]!];
    const policies = await testServer.query<{ table: string; policy: string }>(
      `select tablename as table, policyname as policy from pg_policies where permissive = 'RESTRICTIVE' order by 1, 2`,
    );
    const owner = new pg.Client({ connectionString: testServer.ownerUrl });
    await owner.connect();
    const seen = async (table: string, policy: string, withoutPolicy: readonly string[]) => {
      // rows of other organisations; of the own one outside the scope; and private rows of other users
      const [lo, hi] = policy === 'org' ? ['!', '~'] : ['zz.', 'zz/'];
      await owner.query('begin');
      for (const one of withoutPolicy) await owner.query(`drop policy ${one} on ${table}`);
      await owner.query('set local role storeward_app');
      await owner.query(
        `select set_config('app.org', $1, true), set_config('app.lo', $2, true), set_config('app.hi', $3, true), set_config('app.user', $4, true)`,
        [org.id, lo, hi, policy === 'org' ? foreigner.id : newId()],
      );
      const { rows } = await owner.query(`select from ${table} where (org_id = $1) <> ${policy === 'org'}`, [org.id]);
      await owner.query('rollback');
      return rows.length > 0;
    };
    for (const { table, policy } of policies) {
      const all = policies.flatMap((one) => (one.table === table ? one.policy : []));
      const alone = all.filter((one) => one !== policy);
      const reported = [table, policy, await seen(table, policy, alone), await seen(table, policy, all)];
      expect(reported).toEqual([table, policy, false, true]);
    }
    await owner.end();
    expect(policies.length).toBeGreaterThan(tables.length);
  });

  test('no table can be read or written by the application without a scope', async () => {
    const app = new pg.Client({ connectionString: testServer.appUrl });
    await app.connect();
    for (const name of protectedTables()) {
      const seen = await app.query(`select count(*)::int as rows from ${name}`);
      expect([name, seen.rows[0].rows]).toEqual([name, 0]);
      const [there] = await testServer.query(`select count(*)::int as rows from ${name}`);
      expect([name, there!['rows'] > 0]).toEqual([name, true]);
    }
    await expect(
      app.query(`insert into domains (org_id, domain_name) values ($1, 'mine.example')`, [tenants[0]!.org.id]),
    ).rejects.toThrow(/row-level security/);
    await expect(app.query('truncate users')).rejects.toThrow(/permission denied/);
    await expect(app.query('update clock_offset set ahead = $1', ['1 day'])).rejects.toThrow(/permission denied/);
    await expect(app.query('create table mine (id int)')).rejects.toThrow(/permission denied/);
    for (const statement of [
      'delete from audit',
      `update audit set reason = 'x'`,
      'delete from users',
      'delete from nodes',
    ])
      await expect(app.query(statement)).rejects.toThrow(/permission denied/);
    await app.end();
  });
});

test('only the listed functions bypass row-level security, each with a fixed search path, and no view or materialised view does', async () => {
  const rows = await testServer.query<{ name: string; owner: string; config: string[] | null; open: boolean }>(`
    select proname as name, pg_get_userbyid(proowner) as owner, proconfig as config, has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace order by proname`);
  const listed = [...functionAccess].filter(([, access]) => access.owner === 'definer');
  expect(rows.map(({ name }) => name)).toEqual(listed.map(([name]) => name).sort());
  for (const { name, owner, config, open } of rows)
    expect({ name, owner, config, open }).toEqual({
      name,
      owner: 'storeward_definer',
      config: expect.arrayContaining(['search_path=public, pg_temp']),
      open: false,
    });
  const attributes = `select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = 'storeward_definer'`;
  const [role] = await testServer.query(attributes);
  expect(role).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false });
  expect(
    await testServer.query(
      `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
    ),
  ).toEqual([]);
  expect(
    await testServer.query(`select proname from pg_proc where proleakproof and pronamespace = 'public'::regnamespace`),
  ).toEqual([]);
});

describe('nodes and tenant isolation', () => {
  const attempt = async (write: (as: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: testServer.appUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select open_portal($1)', [tenants[0]!.org.host]);
      return await write(client).then(
        () => 'written',
        (error: unknown) => error as pg.DatabaseError,
      );
    } finally {
      await client.end();
    }
  };

  test('writing to a node of another organisation fails as for one that does not exist', async () => {
    const [mine, foreign] = [tenants[0]!, tenants[1]!];
    const setting = (node: { id: string; tpath: string }) => (client: pg.Client) =>
      client.query(
        `insert into setting_values (id, org_id, node_id, tpath, section, field, value) values ($1, $2, $3, $4, 'theme', 'fontSize', '"15px"')`,
        [newId(), mine.org.id, node.id, mine.store.tpath],
      );
    const [known, unknown] = [
      await attempt(setting(foreign.store)),
      await attempt(setting({ id: newId(), tpath: mine.store.tpath })),
    ];
    for (const error of [known, unknown])
      expect(error).toMatchObject({ code: '23503', constraint: 'setting.nodeOfTheSameTenant' });
    const text = (error: unknown) => (error as pg.DatabaseError).message;
    expect(text(known)).toBe(text(unknown));
  });

  test('a node accepts a user of another organisation as little as one that does not exist', async () => {
    const [mine, foreign] = [tenants[0]!, tenants[1]!];
    const session = (userId: string) => (client: pg.Client) =>
      client.query(
        `insert into sessions (id, org_id, user_id, created_date, last_activity, expires_date) values ($1, $2, $3, now(), now(), now())`,
        [newId(), mine.org.id, userId],
      );
    const [known, unknown] = [await attempt(session(foreign.user.id)), await attempt(session(newId()))];
    for (const error of [known, unknown])
      expect(error).toMatchObject({ code: '23503', constraint: 'session.userOfTheSameTenant' });
  });

  test('a node cannot be moved into or out of the scope by users with access to one side only', async () => {
    const [mine, foreign] = [tenants[0]!, tenants[1]!];
    expect(
      await attempt((client) =>
        client.query('update users set org_id = $1 where id = $2', [foreign.org.id, mine.user.id]),
      ),
    ).toMatchObject({ code: '42501' });
    expect(
      await attempt((client) =>
        client.query('update users set tpath = $1, node_id = null where id = $2', [foreign.store.tpath, mine.user.id]),
      ),
    ).toMatchObject({ code: '42501' });
    const taken = await attempt(async (client) =>
      expect(
        (await client.query('update users set org_id = $1 where id = $2', [mine.org.id, foreign.user.id])).rowCount,
      ).toBe(0),
    );
    expect(taken).toBe('written');
  });
});
