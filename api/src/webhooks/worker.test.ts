import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createChain, nameBasket } from '../../test/bulk.ts';
import type { ApiClient } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { auditEntriesOf } from '../../test/small-tree.ts';
import {
  allDelivered,
  startReceiver,
  createWebhook,
  deliveriesOf,
  webhooksUrl,
  waitOptions,
  signatureOf,
} from '../../test/webhooks.ts';

// a receiver that does not respond keeps its webhook busy for the whole file
const server = await startTestServer({ environment: 'development', webhookTimeoutSeconds: 3600 });
const receiver = await startReceiver();
let chain: Awaited<ReturnType<typeof createChain>>;
let admin: ApiClient;

beforeAll(async () => {
  // the webhook worker starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  chain = await createChain(server);
  ({ admin } = chain);
  receiver.requests.length = 0;
  receiver.respondWith();
});

const addWebhook = (more: Record<string, unknown> = {}) => createWebhook(admin, chain.org, receiver.url, more);
type TestWebhook = Awaited<ReturnType<typeof addWebhook>>;
const postTo = ({ id }: TestWebhook, response: string) => admin.post(webhooksUrl(chain.org, `/${id}/${response}`));
const lastDelivery = async (hook: TestWebhook) => (await deliveriesOf(admin, hook))[0]!;
const listed = async ({ id }: TestWebhook) =>
  (await admin.get(webhooksUrl(chain.org))).body.result.find((hook: { id: string }) => hook.id === id);
const expectDelivery = (hook: TestWebhook, expected: object) =>
  vi.waitFor(async () => expect(await lastDelivery(hook)).toMatchObject(expected), waitOptions);
/** Makes pending messages due at once. */
const retryNow = ({ id }: TestWebhook) =>
  server.query('update webhook_messages set next_try = clock() where webhook_id = $1 and next_try is not null', [id]);

