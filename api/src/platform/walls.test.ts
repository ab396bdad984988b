import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anOrganisation,
  aUser,
  type Person,
  type Place,
  platform,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { anImport } from '../../test/imports.ts';
import { aFlow, aResetToken } from '../../test/recovery.ts';
import { lookPast } from '../../test/listed-functions.ts';
import { seeingAs } from '../../test/seeings.ts';
import { aServer } from '../../test/server.ts';
import { aSettingStory } from '../../test/setting-doors.ts';
import { aListStory } from '../../test/user-views.ts';
import { aWebhookStory } from '../../test/webhooks.ts';
import { newId } from './ids.ts';

/** Tables that belong to no organisation, each looked at by a person: what they hold is nobody's secret. */
const withoutWalls = ['address_failures', 'brakes', 'clock_offset', 'migrations'];

const house = await aServer();
const grown: { org: Place; store: Place; person: Person }[] = [];
let tables: string[];

beforeAll(async () => {
  for (const word of ['acorn', 'beech', 'cedar']) {
    const org = await anOrganisation(house, { word });
    const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const store = await aNode(house, { parent: company, nodeType: 'STORE' });
    const person = await aUser(house, { at: store });
    await signedIn(house, person);
    // a program that is new to somebody is told of by mail, and a try in vain is counted
    await signIn(house, { ...person, headers: { 'user-agent': 'another program' } });
    await signIn(house, { ...person, secret: 'wrong' });
    await house.rows(
      `insert into setting_values (id, org_id, node_id, tpath, section, field, value) values ($1, $2, $3, $4, 'theme', 'fontSize', '"14px"')`,
      [newId(), org.id, store.id, store.tpath],
    );
    await house.rows(
      `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
       values ($1, $2, $3, $4, 'Till', 'till', 'tablet', '10.0.0.1', 'SN', 'sn', clock(), clock())`,
      [newId(), org.id, store.id, store.tpath],
    );
    await house.rows(
      `insert into repeated_requests (org_id, user_id, key, door, body_hash, status, answer) values ($1, $2, 'a-key-of-one', 'x', '', 200, '')`,
      [org.id, person.id],
    );
    await house.rows(
      `insert into attempts (org_id, subject, last_failure) values ($1, 'a-name-somebody-typed', now())`,
      [org.id],
    );
    await house.rows(
      `insert into mails (id, org_id, user_id, kind, to_address, created_date) values ($1, $2, $3, 'resetLink', 'x@mail.example', now())`,
      [newId(), org.id, person.id],
    );
    await aListStory(house, person);
    await anImport(house, person, 'ready');
    await house.rows(
      `insert into import_mappings (org_id, user_id, kind, mark, headings, columns, used_date)
       values ($1, $2, 'users', '\\x00', '{login}', '{userName}', clock())`,
      [org.id, person.id],
    );
    await house.rows(`insert into uploads values ($1, '/files/x', 1, now(), now())`, [org.id]);
    await aSettingStory(house, person);
    await aWebhookStory(house, person);
    await house.rows(`insert into setting_news (org_id, moment, next_try) values ($1, clock(), clock())`, [org.id]);
    await aResetToken(house, person);
    await aFlow(house, person);
    await seeingAs(await signedIn(house, await aUser(house, { at: org })), person);
    grown.push({ org, store, person });
  }
  tables = (
    await house.rows<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace order by relname`,
    )
  ).map(({ name }) => name);
  // one thing that happened is sealed, the others are not yet
  await house.rows('select seal_audit(1)');
});

const walled = () => tables.filter((name) => !withoutWalls.includes(name));

describe('every table', () => {
  test('carries its organisation and is walled in for everybody, its owner included, or stands on the reviewed list', async () => {
    const rows = await house.rows<{ name: string; safe: boolean }>(`
      select c.relname as name, relrowsecurity and relforcerowsecurity
        and exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'org_id' and attnotnull) as safe
        from pg_class c where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace`);
    expect(
      rows
        .filter(({ safe }) => !safe)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(withoutWalls);
    expect(rows.length).toBeGreaterThan(10);
  });

  test('has the wall of its organisation, and the wall of the sub-tree where its rows stand somewhere in it', async () => {
    for (const name of walled()) {
      const policies = await house.rows<{
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
      const [path] = await house.rows(`select from pg_attribute where attrelid = $1::regclass and attname = 'tpath'`, [
        name,
      ]);
      if (path) expect([name, kinds]).toEqual([name, expect.arrayContaining(['sub'])]);
      // the same for every kind of statement, and asked once for each statement rather than for each row
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

  test('is held by each of its walls alone, and what lies behind is seen when that one is gone, too', async () => {
    const [{ org }, { person: foreigner }] = [grown.at(-1)!, grown[0]!];
    const walls = await house.rows<{ table: string; wall: string }>(
      `select tablename as table, policyname as wall from pg_policies where permissive = 'RESTRICTIVE' order by 1, 2`,
    );
    const owner = new pg.Client({ connectionString: house.ownerUrl });
    await owner.connect();
    const seen = async (table: string, wall: string, gone: readonly string[]) => {
      // of other organisations, wherever they have it; of one's own, outside of one's part; and what is another person's alone
      const [lo, hi] = wall === 'org' ? ['!', '~'] : ['zz.', 'zz/'];
      await owner.query('begin');
      for (const one of gone) await owner.query(`drop policy ${one} on ${table}`);
      await owner.query('set local role storeward_app');
      await owner.query(
        `select set_config('app.org', $1, true), set_config('app.lo', $2, true), set_config('app.hi', $3, true), set_config('app.user', $4, true)`,
        [org.id, lo, hi, wall === 'org' ? foreigner.id : newId()],
      );
      const { rows } = await owner.query(`select from ${table} where (org_id = $1) <> ${wall === 'org'}`, [org.id]);
      await owner.query('rollback');
      return rows.length > 0;
    };
    for (const { table, wall } of walls) {
      const all = walls.flatMap((one) => (one.table === table ? one.wall : []));
      const alone = all.filter((one) => one !== wall);
      const told = [table, wall, await seen(table, wall, alone), await seen(table, wall, all)];
      expect(told).toEqual([table, wall, false, true]);
    }
    await owner.end();
    expect(walls.length).toBeGreaterThan(tables.length);
  });

  test('shows the application nothing where no scope is set, and takes nothing from it', async () => {
    const app = new pg.Client({ connectionString: house.appUrl });
    await app.connect();
    for (const name of walled()) {
      const seen = await app.query(`select count(*)::int as rows from ${name}`);
      expect([name, seen.rows[0].rows]).toEqual([name, 0]);
      const [there] = await house.rows(`select count(*)::int as rows from ${name}`);
      expect([name, there!['rows'] > 0]).toEqual([name, true]);
    }
    await expect(
      app.query(`insert into domains (org_id, domain_name) values ($1, 'mine.example')`, [grown[0]!.org.id]),
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

test('only the listed functions look past the walls, each with a fixed search path, and no view or material copy does', async () => {
  const rows = await house.rows<{ name: string; owner: string; config: string[] | null; open: boolean }>(`
    select proname as name, pg_get_userbyid(proowner) as owner, proconfig as config, has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace order by proname`);
  expect(rows.map(({ name }) => name)).toEqual(lookPast);
  for (const { name, owner, config, open } of rows)
    expect({ name, owner, config, open }).toEqual({
      name,
      owner: 'storeward_definer',
      config: expect.arrayContaining(['search_path=public, pg_temp']),
      open: false,
    });
  const [role] = await house.rows(
    `select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = 'storeward_definer'`,
  );
  expect(role).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false });
  expect(
    await house.rows(
      `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
    ),
  ).toEqual([]);
  expect(
    await house.rows(`select proname from pg_proc where proleakproof and pronamespace = 'public'::regnamespace`),
  ).toEqual([]);
});

