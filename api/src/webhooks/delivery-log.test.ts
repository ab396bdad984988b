import { maxReplayedMessages } from '@storeward/contract/webhooks';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, createNode, createUser, type ApiClient } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { auditEntriesOf, createSmallTree, statusAndCode } from '../../test/small-tree.ts';
import {
  allDelivered,
  createWebhook,
  deliveriesOf,
  startReceiver,
  waitOptions,
  webhooksUrl,
} from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();
let tree: Awaited<ReturnType<typeof createSmallTree>>;
let admin: ApiClient;
let webhook: Awaited<ReturnType<typeof createWebhook>>;

beforeAll(async () => void (await server.app.listen({ host: '127.0.0.1', port: 0 })));
beforeEach(async () => {
  tree = await createSmallTree(server);
  ({ admin } = tree);
  receiver.requests.length = 0;
  receiver.respondWith();
  webhook = await createWebhook(admin, tree.org, receiver.url, { events: ['node.updated'] });
});

const url = (suffix: string) => webhooksUrl(tree.org, `/${webhook.id}/${suffix}`);
const receivedIds = () =>
  receiver.requests.flatMap(({ headers, message }) =>
    message.webhookId === webhook.id ? [headers['webhook-id']] : [],
  );

/** Stores messages that were sent or given up, one a minute up to now, the oldest first; returns their ids. */
async function insertMessages(count: number, state: 'delivered' | 'failed' = 'delivered'): Promise<string[]> {
  const rows = await server.query<{ id: string }>(
    `with messages as (
       insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, expires_date, sent_date, error)
       select x.id, w.org_id, w.id, w.tpath,
              json_build_object('id', x.id, 'time', clock(), 'at', clock(), 'kind', 'node.updated', 'webhookId', w.id,
                'record', json_build_object('type', 'node', 'id', n.id), 'path', json_build_array(n.id), 'actorId', null, 'changed', json_build_array('name'),
                'runId', null, 'reason', null, 'count', null,
                'place', json_build_object('id', n.id, 'code', n.code, 'name', n.name, 'nodeType', n.node_type))::text,
              clock() - make_interval(mins => $2 - x.number), clock(), case when $3 = 'delivered' then clock() end, case when $3 = 'failed' then 'timeout' end
         from webhooks w join nodes n on n.id = w.node_id, (select number, gen_random_uuid() as id from generate_series(1, $2) number) x
        where w.id = $1
       returning id, created_date)
     select id from messages order by created_date`,
    [webhook.id, count, state],
  );
  return rows.map(({ id }) => id);
}

describe('the delivery log of a webhook', () => {
  test('lists thousands of messages page by page, newest first and each once', async () => {
    const ids = await insertMessages(3_000);
    const found: string[] = [];
    let next: string | undefined;
    do {
      const { body } = await admin.get(`${url('deliveries')}?size=100${next ? `&cursor=${next}` : ''}`);
      expect(body.total).toBe(3_000);
      found.push(...body.result.map(({ id }: { id: string }) => id));
      ({ next } = body);
    } while (next);
    expect(found).toEqual(ids.toReversed());
    expect((await deliveriesOf(admin, webhook)).length).toBe(50);
  });

  test('can be filtered by outcome, event and time', async () => {
    await insertMessages(4);
    const [, , failed] = await insertMessages(3, 'failed');
    const found = async (query: string) => (await admin.get(`${url('deliveries')}?${query}`)).body;
    expect(await found('state=failed')).toMatchObject({
      total: 3,
      result: [{ id: failed, trouble: 'timeout' }, {}, {}],
    });
    expect((await found('state=delivered')).total).toBe(4);
    expect((await found('state=waiting')).total).toBe(0);
    expect((await found('kind=node.updated')).total).toBe(7);
    expect((await found('kind=webhook.test')).total).toBe(0);
    const from = new Date(Date.now() - 90_000).toISOString();
    expect((await found(`from=${from}&state=failed`)).total).toBe(2);
    expect(statusAndCode(await admin.get(`${url('deliveries')}?sort=createdDate:asc`))).toEqual([
      400,
      'input.unknownSort',
    ]);
    expect(statusAndCode(await admin.get(`${url('deliveries')}?cursor=x`))).toEqual([400, 'input.badCursor']);
  });

  test('has the start of the response without secrets and control characters', async () => {
    receiver.respondWith((response) => {
      const { headers } = receiver.requests.at(-1)!;
      response
        .writeHead(422)
        .end(
          `unknown till\r\n\u0000 ${webhook.secret} ${String(headers['webhook-signature'])} token=abc123 {"apiKey": "k-1"} ${'long text '.repeat(9_000)}`,
        );
    });
    await admin.post(url('test'));
    await vi.waitFor(
      async () => expect((await deliveriesOf(admin, webhook))[0]).toMatchObject({ answer: 422 }),
      waitOptions,
    );
    const response = (await deliveriesOf(admin, webhook))[0]!.response!;
    expect(response).toMatch(/^unknown till  … … … \{…\} long text/);
    expect(response.length).toBeLessThanOrEqual(512);
    const signature = String(receiver.requests[0]!.headers['webhook-signature']).replace('v1,', '');
    for (const secret of [
      webhook.secret,
      webhook.secret.replace('whsec_', ''),
      signature,
      'abc123',
      'k-1',
      '\u0000',
      '\n',
    ])
      expect(response).not.toContain(secret);
  });

  test('has the outcome of a response that never ends', async () => {
    receiver.respondWith((response) => void response.writeHead(200).write('so far'));
    await admin.post(url('test'));
    const expected = { state: 'delivered', answer: 200, response: 'so far' };
    await vi.waitFor(async () => expect((await deliveriesOf(admin, webhook))[0]).toMatchObject(expected), waitOptions);
  });

  test('is limited to a month, and to the newest 20,000 messages', async () => {
    const ids = await insertMessages(20_005);
    await server.query('select delete_expired_webhook_messages()');
    const left = await server.query<{ id: string }>(
      'select id from webhook_messages where webhook_id = $1 order by created_date limit 1',
      [webhook.id],
    );
    expect(left).toEqual([{ id: ids[5] }]);
  });
});