describe('a webhook message', () => {
  test('is signed with the secret according to Standard Webhooks', async () => {
    const hook = await addWebhook();
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'delivered', answer: 204, trouble: null, tries: 1, took: expect.any(Number) });
    const [request] = receiver.requests;
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': request!.message.id,
      'webhook-signature': signatureOf(request!, hook.secret),
    });
    const sent = Number(request!.headers['webhook-timestamp']) * 1000;
    expect(Math.abs(sent - Date.now())).toBeLessThan(60_000);
    expect(request!.message).toMatchObject({ kind: 'webhook.test', webhookId: hook.id });
  });

  test('is also signed with the previous secret for a day', async () => {
    const hook = await addWebhook();
    const { secret } = (await postTo(hook, 'secret')).body.result;
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'delivered' });
    const [signedTwice] = receiver.requests.splice(0);
    expect(signedTwice!.headers['webhook-signature']).toBe(
      `${signatureOf(signedTwice!, secret)} ${signatureOf(signedTwice!, hook.secret)}`,
    );
    await server.query(`update webhooks set old_until = clock() - interval '1 second' where id = $1`, [hook.id]);
    await postTo(hook, 'test');
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), waitOptions);
    expect(receiver.requests[0]!.headers['webhook-signature']).toBe(signatureOf(receiver.requests[0]!, secret));
  });

  test('that failed is retried with increasing delays, the same id and the same body', async () => {
    const hook = await addWebhook();
    receiver.respondWith((response) => void response.writeHead(503).end('come back later'));
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'waiting', tries: 1, answer: 503, trouble: 'refused' });
    const pauses: number[] = [];
    for (let tries = 1; tries <= 3; tries += 1) {
      const { nextTry, lastTry } = await lastDelivery(hook);
      pauses.push(Date.parse(nextTry!) - Date.parse(lastTry!));
      await retryNow(hook);
      await expectDelivery(hook, { tries: tries + 1, state: 'waiting' });
    }
    // each delay doubles the previous one, with jitter
    expect(pauses[2]).toBeGreaterThan(pauses[0]! * 1.9);
    receiver.respondWith();
    await retryNow(hook);
    await expectDelivery(hook, { state: 'delivered', answer: 204, trouble: null });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ text }) => text)).size).toBe(1);
    // the response body is not stored
    expect(JSON.stringify(await deliveriesOf(admin, hook))).not.toContain('come back');
  });

  test('fails for good after a day and can be sent again on request', async () => {
    const hook = await addWebhook();
    receiver.respondWith((response) => void response.writeHead(500).end());
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'waiting' });
    await server.query(`update webhook_messages set expires_date = clock(), next_try = clock() where webhook_id = $1`, [
      hook.id,
    ]);
    await expectDelivery(hook, { state: 'failed', nextTry: null, trouble: 'refused', answer: 500 });
    receiver.respondWith();
    const requeued = await postTo(hook, `deliveries/${(await lastDelivery(hook)).id}/again`);
    expect(requeued.body.result).toMatchObject({ state: 'waiting', trouble: null });
    await expectDelivery(hook, { state: 'delivered' });
  });

  test.for([
    ['a redirect', 'redirected', 302],
    ['a closed connection', 'noConnection', null],
  ] as const)('fails on %s without following redirects', async ([what, error, status]) => {
    const redirectTarget = await startReceiver();
    const hook = await addWebhook();
    receiver.respondWith((response) =>
      what === 'a closed connection'
        ? void response.destroy()
        : void response.writeHead(302, { location: redirectTarget.url }).end(),
    );
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'waiting', trouble: error, answer: status });
    expect(redirectTarget.requests).toEqual([]);
  });

  test('is delivered without reading the response body, whatever its size', async () => {
    const hook = await addWebhook();
    let written = 0;
    receiver.respondWith((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && written < 50_000_000) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) break;
        }
      };
      response.on('drain', more);
      more();
    });
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'delivered', answer: 200 });
    expect(written).toBeLessThan(50_000_000);
  });

  test('without a response in time is tried again later', async () => {
    const impatient = await startTestServer({ environment: 'development', webhookTimeoutSeconds: 1 });
    await impatient.app.listen({ host: '127.0.0.1', port: 0 });
    const { org, admin } = await createChain(impatient);
    // its later tries must not reach the receiver of other tests
    const silent = await startReceiver();
    silent.respondWith(() => undefined);
    const hook = await createWebhook(admin, org, silent.url);
    await admin.post(webhooksUrl(org, `/${hook.id}/test`));
    await vi.waitFor(async () => {
      const [delivery] = await deliveriesOf(admin, hook);
      expect(delivery).toMatchObject({ state: 'waiting', tries: 1, trouble: 'timeout' });
    }, waitOptions);
  });

  test('claimed by a killed process becomes due again', async () => {
    const hook = await addWebhook();
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'delivered' });
    // the state after a crash between claiming and recording the outcome
    await server.query(
      `update webhook_messages set sent_date = null, response_status = null, duration_ms = null, tries = 1, next_try = clock() + interval '60 seconds' where webhook_id = $1`,
      [hook.id],
    );
    await expectDelivery(hook, { state: 'waiting' });
    await server.advanceClock('61 seconds');
    const ownRequests = () => receiver.requests.filter(({ message }) => message.webhookId === hook.id);
    await vi.waitFor(() => expect(ownRequests()).toHaveLength(2), waitOptions);
    await server.advanceClock('0');
    expect(new Set(ownRequests().map(({ message }) => message.id)).size).toBe(1);
  });
});

test('delivers to different webhooks in parallel and to one webhook in sequence', async () => {
  const silent = await startReceiver();
  silent.respondWith(() => undefined);
  const slow = await createWebhook(admin, chain.org, silent.url);
  await postTo(slow, 'test');
  await postTo(slow, 'test');
  await vi.waitFor(() => expect(silent.requests).toHaveLength(1), waitOptions);
  for (let index = 1; index <= 3; index += 1) {
    const quick = await addWebhook();
    await postTo(quick, 'test');
    await expectDelivery(quick, { state: 'delivered' });
  }
  // another process cannot claim the second message while the first is being delivered
  expect(await server.query(`select id from claim_webhook_messages(8, interval '60 seconds')`)).toEqual([]);
  expect(silent.requests).toHaveLength(1);
});

