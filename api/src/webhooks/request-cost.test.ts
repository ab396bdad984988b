import { webhookEvents } from '@storeward/contract/webhooks/webhook-events';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../test/server.ts';
import { createSmallTree, nodeUrl, uniqueNodeInput } from '../../test/small-tree.ts';
import { createWebhook } from '../../test/webhooks.ts';

// the server does not listen, so no worker adds statements
const server = await startTestServer();

test('a change runs the same statements whether webhooks report it or not, and none about webhooks', async () => {
  const { org, store, admin } = await createSmallTree(server);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const statementsOfChange = async () => {
    queries.mockClear();
    expect((await admin.put(nodeUrl(store), uniqueNodeInput({ code: 'BRIG' }))).status).toBe(200);
    return queries.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text));
  };
  await statementsOfChange();
  const without = await statementsOfChange();
  await createWebhook(admin, org, 'https://tills.example.com/in', { events: webhookEvents });
  expect(await statementsOfChange()).toEqual(without);
  expect(without.length).toBeGreaterThan(0);
  expect(without.filter((text) => text.includes('webhook'))).toEqual([]);
  const triggers = await server.query(
    `select tgname as name from pg_trigger where tgrelid = 'audit'::regclass and not tgisinternal`,
  );
  expect(triggers).toEqual([{ name: 'audit_entries_are_queued' }]);
});