describe('a replay', () => {
  test('sends the messages since a time again, oldest first, with the same ids, and is audited', async () => {
    const ids = await insertMessages(250);
    const from = new Date(Date.now() - 119.5 * 60_000).toISOString();
    const { status, body } = await admin.post(url('replay'), { from });
    expect([status, body.result]).toEqual([200, { from, messages: 120 }]);
    await allDelivered(server, tree.org);
    expect(receivedIds()).toEqual(ids.slice(-120));
    const entries = await auditEntriesOf(server, webhook.id);
    expect(entries.at(-1)).toMatchObject({ action: 'webhook.replayed', after: { from, messages: 120 } });
  });

  test('includes what was given up, and leaves out tests', async () => {
    const [given] = await insertMessages(1, 'failed');
    await admin.post(url('test'));
    await allDelivered(server, tree.org);
    receiver.requests.length = 0;
    expect((await admin.post(url('replay'), { from: '2026-01-01T00:00:00Z' })).body.result.messages).toBe(1);
    await allDelivered(server, tree.org);
    expect(receivedIds()).toEqual([given]);
  });

  test('of nothing changes nothing', async () => {
    await insertMessages(2);
    const { body } = await admin.post(url('replay'), { from: new Date(Date.now() + 1_000).toISOString() });
    expect(body.result.messages).toBe(0);
    expect((await auditEntriesOf(server, webhook.id)).map(({ action }) => action)).toEqual(['webhook.created']);
  });

  test('of more than 10,000 messages is refused', async () => {
    await insertMessages(maxReplayedMessages + 1);
    const refused = await admin.post(url('replay'), { from: '2020-01-01T00:00:00Z' });
    expect(statusAndCode(refused)).toEqual([409, 'webhook.tooManyToReplay']);
    expect((await admin.get(`${url('deliveries')}?state=waiting`)).body.total).toBe(0);
  });

  test('leaves out messages about nodes that the portal of the request hides', async () => {
    const hidden = await createNode(server, { parent: tree.region, nodeType: 'STORE_GROUP', region: ['CHINA'] });
    const [shown, other] = await insertMessages(2);
    await server.query(
      `update webhook_messages set body = jsonb_set(body::jsonb, '{place,id}', to_jsonb($2::text))::text where id = $1`,
      [other, hidden.id],
    );
    expect((await admin.get(url('deliveries'))).body).toMatchObject({ total: 1, result: [{ id: shown }] });
    expect((await admin.post(url('replay'), { from: '2020-01-01T00:00:00Z' })).body.result.messages).toBe(1);
    await allDelivered(server, tree.org);
    expect(receivedIds()).toEqual([shown]);
  });

  test('ends when the webhook is disabled', async () => {
    receiver.respondWith((response) => void response.writeHead(500).end());
    await insertMessages(250);
    await admin.post(url('replay'), { from: '2020-01-01T00:00:00Z' });
    expect((await admin.put(url('status'), { status: false })).status).toBe(200);
    await allDelivered(server, tree.org);
    expect(await server.query('select replay_until from webhooks where id = $1', [webhook.id])).toEqual([
      { replay_until: null },
    ]);
    expect((await admin.get(`${url('deliveries')}?state=waiting`)).body.total).toBe(0);
  });

  test('requires the permission to edit the configuration of the node', async () => {
    await insertMessages(1);
    const reader = await createClient(server, await createUser(server, { node: tree.org, rights: ['view_node'] }));
    const replay = { from: '2020-01-01T00:00:00Z' };
    expect(statusAndCode(await reader.post(url('replay'), replay))).toEqual([403, 'access.denied']);
    const elsewhere = await createClient(server, await createUser(server, { node: tree.south }));
    expect(statusAndCode(await elsewhere.post(url('replay'), replay))).toEqual([404, 'webhook.unknown']);
  });

  test('can be ended while the outcome of a message is being recorded', async () => {
    const [id] = await insertMessages(1, 'failed');
    await server.query(
      `update webhook_messages set next_try = clock() + interval '1 hour', expires_date = clock() + interval '1 day' where id = $1`,
      [id],
    );
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('select from webhook_messages where id = $1 for update', [id]);
    const untilWaiting = (count: number) =>
      vi.waitUntil(async () => {
        const rows = await server.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook%'`,
        );
        return rows.length === count;
      }, waitOptions);
    const recorded = server.query(
      `select record_webhook_outcome($1, 500, null, 'status', 5, null, 3, gen_random_uuid()) as reason`,
      [id],
    );
    await untilWaiting(1);
    const disabled = admin.put(url('status'), { status: false });
    await untilWaiting(2);
    await owner.query('commit');
    await owner.end();
    expect((await disabled).status).toBe(200);
    expect(await recorded).toEqual([{ reason: null }]);
    expect((await admin.get(`${url('deliveries')}?state=waiting`)).body.total).toBe(0);
  });
});
