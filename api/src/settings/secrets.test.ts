import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, describe } from 'vitest';
import { createUser, createClient } from '../../test/builders.ts';
import { startTestServer, secretKey } from '../../test/server.ts';
import type { Scope } from '../platform/actor.ts';
import { openDatabase } from '../platform/database/db.ts';
import { installationEncryption, decryptSecret, type EncryptedSecret } from './secrets.ts';
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

test('a secret is decrypted only for its own organisation, section and field', async () => {
  const { org, admin } = await createRetailer(server);
  const { org: other } = await createRetailer(server);
  await admin.put(url(org, 'integration'), { fields: { secret: { value: 'of one field' } } });
  const [row] = await server.query<{ value: EncryptedSecret }>(
    `select value from setting_values where org_id = $1 and field = 'secret'`,
    [org.id],
  );
  // with the rows at hand, its key is copied along
  await server.query(
    `insert into secret_keys select $2, id, encrypted_key, created_date from secret_keys where org_id = $1`,
    [org.id, other.id],
  );
  const database = openDatabase({ connectionString: server.ownerUrl });
  const decrypt = (orgId: string, section: string, field: string, installation = installationEncryption(secretKey)) =>
    database.transaction(async (db) => {
      await db.run(sql`select set_config('app.org', ${orgId}, true)`);
      return decryptSecret(db, { orgId } as Scope, installation, row!.value, { section, field });
    });
  try {
    expect(await decrypt(org.id, 'integration', 'secret')).toBe('of one field');
    for (const [orgId, section, field] of [
      [other.id, 'integration', 'secret'],
      [org.id, 'webhooks', 'secret'],
      [org.id, 'integration', 'provider'],
    ] as const)
      expect([section, field, await decrypt(orgId, section, field)]).toEqual([section, field, undefined]);
    expect(await decrypt(org.id, 'integration', 'secret', installationEncryption(randomBytes(32)))).toBeUndefined();
  } finally {
    await database.close();
  }
});