test('delivers the messages of one webhook in the order of the changes', async () => {
  const hook = await addWebhook();
  for (let index = 1; index <= 5; index += 1) await nameBasket(admin, chain.north, `Name no. ${index}`);
  await allDelivered(server, chain.org);
  const times = receiver.requests.map(({ message }) => message.from);
  expect(times).toHaveLength(5);
  expect(times).toEqual(times.toSorted());
  expect((await deliveriesOf(admin, hook)).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
});

describe('a failing webhook', () => {
  test('is disabled after five days of failures, with an audit record', async () => {
    const hook = await addWebhook();
    receiver.respondWith((response) => void response.writeHead(404).end());
    await postTo(hook, 'test');
    await expectDelivery(hook, { trouble: 'rejected', answer: 404 });
    expect(await listed(hook)).toMatchObject({ status: true, failingSince: expect.any(String), turnedOffDate: null });
    await server.query(`update webhooks set failing_since = clock() - interval '121 hours' where id = $1`, [hook.id]);
    await retryNow(hook);
    await expectDelivery(hook, { state: 'failed' });
    expect(await listed(hook)).toMatchObject({ status: false, turnedOffReason: 'failing' });
    expect((await auditEntriesOf(server, hook.id)).at(-1)).toMatchObject({
      action: 'webhook.gaveUp',
      before: { status: true },
      after: { status: false, description: 'Tills' },
    });
    // changes while it is disabled are not reported later
    await nameBasket(admin, chain.north, 'While it is off');
    receiver.respondWith();
    receiver.requests.length = 0;
    const enabled = await admin.put(webhooksUrl(chain.org, `/${hook.id}/status`), { status: true });
    expect(enabled.body.result).toMatchObject({ status: true, failingSince: null, turnedOffDate: null });
    await nameBasket(admin, chain.south, 'Now it is on');
    await allDelivered(server, chain.org);
    const own = receiver.requests.filter(({ message }) => message.webhookId === hook.id);
    expect(own.map(({ message }) => message.place.name)).toEqual(['South']);
  });

  test('is no longer marked as failing after a successful delivery', async () => {
    const hook = await addWebhook();
    receiver.respondWith((response) => void response.writeHead(500).end());
    await postTo(hook, 'test');
    await expectDelivery(hook, { trouble: 'refused' });
    receiver.respondWith();
    await retryNow(hook);
    await expectDelivery(hook, { state: 'delivered' });
    expect((await listed(hook)).failingSince).toBeNull();
  });

  test('is not marked as failing after its message has failed for good', async () => {
    const hook = await addWebhook();
    receiver.respondWith((response) => void response.writeHead(500).end());
    await postTo(hook, 'test');
    await expectDelivery(hook, { trouble: 'refused' });
    await server.query('update webhook_messages set expires_date = clock(), next_try = clock() where webhook_id = $1', [
      hook.id,
    ]);
    await expectDelivery(hook, { state: 'failed' });
    expect(await listed(hook)).toMatchObject({ status: true, failingSince: null });
  });

  test('that is disabled gets a single attempt for a test message', async () => {
    const hook = await addWebhook();
    await admin.put(webhooksUrl(chain.org, `/${hook.id}/status`), { status: false });
    receiver.respondWith((response) => void response.writeHead(500).end());
    await postTo(hook, 'test');
    await expectDelivery(hook, { state: 'failed', trouble: 'refused', tries: 1, nextTry: null });
    expect(await listed(hook)).toMatchObject({ status: false, failingSince: null });
  });

  test('gets no message if its URL resolves to a private network at delivery time', async () => {
    const hook = await addWebhook();
    // documentation addresses (RFC 5737, RFC 3849) are blocked like private networks
    for (const url of ['https://192.0.2.1/in', 'https://198.51.100.1/in', 'https://[2001:db8::1]/in']) {
      await server.query('update webhooks set url = $2 where id = $1', [hook.id, url]);
      const { id } = (await postTo(hook, 'test')).body.result;
      await vi.waitFor(
        async () =>
          expect((await deliveriesOf(admin, hook)).find((each) => each.id === id)).toMatchObject({
            state: 'waiting',
            trouble: 'privateAddress',
          }),
        waitOptions,
      );
    }
  });
});

test('deletes delivered messages after a month', async () => {
  const hook = await addWebhook();
  await postTo(hook, 'test');
  await expectDelivery(hook, { state: 'delivered' });
  const stored = () => server.query('select from webhook_messages where webhook_id = $1', [hook.id]);
  await server.query('select delete_expired_webhook_messages()');
  expect(await stored()).toHaveLength(1);
  await server.query(`update webhook_messages set created_date = clock() - interval '30 days' where webhook_id = $1`, [
    hook.id,
  ]);
  await server.query('select delete_expired_webhook_messages()');
  expect(await stored()).toEqual([]);
});
