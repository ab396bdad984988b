import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, describe } from 'vitest';
import { createUser, createClient } from '../../test/builders.ts';
import { startTestServer, secretKey } from '../../test/server.ts';
import type { Scope } from '../platform/actor.ts';
import { openDatabase } from '../platform/database/db.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { installationEncryption, decryptSecret, reencryptKeys, type EncryptedSecret } from './secrets.ts';
import { createRetailer, statusAndCode, toNodeRef, settingsUrl as url } from '../../test/retailer.ts';

const server = await startTestServer();

describe('a secret setting', () => {
  const secret = 'qsecretq-of-the-service';
  const input = { fields: { provider: { value: 'Adyen' }, secret: { value: secret } } };

  test('appears in no response and no audit record and is encrypted in the database', async () => {
    const { org, store, admin } = await createRetailer(server);
    const responses = [
      await admin.put(url(org, 'integration'), input),
      await admin.get(url(org, 'integration')),
      await admin.get(url(store, 'integration')),
      await admin.get(url(org, 'integration', '/history')),
      await admin.get(`/audit?entity=organisation&entityId=${org.id}`),
      await admin.get(`/node-management/node/${org.id}/radar`),
    ];
    for (const { status, text } of responses) expect([status, text.includes(secret)]).toEqual([200, false]);
    expect(responses[2]!.body.result.fields.secret).toMatchObject({ value: null, isSet: true, source: toNodeRef(org) });
    const rows = await server.query(`select value::text from setting_values where org_id = $1 and field = 'secret'`, [
      org.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('is kept when a change omits it and removed when it is deleted', async () => {
    const { org, store, admin } = await createRetailer(server);
    await admin.put(url(store, 'integration'), input);
    const remaining = await admin.put(url(store, 'integration'), {
      fields: { provider: { value: 'GiveX' }, secret: { value: null } },
    });
    expect(remaining.body.result.fields).toMatchObject({ provider: { value: 'GiveX' }, secret: { isSet: true } });
    const locked = await admin.put(url(store, 'integration'), { fields: { secret: { value: null, mode: 'locked' } } });
    expect(locked.body.result.fields.secret.own).toMatchObject({ mode: 'locked', value: null });
    const remove = { authenticationDetailsKey: 'integration.secret', nodeId: store.id };
    expect((await admin.post('/node-management/deleteAwsSecrets', remove)).body.result).toBe(true);
    expect((await admin.get(url(store, 'integration'))).body.result.fields.secret.isSet).toBe(false);
    for (const [key, code] of [
      ['integration.provider', 'setting.unknownField'],
      ['nothing.secret', 'setting.unknownField'],
      ['toString.secret', 'setting.unknownField'],
    ] as const) {
      const response = await admin.post('/node-management/deleteAwsSecrets', {
        ...remove,
        authenticationDetailsKey: key,
      });
      expect(statusAndCode(response)).toEqual([400, code]);
    }
    const storeClient = await createClient(server, await createUser(server, { node: store }));
    const response = await storeClient.post('/node-management/deleteAwsSecrets', { ...remove, nodeId: org.id });
    expect(statusAndCode(response)).toEqual([404, 'node.unknown']);
  });

  test('is erased for good when deleted, including planned and past values', async () => {
    const { store, admin } = await createRetailer(server);
    await admin.put(url(store, 'integration'), input);
    const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
    await admin.put(url(store, 'integration'), { fields: { secret: { value: 'planned-secret' } }, startsAt });
    const remove = { authenticationDetailsKey: 'integration.secret', nodeId: store.id };
    expect((await admin.post('/node-management/deleteAwsSecrets', remove)).status).toBe(200);
    const remaining = await server.query(
      `select from setting_values where node_id = $1 and field = 'secret' and value <> 'null'`,
      [store.id],
    );
    expect(remaining).toEqual([]);
    const { fields } = (await admin.get(url(store, 'integration'))).body.result;
    expect([fields.secret.isSet, fields.secret.coming, fields.provider.value]).toEqual([false, [], 'Adyen']);
    const [deleted] = (await admin.get(url(store, 'integration', '/history'))).body.result;
    await admin.post(url(store, 'integration', '/rollback'), { changeId: deleted.id });
    expect((await admin.get(url(store, 'integration'))).body.result.fields.secret.isSet).toBe(false);
    await server.advanceClock('3 hours');
    const laterClient = await createClient(server, admin.user);
    const isSetLater = (await laterClient.get(url(store, 'integration'))).body.result.fields.secret.isSet;
    await server.advanceClock('0');
    expect(isSetLater).toBe(false);
  });

  test('is restored by a rollback without being entered again', async () => {
    const { store, admin } = await createRetailer(server);
    await admin.put(url(store, 'integration'), input);
    await admin.put(url(store, 'integration'), { fields: { secret: { value: 'another' } } });
    const encryptedValues = () =>
      server.query<{ value: unknown }>(
        `select value from setting_values where node_id = $1 and field = 'secret' and change_id is not null order by created_date`,
        [store.id],
      );
    const { body } = await admin.get(url(store, 'integration', '/history'));
    await admin.post(url(store, 'integration', '/rollback'), { changeId: body.result[0].id });
    const [first, , third] = await encryptedValues();
    expect(third!.value).toEqual(first!.value);
  });
});

test('decrypts secrets with a new installation key after re-encryption, without the old key', async () => {
  const { org, admin } = await createRetailer(server);
  await admin.put(url(org, 'integration'), { fields: { secret: { value: 'kept through it all' } } });
  const [row] = await server.query<{ value: EncryptedSecret }>(
    `select value from setting_values where org_id = $1 and field = 'secret'`,
    [org.id],
  );
  const next = randomBytes(32);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const decrypt = (installation: Encryption) =>
    database.transaction(async (db) => {
      await db.run(sql`select set_config('app.org', ${org.id}, true)`);
      return decryptSecret(db, { orgId: org.id } as Scope, installation, row!.value);
    });
  const database = openDatabase({ connectionString: server.ownerUrl });
  try {
    expect(await decrypt(installationEncryption(secretKey))).toBe('kept through it all');
    expect(await decrypt(installationEncryption(next))).toBeUndefined();
    expect((await reencryptKeys(owner, installationEncryption(randomBytes(32)))).reencrypted).toBe(0);
    expect(await reencryptKeys(owner, installationEncryption(next, secretKey))).toMatchObject({ failed: 0 });
    expect(await decrypt(installationEncryption(next))).toBe('kept through it all');
    expect(await decrypt(installationEncryption(secretKey))).toBeUndefined();
    const [rowSecurity] = await server.query(
      `select relforcerowsecurity as forced from pg_class where relname = 'secret_keys'`,
    );
    expect(rowSecurity).toEqual({ forced: true });
  } finally {
    await reencryptKeys(owner, installationEncryption(secretKey, next));
    await owner.end();
    await database.close();
  }
});
