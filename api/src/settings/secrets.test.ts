import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, describe } from 'vitest';
import { aUser, signedIn } from '../../test/builders.ts';
import { aServer, secretKey } from '../../test/server.ts';
import type { Scope } from '../platform/actor.ts';
import { openDatabase } from '../platform/db.ts';
import type { Sealing } from '../platform/sealing.ts';
import { installationSealing, openSecret, resealKeys, type SealedSecret } from './secrets.ts';
import { aRetailer, codeOf, ref, settingsOf as url } from '../../test/retailer.ts';

const house = await aServer();

describe('a secret', () => {
  const secret = 'qsecretq-of-the-service';
  const put = { fields: { provider: { value: 'Adyen' }, secret: { value: secret } } };

  test('is never told again, neither in answers nor in the audit, and stands sealed in the database', async () => {
    const { org, store, admin } = await aRetailer(house);
    const answers = [
      await admin.put(url(org, 'integration'), put),
      await admin.get(url(org, 'integration')),
      await admin.get(url(store, 'integration')),
      await admin.get(url(org, 'integration', '/history')),
      await admin.get(`/audit?entity=organisation&entityId=${org.id}`),
      await admin.get(`/node-management/node/${org.id}/radar`),
    ];
    for (const { status, text } of answers) expect([status, text.includes(secret)]).toEqual([200, false]);
    expect(answers[2]!.body.result.fields.secret).toMatchObject({ value: null, isSet: true, source: ref(org) });
    const rows = await house.rows(`select value::text from setting_values where org_id = $1 and field = 'secret'`, [
      org.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('stays as it is where nobody typed it anew, and goes when it is deleted', async () => {
    const { org, store, admin } = await aRetailer(house);
    await admin.put(url(store, 'integration'), put);
    const kept = await admin.put(url(store, 'integration'), {
      fields: { provider: { value: 'GiveX' }, secret: { value: null } },
    });
    expect(kept.body.result.fields).toMatchObject({ provider: { value: 'GiveX' }, secret: { isSet: true } });
    const bound = await admin.put(url(store, 'integration'), { fields: { secret: { value: null, mode: 'locked' } } });
    expect(bound.body.result.fields.secret.own).toMatchObject({ mode: 'locked', value: null });
    const remove = { authenticationDetailsKey: 'integration.secret', nodeId: store.id };
    expect((await admin.post('/node-management/deleteAwsSecrets', remove)).body.result).toBe(true);
    expect((await admin.get(url(store, 'integration'))).body.result.fields.secret.isSet).toBe(false);
    for (const [key, code] of [
      ['integration.provider', 'setting.unknownField'],
      ['nothing.secret', 'setting.unknownField'],
      ['toString.secret', 'setting.unknownField'],
    ] as const) {
      const wrong = await admin.post('/node-management/deleteAwsSecrets', { ...remove, authenticationDetailsKey: key });
      expect(codeOf(wrong)).toEqual([400, code]);
    }
    const narrow = await signedIn(house, await aUser(house, { at: store }));
    const above = await narrow.post('/node-management/deleteAwsSecrets', { ...remove, nodeId: org.id });
    expect(codeOf(above)).toEqual([404, 'node.unknown']);
  });

  test('that is deleted is gone for good: no plan begins with it, nothing puts it back, and none of it is kept', async () => {
    const { store, admin } = await aRetailer(house);
    await admin.put(url(store, 'integration'), put);
    const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
    await admin.put(url(store, 'integration'), { fields: { secret: { value: 'planned-secret' } }, startsAt });
    const remove = { authenticationDetailsKey: 'integration.secret', nodeId: store.id };
    expect((await admin.post('/node-management/deleteAwsSecrets', remove)).status).toBe(200);
    const kept = await house.rows(
      `select from setting_values where node_id = $1 and field = 'secret' and value <> 'null'`,
      [store.id],
    );
    expect(kept).toEqual([]);
    const { fields } = (await admin.get(url(store, 'integration'))).body.result;
    expect([fields.secret.isSet, fields.secret.coming, fields.provider.value]).toEqual([false, [], 'Adyen']);
    const [deleted] = (await admin.get(url(store, 'integration', '/history'))).body.result;
    await admin.post(url(store, 'integration', '/rollback'), { changeId: deleted.id });
    expect((await admin.get(url(store, 'integration'))).body.result.fields.secret.isSet).toBe(false);
    await house.clockAhead('3 hours');
    const later = await signedIn(house, admin.person);
    const then = (await later.get(url(store, 'integration'))).body.result.fields.secret.isSet;
    await house.clockAhead('0');
    expect(then).toBe(false);
  });

  test('is put back by a rollback without anybody having to know it', async () => {
    const { store, admin } = await aRetailer(house);
    await admin.put(url(store, 'integration'), put);
    await admin.put(url(store, 'integration'), { fields: { secret: { value: 'another' } } });
    const sealed = () =>
      house.rows<{ value: unknown }>(
        `select value from setting_values where node_id = $1 and field = 'secret' and change_id is not null order by created_date`,
        [store.id],
      );
    const { body } = await admin.get(url(store, 'integration', '/history'));
    await admin.post(url(store, 'integration', '/rollback'), { changeId: body.result[0].id });
    const [first, , third] = await sealed();
    expect(third!.value).toEqual(first!.value);
  });
});

test('secrets open with a new key of the installation once they are sealed anew, and without the old one', async () => {
  const { org, admin } = await aRetailer(house);
  await admin.put(url(org, 'integration'), { fields: { secret: { value: 'kept through it all' } } });
  const [row] = await house.rows<{ value: SealedSecret }>(
    `select value from setting_values where org_id = $1 and field = 'secret'`,
    [org.id],
  );
  const next = randomBytes(32);
  const owner = new pg.Client({ connectionString: house.ownerUrl });
  await owner.connect();
  const told = (installation: Sealing) =>
    database.transaction(async (db) => {
      await db.run(sql`select set_config('app.org', ${org.id}, true)`);
      return openSecret(db, { orgId: org.id } as Scope, installation, row!.value);
    });
  const database = openDatabase({ connectionString: house.ownerUrl });
  try {
    expect(await told(installationSealing(secretKey))).toBe('kept through it all');
    expect(await told(installationSealing(next))).toBeUndefined();
    expect((await resealKeys(owner, installationSealing(randomBytes(32)))).sealed).toBe(0);
    expect(await resealKeys(owner, installationSealing(next, secretKey))).toMatchObject({ lost: 0 });
    expect(await told(installationSealing(next))).toBe('kept through it all');
    expect(await told(installationSealing(secretKey))).toBeUndefined();
    const [walled] = await house.rows(
      `select relforcerowsecurity as forced from pg_class where relname = 'secret_keys'`,
    );
    expect(walled).toEqual({ forced: true });
  } finally {
    await resealKeys(owner, installationSealing(secretKey, next));
    await owner.end();
    await database.close();
  }
});
