import { webhookEvents } from '@storeward/contract/webhooks/webhook-events';
import { beforeAll, beforeEach } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { insertRow, type ApiClient, type TestNode } from './builders.ts';
import type { TestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';
import { allDelivered, createWebhook, recordMessagesOf, startReceiver } from './webhooks.ts';

/** A receiver, and for each test a tree whose webhooks report the audit. Registers hooks of the test file. */
export async function startEventReceiver(server: TestServer) {
  const receiver = await startReceiver();
  let tree: Awaited<ReturnType<typeof createSmallTree>>;
  beforeAll(async () => void (await server.app.listen({ host: '127.0.0.1', port: 0 })));
  beforeEach(async () => {
    tree = await createSmallTree(server);
    receiver.requests.length = 0;
    receiver.respondWith();
  });

  /** Creates a webhook, by default for all events and by the administrator of the tree. */
  const follow = (
    node: Pick<TestNode, 'id'>,
    events: readonly string[] = webhookEvents,
    client: ApiClient = tree.admin,
  ) => createWebhook(client, node, receiver.url, { events });

  /** The messages of a webhook once everything has been sent. */
  async function received(webhook?: Awaited<ReturnType<typeof follow>>) {
    await allDelivered(server, tree.org);
    return recordMessagesOf(receiver.requests).filter(
      ({ webhookId }) => webhook === undefined || webhookId === webhook.id,
    );
  }

  /** Inserts an audit entry as the server writes it. */
  const insertEntry = (node: TestNode, action: string, more: Record<string, unknown> = {}) =>
    insertRow(server, 'audit', {
      id: newId(),
      org_id: node.orgId,
      tpath: node.tpath,
      action,
      entity: 'node',
      entity_id: node.id,
      ...more,
    });

  return {
    receiver,
    follow,
    received,
    kindsOf: async (webhook?: Awaited<ReturnType<typeof follow>>) => (await received(webhook)).map(({ kind }) => kind),
    insertEntry,
    /** The tree of the running test. */
    current: () => tree,
  };
}
