import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, createNode, createUser, insertRow, type ApiClient } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { startEventReceiver } from '../../test/webhook-events.ts';
import { createSmallTree, nodeUrl, statusAndCode } from '../../test/small-tree.ts';
import { allDelivered, createWebhook, recordMessagesOf, startReceiver, webhooksUrl } from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const { receiver, follow, received, kindsOf, insertEntry, current } = await startEventReceiver(server);
let tree: ReturnType<typeof current>;
let admin: ApiClient;

beforeEach(() => {
  tree = current();
  ({ admin } = tree);
});

describe('a webhook gets events', () => {
  test('of records at and below its node only', async () => {
    const above = await follow(tree.org, ['node.updated']);
    const at = await follow(tree.store, ['node.updated']);
    const beside = await follow(tree.south, ['node.updated']);
    const other = await createSmallTree(server);
    const elsewhere = await follow(other.org, ['node.updated'], other.admin);
    await insertEntry(tree.store, 'node.updated');
    expect(await kindsOf(above)).toHaveLength(1);
    expect(await kindsOf(at)).toHaveLength(1);
    expect(await kindsOf(beside)).toEqual([]);
    await allDelivered(server, other.org);
    expect(await kindsOf(elsewhere)).toEqual([]);
  });

  test('of a record whose node was moved after the change', async () => {
    const webhook = await follow(tree.region, ['node.updated']);
    await insertEntry(tree.store, 'node.updated');
    expect((await admin.put(`${nodeUrl(tree.region)}/move`, { parentId: tree.south.id })).status).toBe(200);
    await insertEntry(tree.store, 'node.updated'); // still with its former path
    expect(await received(webhook)).toMatchObject([
      { place: { id: tree.store.id }, path: [tree.region.id, tree.group.id, tree.store.id] },
      { place: { id: tree.store.id }, path: [tree.region.id, tree.group.id, tree.store.id] },
    ]);
  });

  test('of nodes that the portal shows on which it was saved, and of no others', async () => {
    const host = `${tree.slug}.cn`;
    await insertRow(server, 'portal_hosts', { host, org_id: tree.org.id });
    const china = await createNode(server, { parent: tree.region, nodeType: 'STORE_GROUP', region: ['CHINA'] });
    const elsewhere = await createNode(server, {
      parent: tree.region,
      nodeType: 'STORE_GROUP',
      region: ['REST_OF_WORLD'],
    });
    const inChina = await createNode(server, { parent: china, nodeType: 'STORE' });
    const adminInChina = await createClient(server, { ...admin.user, host });
    const [first, second] = [
      await follow(tree.org, ['node.updated']),
      await follow(tree.org, ['node.updated'], adminInChina),
    ];
    for (const node of [inChina, elsewhere, tree.store]) await insertEntry(node, 'node.updated');
    const nodeIdsOf = async (webhook: Awaited<ReturnType<typeof follow>>) =>
      (await received(webhook)).map(({ place }) => place.id);
    expect(await nodeIdsOf(first)).toEqual([elsewhere.id, tree.store.id]);
    expect(await nodeIdsOf(second)).toEqual([inChina.id, tree.store.id]);
    // saving it on another portal changes what it gets
    const saved = await adminInChina.put(webhooksUrl(tree.org, `/${first.id}`), {
      description: 'Tills',
      url: receiver.url,
      sections: null,
    });
    expect(saved.body.result.events).toEqual(['node.updated']);
    receiver.requests.length = 0;
    for (const node of [inChina, elsewhere]) await insertEntry(node, 'node.updated');
    expect(await nodeIdsOf(first)).toEqual([inChina.id]);
  });

  test('from the moment on at which it chose them or was enabled again', async () => {
    await insertEntry(tree.store, 'node.updated');
    const webhook = await createWebhook(admin, tree.org, receiver.url);
    expect(webhook.events).toEqual(['configuration.changed']);
    await insertEntry(tree.store, 'node.updated');
    const url = webhooksUrl(tree.org, `/${webhook.id}`);
    const input = { description: 'Tills', url: receiver.url, sections: null };
    await admin.put(url, { ...input, events: ['node.created'] });
    await insertEntry(tree.store, 'node.created');
    expect(await kindsOf()).toEqual(['node.created']);
    await admin.put(`${url}/status`, { status: false });
    await insertEntry(tree.store, 'node.created');
    await admin.put(`${url}/status`, { status: true });
    await insertEntry(tree.store, 'node.created');
    expect(await kindsOf()).toEqual(['node.created', 'node.created']);
  });

  test('of the audit only if its creator may read the audit', async () => {
    const node = tree.org;
    const editor = await createClient(
      server,
      await createUser(server, { node, rights: ['update_organisation_config', 'view_node'] }),
    );
    const body = { description: 'Tills', url: receiver.url, sections: null };
    expect((await editor.post(webhooksUrl(node), body)).status).toBe(200);
    const refused = await editor.post(webhooksUrl(node), { ...body, events: ['user.created'] });
    expect(statusAndCode(refused)).toEqual([409, 'setting.notYours']);
    // nor may they send its messages elsewhere
    const webhook = await follow(node, ['user.created']);
    const changed = await editor.put(webhooksUrl(node, `/${webhook.id}`), {
      ...body,
      url: 'https://tills.example.com/in',
    });
    expect(statusAndCode(changed)).toEqual([409, 'setting.notYours']);
  });

  test('although another webhook does not respond', async () => {
    const silent = await startReceiver();
    silent.respondWith(() => undefined);
    const hanging = await createWebhook(admin, tree.org, silent.url, { events: ['node.updated'] });
    const webhook = await follow(tree.org, ['node.updated']);
    for (let count = 0; count < 5; count += 1) await insertEntry(tree.store, 'node.updated');
    await vi.waitFor(() => expect(recordMessagesOf(receiver.requests)).toHaveLength(5));
    const kept = await server.query('select from webhook_messages where webhook_id = $1', [hanging.id]);
    expect([kept.length, (await admin.get(webhooksUrl(tree.org))).body.result.length]).toEqual([5, 2]);
    expect(recordMessagesOf(receiver.requests).every(({ webhookId }) => webhookId === webhook.id)).toBe(true);
  });
});
