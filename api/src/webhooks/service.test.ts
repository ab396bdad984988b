import type { Webhook } from '@storeward/contract/webhooks';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createNode, createUser, allAccessRights, type TestNode, createClient } from '../../test/builders.ts';
import { createRetailer, statusAndCode, type Retailer } from '../../test/retailer.ts';
import { startTestServer } from '../../test/server.ts';
import { auditEntriesOf } from '../../test/small-tree.ts';
import {
  startReceiver,
  createWebhook,
  deliveriesOf,
  webhookInput,
  webhooksUrl,
  waitOptions,
} from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
let retailer: Retailer;
beforeAll(async () => {
  retailer = await createRetailer(server);
});

const webhookUrl = ({ id, nodeId }: Pick<Webhook, 'id' | 'nodeId'>, more = '') =>
  webhooksUrl({ id: nodeId }, `/${id}${more}`);
const listWebhooks = async (node: TestNode) => (await retailer.admin.get(webhooksUrl(node))).body.result as Webhook[];

describe('the webhooks of a node', () => {
  test('are created, listed by description, updated, disabled, enabled and deleted, each with an audit record', async () => {
    const { admin, region } = await createRetailer(server);
    const later = await createWebhook(admin, region, 'https://b.example.com/in?key=opens-it', { description: 'tills' });
    await createWebhook(admin, region, webhookInput.url, { description: 'Stock' });
    const list = async () =>
      ((await admin.get(webhooksUrl(region))).body.result as Webhook[]).map((webhook) => webhook.description);
    expect(await list()).toEqual(['Stock', 'tills']);
    const input = { description: 'Tills', url: 'https://c.example.com/in', sections: ['theme', 'nodeConfig'] };
    const changed = await admin.put(webhookUrl(later), input, { 'if-match': '"1"' });
    expect([changed.status, changed.body.result]).toMatchObject([200, { ...input, version: 2, status: true }]);
    expect(statusAndCode(await admin.put(webhookUrl(later), input, { 'if-match': '"1"' }))).toEqual([
      412,
      'record.stale',
    ]);
    for (const status of [false, true])
      expect((await admin.put(webhookUrl(later, '/status'), { status })).body.result.status).toBe(status);
    expect((await admin.delete(webhookUrl(later))).body.result.id).toBe(later.id);
    expect(await list()).toEqual(['Stock']);
    expect(statusAndCode(await admin.get(webhookUrl(later, '/deliveries')))).toEqual([404, 'webhook.unknown']);
    const auditEntries = await auditEntriesOf(server, later.id);
    expect(auditEntries.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.deleted',
    ]);
    // the path and query of a URL may contain a credential
    expect(JSON.stringify(auditEntries)).not.toContain('opens-it');
    expect(auditEntries[1]).toMatchObject({
      before: { description: 'tills', url: 'https://b.example.com', sections: ['all'] },
      after: { description: 'Tills', url: 'https://c.example.com', sections: ['theme', 'nodeConfig'] },
    });
  });

  test.for([
    ['http://tills.example.com/in', 'field.webAddress'],
    ['ftp://tills.example.com', 'field.webAddress'],
    ['https://me:word@tills.example.com/in', 'field.webAddress'],
    ['tills.example.com', 'field.webAddress'],
    ['', 'field.required'],
    ['https://10.0.0.1/in', 'field.privateAddress'],
    ['https://169.254.169.254/latest', 'field.privateAddress'],
    ['https://[fd00::1]/in', 'field.privateAddress'],
    ['https://0xa9fea9fe/in', 'field.privateAddress'],
  ])('accept only public https URLs: %s is rejected', async ([url, messageCode]) => {
    const { status, body } = await retailer.admin.post(webhooksUrl(retailer.store), { ...webhookInput, url });
    expect([status, body.errors]).toMatchObject([400, [{ path: 'url', messageCode }]]);
    const webhook = await createWebhook(retailer.admin, retailer.other, webhookInput.url);
    expect((await retailer.admin.put(webhookUrl(webhook), { ...webhookInput, url })).body.errors[0].messageCode).toBe(
      messageCode,
    );
  });

  test('accept loopback addresses in development only', async () => {
    const url = 'http://127.0.0.1:9/in';
    expect((await retailer.admin.post(webhooksUrl(retailer.store), { ...webhookInput, url })).status).toBe(200);
    const productionServer = await startTestServer({ databaseUrl: server.ownerUrl });
    const client = await createClient(productionServer, retailer.admin.user);
    for (const address of [url, 'https://localhost/in', 'https://127.0.0.1/in']) {
      const { body } = await client.post(webhooksUrl(retailer.store), { ...webhookInput, url: address });
      expect(body.errors[0].messageCode).toBe(address === url ? 'field.webAddress' : 'field.privateAddress');
    }
  });

  test('are limited to twenty', async () => {
    const { admin, store } = await createRetailer(server);
    for (let made = 0; made < 20; made += 1) await createWebhook(admin, store, webhookInput.url);
    expect(statusAndCode(await admin.post(webhooksUrl(store), webhookInput))).toEqual([409, 'webhook.tooMany']);
  });

  test('are limited to twenty under concurrent requests', async () => {
    const { admin, store } = await createRetailer(server);
    for (let made = 0; made < 19; made += 1) await createWebhook(admin, store, webhookInput.url);
    const other = new pg.Client(server.ownerUrl);
    await other.connect();
    try {
      // all requests count first and then wait for the table lock
      await other.query('begin');
      await other.query('lock table webhooks in share mode');
      const adding = Promise.all([1, 2, 3].map(() => admin.post(webhooksUrl(store), webhookInput)));
      const waiting = () => server.query(`select from pg_locks where not granted`);
      await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(1), waitOptions);
      await other.query('commit');
      expect((await adding).map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
        200, 409, 409,
      ]);
    } finally {
      await other.end();
    }
    expect((await admin.get(webhooksUrl(store))).body.result).toHaveLength(20);
  });

  test('reject duplicate sections', async () => {
    const { status } = await retailer.admin.post(webhooksUrl(retailer.store), {
      ...webhookInput,
      sections: ['theme', 'theme'],
    });
    expect(status).toBe(400);
  });

  test('require the permission to edit the configuration of the node and cannot be reached from another scope', async () => {
    const { org, region, store, other, admin } = await createRetailer(server);
    const below = await createWebhook(admin, store, webhookInput.url);
    const above = await createWebhook(admin, region, webhookInput.url);
    const atStore = await createClient(server, await createUser(server, { node: store }));
    expect((await atStore.get(webhooksUrl(store))).body.result).toMatchObject([{ id: below.id }]);
    for (const outsider of [await createClient(server, await createUser(server, { node: other })), retailer.admin]) {
      expect(statusAndCode(await outsider.get(webhooksUrl(store)))).toEqual([404, 'node.unknown']);
      expect(statusAndCode(await outsider.post(webhooksUrl(store), webhookInput))).toEqual([404, 'node.unknown']);
      expect(statusAndCode(await outsider.put(webhookUrl(below), webhookInput))).toEqual([404, 'webhook.unknown']);
      for (const suffix of ['test', 'secret'])
        expect(statusAndCode(await outsider.post(webhookUrl(below, `/${suffix}`)))).toEqual([404, 'webhook.unknown']);
    }
    // not even through a node in the user's scope
    expect(statusAndCode(await atStore.delete(webhooksUrl(store, `/${above.id}`)))).toEqual([404, 'webhook.unknown']);
    const createClientWithOnly = async (right: string) =>
      createClient(
        server,
        await createUser(server, {
          node: org,
          rights: allAccessRights.filter((name) => !/configuration|organisation_config/.test(name) || name === right),
        }),
      );
    const nodeEditor = await createClientWithOnly('edit_node_configuration');
    expect((await nodeEditor.get(webhooksUrl(store))).status).toBe(200);
    expect(statusAndCode(await nodeEditor.get(webhooksUrl(org)))).toEqual([409, 'setting.notYours']);
    const organisationEditor = await createClientWithOnly('update_organisation_config');
    expect((await organisationEditor.get(webhooksUrl(org))).status).toBe(200);
    expect(statusAndCode(await organisationEditor.put(webhookUrl(below), webhookInput))).toEqual([
      409,
      'setting.notYours',
    ]);
    expect(statusAndCode(await (await createClientWithOnly('neither')).get(webhooksUrl(store)))).toEqual([
      403,
      'access.denied',
    ]);
  });

  test('move with their node', async () => {
    const { org, region, store, admin } = await createRetailer(server);
    const webhook = await createWebhook(admin, store, webhookInput.url);
    await admin.post(webhookUrl(webhook, '/test'));
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const moved = await admin.put(`/node-management/node/${region.id}/move`, { parentId: company.id });
    expect(moved.status).toBe(200);
    const [row] = await server.query(
      'select w.tpath = n.tpath as along from webhooks w join nodes n on n.id = w.node_id where w.id = $1',
      [webhook.id],
    );
    expect(row).toEqual({ along: true });
    expect(await deliveriesOf(admin, webhook)).toHaveLength(1);
  });
});

