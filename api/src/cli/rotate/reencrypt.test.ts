import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailVariables, mailData } from '../../mails/queries.ts';
import type { Scope } from '../../platform/actor.ts';
import { openDatabase, type Database } from '../../platform/database/db.ts';
import { migrate } from '../../platform/database/schema/migrate.ts';
import { encryption } from '../../platform/security/encryption.ts';
import {
  decryptSecret,
  decryptWithKey,
  type EncryptedSecret,
  installationEncryption,
  type StoredSecret,
} from '../../settings/secrets.ts';
import { secretOwner } from '../../webhooks/queries.ts';
import { installation, restoreInstallation } from '../../../test/installation-fixture.ts';
import { secretKey } from '../../../test/server.ts';
import { testRoles } from '../../../test/template.ts';
import { reencrypt } from './reencrypt.ts';

const [next, wrong] = [randomBytes(32), randomBytes(32)];
const orgId = installation.org;
const secretField = { section: 'integration', field: 'secret' };
let owner: pg.Client;
let database: Database;
let appUrl: string;

const rows = async <T extends pg.QueryResultRow>(query: string, values: unknown[] = []) =>
  (await owner.query<T>(query, values)).rows;

type Row = { readonly org: string; readonly id: string; readonly userId: string; readonly kind: keyof MailVariables };
type StoredMail = Row & { readonly to: string; readonly encrypted: Buffer };

/** Everything encrypted in the installation, as the product decrypts it with this key; undefined for what it cannot decrypt. */
async function decryptAll(key: Uint8Array): Promise<(string | undefined)[]> {
  const [marker] = await rows('select from unbound_encryption');
  const unbound = marker !== undefined;
  const installed = installationEncryption(key);
  const values = await rows<{ value: EncryptedSecret }>(
    `select value from setting_values where field = 'secret' and value <> 'null' order by id`,
  );
  const settings = await database.transaction(async (db) => {
    await db.run(sql`select set_config('app.org', ${orgId}, true)`);
    return Promise.all(values.map(({ value }) => decryptSecret(db, { orgId } as Scope, installed, value, secretField)));
  });
  const hooks = await rows<Omit<StoredSecret, 'unbound'> & { id: string }>(
    'select w.org_id as org, w.id, w.secret, k.id as "keyId", k.encrypted_key as key from webhooks w join secret_keys k on k.id = w.secret_key',
  );
  const mails = await rows<StoredMail>(
    `select id, org_id as org, user_id as "userId", kind, to_address as "to", encrypted_content as encrypted
       from mails where encrypted_content is not null`,
  );
  const { decrypt } = encryption('mails', key);
  return [
    ...settings,
    ...hooks.map(({ id, ...stored }) => decryptWithKey(installed, { ...stored, unbound }, secretOwner(id))),
    ...mails.map((mail) => decrypt(mail.encrypted, mailData(mail.org, mail), unbound)),
  ];
}

beforeAll(async () => {
  const url = await restoreInstallation();
  await migrate(url, { roles: testRoles });
  const app = new URL(url);
  app.username = testRoles.app;
  appUrl = app.href;
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  database = openDatabase({ connectionString: url });
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

describe('npm run rotate, on an installation of version 0.1.0', () => {
  let before: (string | undefined)[];
  let copies: { readonly table: string; readonly column: string; readonly id: string; readonly value: unknown }[];

  beforeAll(async () => {
    // the row that a rollback writes
    await owner.query(
      `insert into setting_values (id, org_id, node_id, tpath, section, field, value, ended_date)
       select gen_random_uuid(), org_id, node_id, tpath, section, field, value, now() from setting_values
        where field = 'secret' and value <> 'null' limit 1`,
    );
    before = await decryptAll(secretKey);
    const columns = [
      ['secret_keys', 'encrypted_key'],
      ['setting_values', 'value'],
      ['webhooks', 'secret'],
      ['mails', 'encrypted_content'],
    ] as const;
    copies = [];
    for (const [table, column] of columns) {
      const condition = column === 'value' ? `field = 'secret' and value <> 'null'` : `${column} is not null`;
      const stored = await rows<{ id: string; value: unknown }>(
        `select id, ${column} as value from ${table} where ${condition}`,
      );
      copies.push(...stored.map((row) => ({ table, column, ...row })));
    }
  });

  test('changes nothing and refuses nothing while a secret cannot be decrypted', async () => {
    expect(before).not.toContain(undefined);
    expect(new Set(copies.map(({ table }) => table)).size).toBe(4);
    expect(await reencrypt(owner, wrong)).toEqual({ reencrypted: 0, failed: expect.any(Number) });
    expect(await decryptAll(secretKey)).toEqual(before);
  });

  test('encrypts every secret, key and mail anew, readable with the new key alone', async () => {
    const { failed, reencrypted } = await reencrypt(owner, next, secretKey);
    expect([failed, reencrypted]).toEqual([0, copies.length - 1]);
    expect(await decryptAll(next)).toEqual(before);
    expect(await decryptAll(secretKey)).toEqual(before.map(() => undefined));
  });

  test('leaves copies of one secret equal, as a rollback makes them', async () => {
    const [values] = await rows(
      `select count(distinct value)::int as now from setting_values where field = 'secret' and value <> 'null'`,
    );
    const earlier = copies.filter(({ table }) => table === 'setting_values').map(({ value }) => JSON.stringify(value));
    expect(values).toEqual({ now: new Set(earlier).size });
    expect(new Set(earlier).size).toBe(earlier.length - 1);
  });

  test('refuses earlier values from then on, also for one who puts old rows back', async () => {
    expect(await reencrypt(owner, secretKey, next)).toMatchObject({ failed: 0 });
    const current = await decryptAll(secretKey);
    expect(current).toEqual(before);
    for (const { table, column, id, value } of copies)
      await owner.query(`update ${table} set ${column} = $2 where id = $1`, [id, value]);
    expect(await decryptAll(secretKey)).toEqual(before.map(() => undefined));
  });

  test('no change of rows lets them be read again, not even by the owner of the database', async () => {
    await expect(owner.query('insert into unbound_encryption values (true)')).rejects.toThrow(
      /encryption.unboundRefused/,
    );
    const app = new pg.Client({ connectionString: appUrl });
    await app.connect();
    await expect(app.query('insert into unbound_encryption values (true)')).rejects.toThrow(/permission denied/);
    await expect(app.query('drop table unbound_encryption')).rejects.toThrow(/must be owner/);
    await app.end();
  });
});
