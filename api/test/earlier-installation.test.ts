import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Scope } from '../src/platform/actor.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import {
  installationEncryption,
  decryptSecret,
  decryptWithKey,
  type EncryptedSecret,
  type StoredSecret,
} from '../src/settings/secrets.ts';
import { secretOwner } from '../src/webhooks/queries.ts';
import { signIn } from './builders.ts';
import { installation, restoreInstallation } from './installation-fixture.ts';
import { startTestServer, secretKey } from './server.ts';
import { testRoles } from './template.ts';

const databaseUrl = await restoreInstallation();
await migrate(databaseUrl, { roles: testRoles });
const server = await startTestServer({ databaseUrl });
await server.app.listen({ host: '127.0.0.1', port: 0 });
const { host, org } = installation;
const login = await signIn(server, { userName: 'admin', host });
const token = login.body.result.accessToken as string;
const untilTrue = { interval: 50 };

describe('a database used by version 0.1.0', () => {
  test('signs its users in with their passwords', () => {
    expect(login.status).toBe(200);
  });

  test('renews a session that was open at the upgrade', async () => {
    const { status } = await server.request({
      method: 'POST',
      url: '/user-management/refresh-token',
      host,
      body: { clientId: 'portal-web', refreshToken: installation.refreshToken },
    });
    expect(status).toBe(200);
  });

  test('decrypts every secret setting, earlier values included', async () => {
    const secretField = { section: 'integration', field: 'secret' };
    const rows = await server.query<{ value: EncryptedSecret }>(
      `select value from setting_values where field = 'secret' and value <> 'null' order by created_date`,
    );
    const database = openDatabase({ connectionString: server.ownerUrl });
    try {
      const opened = await database.transaction(async (db) => {
        await db.run(sql`select set_config('app.org', ${org}, true)`);
        return Promise.all(
          rows.map(({ value }) =>
            decryptSecret(db, { orgId: org } as Scope, installationEncryption(secretKey), value, secretField),
          ),
        );
      });
      expect(new Set(opened)).toEqual(
        new Set(['first-secret-of-heron', 'second-secret-of-heron', 'secret-of-briggate']),
      );
    } finally {
      await database.close();
    }
  });

  test('decrypts the secret that a webhook signs with', async () => {
    const [hook] = await server.query<Omit<StoredSecret, 'unbound'>>(
      'select w.org_id as org, w.secret, k.id as "keyId", k.encrypted_key as key from webhooks w join secret_keys k on k.id = w.secret_key where w.id = $1',
      [installation.hook.id],
    );
    const stored = { ...hook!, unbound: true };
    expect(decryptWithKey(installationEncryption(secretKey), stored, secretOwner(installation.hook.id))).toBe(
      installation.hook.secret,
    );
  });

  test('finishes the import that was killed halfway, each row once', async () => {
    await vi.waitFor(async () => {
      const [run] = await server.query('select state, done from import_runs where id = $1', [installation.importId]);
      expect(run).toEqual({ state: 'done', done: installation.stores });
    }, untilTrue);
    const [made] = await server.query(
      `select count(*)::int as nodes, count(distinct code_norm)::int as codes from nodes where code like 'HALF-%'`,
    );
    expect(made).toEqual({ nodes: installation.stores, codes: installation.stores });
  });

  test('starts an import of users that was checked before the upgrade', async () => {
    const url = `/user-management/users/import/${installation.userImportId}/start`;
    expect((await server.request({ method: 'PUT', url, host, token })).status).toBe(200);
    await vi.waitFor(async () => {
      const [made] = await server.query(`select count(*)::int as users from users where user_name like 'clerk.%'`);
      expect(made).toEqual({ users: 20 });
    }, untilTrue);
  });

  test('sends the mails that were queued, and their reset link works', async () => {
    const outbox = join(server.filesFolder, '..', 'outbox');
    const mailTo = (address: string) =>
      readdirSync(outbox)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .find((text) => text.includes(`To: ${address}`));
    const [link] = await vi.waitFor(() => {
      expect(mailTo('newcomer@heron.example')).toBeDefined();
      const text = (mailTo('forgetful@heron.example') ?? '').replaceAll('=\r\n', '').replaceAll('=\n', '');
      const found = /resetPassword\/[\w-]{43}/.exec(text);
      expect(found).not.toBeNull();
      return found!;
    }, untilTrue);
    const { status } = await server.request({
      method: 'PUT',
      url: `/user-management/reset-password/${link.split('/')[1]}`,
      host,
      body: { password: 'Better-portal-27', confirmPassword: 'Better-portal-27' },
    });
    expect(status).toBe(200);
  });

  test('repeats the stored response to an idempotency key', async () => {
    const { key, body, response, status } = installation.keyed;
    const { accessToken } = (await signIn(server, { userName: 'admin', host })).body.result;
    // repeated as it was sent then, without the fields that the contract has gained since
    const repeated = await server.app.inject({
      method: 'POST',
      url: '/node-management/node',
      headers: { host, authorization: `Bearer ${accessToken}`, 'idempotency-key': key },
      payload: body as object,
    });
    expect([repeated.statusCode, repeated.json()]).toEqual([status, response]);
  });

  test('verifies its audit chain once the rest of it is chained', async () => {
    await vi.waitFor(async () => {
      expect(await server.query('select count(*)::int as open from audit_chain_queue')).toEqual([{ open: 0 }]);
    }, untilTrue);
    const [verified] = await server.query<{ entries: number; faults: number }>(
      `select sum(v.entries)::int as entries, sum(v.faults)::int as faults
         from audit_heads() h, verify_chain_part(h.org_id, 0, '', 100000) v`,
    );
    expect(verified).toMatchObject({ faults: 0 });
    expect(verified!.entries).toBeGreaterThan(0);
  });
});