describe('the secret of a webhook', () => {
  test('is returned once, stored encrypted and renewable', async () => {
    const { admin, org } = await createRetailer(server);
    const webhook = await createWebhook(admin, org, webhookInput.url);
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const renewed = await admin.post(webhookUrl(webhook, '/secret'));
    const { secret } = renewed.body.result;
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(webhook.secret);
    const responses = [
      await admin.get(webhooksUrl(org)),
      await admin.put(webhookUrl(webhook, '/status'), { status: false }),
    ];
    const storedRow = await server.query('select to_jsonb(w) as row from webhooks w where id = $1', [webhook.id]);
    const auditEntries = await server.query('select to_jsonb(a) as row from audit a where entity_id = $1', [
      webhook.id,
    ]);
    for (const secretText of [webhook.secret, secret].map((whole) => whole.slice('whsec_'.length)))
      for (const text of [
        ...responses.map(({ text: body }) => body),
        JSON.stringify([storedRow, auditEntries]),
        server.logOutput(),
      ])
        expect(text).not.toContain(secretText);
    expect((await auditEntriesOf(server, webhook.id)).map(({ action }) => action)).toContain('webhook.secretRenewed');
  });

  test('is not part of a response stored for idempotency', async () => {
    const { admin, org } = await createRetailer(server);
    const key = { 'idempotency-key': 'one-and-the-same' };
    const [first, second] = [
      await admin.post(webhooksUrl(org), webhookInput, key),
      await admin.post(webhooksUrl(org), webhookInput, key),
    ];
    expect(second.body.result.secret).not.toBe(first.body.result.secret);
  });

  test('stays valid when it is renewed twice after a lost response', async () => {
    const { admin, org } = await createRetailer(server);
    const webhook = await createWebhook(admin, org, webhookInput.url);
    const storedRow = async () =>
      (await server.query('select secret, old_secret, old_until from webhooks where id = $1', [webhook.id]))[0];
    const inUse = (await storedRow())!['secret'];
    await admin.post(webhookUrl(webhook, '/secret'));
    const once = await storedRow();
    await admin.post(webhookUrl(webhook, '/secret'));
    expect(await storedRow()).toMatchObject({ old_secret: inUse, old_until: once!['old_until'] });
    expect((await storedRow())!['secret']).not.toBe(once!['secret']);
    // after a day the next secret takes over
    await server.query(`update webhooks set old_until = clock() - interval '1 second' where id = $1`, [webhook.id]);
    const next = (await storedRow())!['secret'];
    await admin.post(webhookUrl(webhook, '/secret'));
    expect(await storedRow()).toMatchObject({ old_secret: next });
  });

  test('in a webhook URL is not part of a response stored for idempotency', async () => {
    const { admin, org } = await createRetailer(server);
    const key = { 'idempotency-key': 'one-and-the-same' };
    const url = 'https://tills.example.com/in?key=opens-it';
    const webhook = await createWebhook(admin, org, url);
    expect((await admin.put(webhookUrl(webhook), { ...webhookInput, url }, key)).status).toBe(200);
    await admin.put(webhookUrl(webhook, '/status'), { status: false }, key);
    await admin.delete(webhookUrl(webhook));
    const responses = await server.query('select response from idempotency_keys where org_id = $1', [org.id]);
    expect(JSON.stringify(responses)).not.toContain('opens-it');
  });
});

test('queues and lists a test message', async () => {
  const receiver = await startReceiver();
  const { admin, region } = await createRetailer(server);
  const webhook = await createWebhook(admin, region, receiver.url);
  const { body } = await admin.post(webhookUrl(webhook, '/test'));
  expect(body.result).toMatchObject({
    state: 'waiting',
    tries: 0,
    answer: null,
    message: { kind: 'webhook.test', webhookId: webhook.id, place: { id: region.id, name: region.name }, stores: 0 },
  });
  expect(await deliveriesOf(admin, webhook)).toMatchObject([{ id: body.result.id, state: 'waiting' }]);
  // disabling cancels pending messages
  await admin.put(webhookUrl(webhook, '/status'), { status: false });
  expect(await deliveriesOf(admin, webhook)).toMatchObject([{ state: 'failed', trouble: 'turnedOff' }]);
  expect(statusAndCode(await admin.post(webhookUrl(webhook, `/deliveries/${webhook.id}/again`)))).toEqual([
    404,
    'webhook.messageUnknown',
  ]);
  expect(await listWebhooks(retailer.company)).toEqual([]);
});
