import { expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { createClient, createOrganisation, createUser } from './builders.ts';
import { startTestServer } from './server.ts';
import { createWebhook } from './webhooks.ts';

test('a server that starts deletes what has expired: stored responses, failed attempts, rate limits and webhook messages', async () => {
  const server = await startTestServer({ environment: 'development' });
  const org = await createOrganisation(server);
  const user = await createUser(server, { node: org });
  const webhook = await createWebhook(await createClient(server, user), org, 'https://tills.example.com/in');
  const [webhookRow] = await server.query<{ tpath: string }>('select tpath from webhooks where id = $1', [webhook.id]);
  const expired = [
    [
      `insert into idempotency_keys (org_id, user_id, key, endpoint, body_hash, status, response, created_date)
       values ($1, $2, 'expired', 'nodes.create', '\\x00', 200, '', now() - interval '25 hours')`,
      [org.id, user.id],
    ],
    [
      `insert into address_failures (address, failures, since) values ('192.0.2.7', 3, now() - interval '25 hours')`,
      [],
    ],
    [`insert into rate_limits (name, count, since) values ('expired', 3, now() - interval '25 hours')`, []],
    [
      `insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, expires_date)
       values ($1, $2, $3, $4, '{}', now() - interval '31 days', now() - interval '30 days')`,
      [newId(), org.id, webhook.id, webhookRow!.tpath],
    ],
  ] as const;
  for (const [statement, values] of expired) await server.query(statement, values);
  const countExpired = () =>
    server.query(
      `select (select count(*) from idempotency_keys where key = 'expired') + (select count(*) from address_failures)
            + (select count(*) from rate_limits where name = 'expired') + (select count(*) from webhook_messages) as rows`,
    );
  expect(await countExpired()).toEqual([{ rows: '4' }]);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  await vi.waitFor(async () => expect(await countExpired()).toEqual([{ rows: '0' }]));
  expect(server.logOutput()).not.toContain('expired data could not be deleted');
});
