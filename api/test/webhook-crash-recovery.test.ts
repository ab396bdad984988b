import { webhookEvents } from '@storeward/contract/webhooks/webhook-events';
import { afterEach, expect, test, vi } from 'vitest';
import { startProduct, stopAllProducts } from './product.ts';
import { secretKey, startTestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';
import { createWebhook, recordMessagesOf, startReceiver, waitOptions } from './webhooks.ts';
import { longTest, longWait } from './limits.ts';

// this in-process server never listens, so it follows nothing itself
const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();
afterEach(stopAllProducts);

const start = () =>
  startProduct({
    DATABASE_URL: server.ownerUrl,
    DATABASE_APP_URL: server.appUrl,
    SECRET_KEY: Buffer.from(secretKey).toString('hex'),
    DATA_DIR: server.filesFolder,
    ENVIRONMENT: 'development',
  });

const entryCount = 3_000;
const kills = 3;

test(
  'two processes of which one is killed again and again report each audit entry once and in order',
  longTest,
  async () => {
    const { org, store, admin } = await createSmallTree(server);
    const webhooks = [
      await createWebhook(admin, org, receiver.url, { events: webhookEvents }),
      await createWebhook(admin, store, receiver.url, { events: ['node.updated'] }),
    ];
    /** The runs of the reported entries in the order of the messages; each entry has a run of its own. */
    const reported = (id: string) =>
      server.query<{ run: string; kind: string }>(
        `select m.body::json ->> 'runId' as run, m.body::json ->> 'kind' as kind from webhook_messages m where m.webhook_id = $1 order by m.created_date, m.id`,
        [id],
      );
    await server.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id, run_id)
       select gen_random_uuid(), $1, $2, 'node.updated', 'node', $3, gen_random_uuid() from generate_series(1, ${entryCount})`,
      [org.id, store.tpath, store.id],
    );
    const steady = start();
    let killed = start();
    await Promise.all([steady.ready, killed.ready]);
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = (await reported(webhooks[0]!.id)).length;
      if (before < entryCount)
        await vi.waitUntil(async () => (await reported(webhooks[0]!.id)).length > before, {
          ...waitOptions,
          interval: 5,
        });
      killed.child.kill('SIGKILL');
      expect(await killed.ended).toBe('SIGKILL');
      killed = start();
      await killed.ready;
    }
    await vi.waitFor(async () => {
      for (const { id } of webhooks) expect(await reported(id)).toHaveLength(entryCount);
    }, waitOptions);
    const chain = await server.query<{ run: string }>(
      `select a.run_id as run from audit_chain c join audit a on a.id = c.audit_id
        where c.org_id = $1 and a.action = 'node.updated' order by c.position`,
      [org.id],
    );
    for (const { id } of webhooks)
      expect((await reported(id)).map(({ run }) => run)).toEqual(chain.map(({ run }) => run));
    // what was being sent when its process was killed is sent again, with the same id
    await server.advanceClock('61 seconds');
    await vi.waitFor(
      async () => {
        const ids = new Set(recordMessagesOf(receiver.requests).map((message) => message.id));
        expect(ids.size).toBe(2 * entryCount);
      },
      { ...waitOptions, ...longWait },
    );
  },
);