describe('a place', () => {
  const attempt = async (write: (as: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: house.appUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select open_portal($1)', [grown[0]!.org.host]);
      return await write(client).then(
        () => 'written',
        (error: unknown) => error as pg.DatabaseError,
      );
    } finally {
      await client.end();
    }
  };

  test('of another organisation cannot be told from one that does not exist by trying to write to it', async () => {
    const [mine, foreign] = [grown[0]!, grown[1]!];
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
    const words = (error: unknown) => (error as pg.DatabaseError).message;
    expect(words(known)).toBe(words(unknown));
  });

  test('takes a person of another organisation as little as one that does not exist', async () => {
    const [mine, foreign] = [grown[0]!, grown[1]!];
    const session = (userId: string) => (client: pg.Client) =>
      client.query(
        `insert into sessions (id, org_id, user_id, created_date, last_activity, expires_date) values ($1, $2, $3, now(), now(), now())`,
        [newId(), mine.org.id, userId],
      );
    const [known, unknown] = [await attempt(session(foreign.person.id)), await attempt(session(newId()))];
    for (const error of [known, unknown])
      expect(error).toMatchObject({ code: '23503', constraint: 'session.userOfTheSameTenant' });
  });

  test('is not moved out of the scope, nor into it, by those who reach only one side', async () => {
    const [mine, foreign] = [grown[0]!, grown[1]!];
    expect(
      await attempt((client) =>
        client.query('update users set org_id = $1 where id = $2', [foreign.org.id, mine.person.id]),
      ),
    ).toMatchObject({ code: '42501' });
    expect(
      await attempt((client) =>
        client.query('update users set tpath = $1, node_id = null where id = $2', [
          foreign.store.tpath,
          mine.person.id,
        ]),
      ),
    ).toMatchObject({ code: '42501' });
    const taken = await attempt(async (client) =>
      expect(
        (await client.query('update users set org_id = $1 where id = $2', [mine.org.id, foreign.person.id])).rowCount,
      ).toBe(0),
    );
    expect(taken).toBe('written');
  });
});

test('the platform has a root of its own, which no organisation can pass for', async () => {
  await expect(
    house.rows(
      `insert into nodes (id, org_id, tpath, node_type, name, name_norm, code, code_norm, search_text) select $1, $1, 'zz.', 'GLOBAL', 'x', 'x', 'x', 'x', 'x'`,
      [newId()],
    ),
  ).rejects.toThrow(/node_one_global/);
  expect(platform.tpath).toBe((await house.rows(`select tpath from nodes where node_type = 'GLOBAL'`))[0]!['tpath']);
});
