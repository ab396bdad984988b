import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createChain } from '../../test/bulk.ts';
import { startTestServer } from '../../test/server.ts';
import { auditEntriesOf } from '../../test/small-tree.ts';
import { startReceiver, createWebhook, deliveriesOf, webhooksUrl, waitOptions } from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();
let chain: Awaited<ReturnType<typeof createChain>>;
let hook: Awaited<ReturnType<typeof createWebhook>>;

beforeAll(async () => {
  // the webhook worker starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  chain = await createChain(server);
  receiver.respondWith();
  receiver.requests.length = 0;
  hook = await createWebhook(chain.admin, chain.org, receiver.url);
});

const url = (more: string) => webhooksUrl(chain.org, `/${hook.id}/${more}`);
const respondWithStatus = (status: number, headers: Record<string, string> = {}) =>
  receiver.respondWith((response) => void response.writeHead(status, headers).end());
const sendMessage = async () => (await chain.admin.post(url('test'))).body.result.id as string;
const deliveryOf = async (id: string) =>
  (await deliveriesOf(chain.admin, hook)).find((delivery) => delivery.id === id)!;
const expectDelivery = (id: string, expected: object) =>
  vi.waitFor(async () => expect(await deliveryOf(id)).toMatchObject(expected), waitOptions);
const listed = async () => (await chain.admin.get(webhooksUrl(chain.org))).body.result[0];
/** Lets the message fail for good with its next try. */
const expire = (id: string) =>
  server.query('update webhook_messages set expires_date = clock(), next_try = clock() where id = $1', [id]);

test('a receiver that answers 410 Gone is called no more until the webhook is turned on again', async () => {
  respondWithStatus(503);
  const waiting = await sendMessage();
  await expectDelivery(waiting, { trouble: 'refused', state: 'waiting' });
  respondWithStatus(410);
  const last = await sendMessage();
  await expectDelivery(last, { state: 'failed', trouble: 'gone', answer: 410, nextTry: null });
  expect(await deliveryOf(waiting)).toMatchObject({ state: 'failed', nextTry: null });
  const turnedOff = { status: false, turnedOffReason: 'gone', turnedOffDate: expect.any(String) };
  expect(await listed()).toMatchObject(turnedOff);
  expect((await auditEntriesOf(server, hook.id)).at(-1)).toMatchObject({
    action: 'webhook.receiverGone',
    before: { status: true },
    after: { status: false, description: 'Tills' },
  });
  receiver.respondWith();
  const enabled = (await chain.admin.put(url('status'), { status: true })).body.result;
  expect(enabled).toMatchObject({ status: true, failingSince: null, turnedOffDate: null, turnedOffReason: null });
  await expectDelivery(await sendMessage(), { state: 'delivered' });
});

test('an answer 410 Gone of the previous address does not turn off a webhook that has a new one', async () => {
  const changedUrl = Promise.withResolvers<void>();
  receiver.respondWith((response) => void changedUrl.promise.then(() => response.writeHead(410).end()));
  const id = await sendMessage();
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), waitOptions);
  const input = { description: 'Tills', url: `${receiver.url}/new`, sections: null };
  const changed = await chain.admin.put(webhooksUrl(chain.org, `/${hook.id}`), input, { 'if-match': '"1"' });
  expect(changed.status).toBe(200);
  changedUrl.resolve();
  await expectDelivery(id, { state: 'waiting', trouble: 'gone' });
  expect(await listed()).toMatchObject({ status: true, turnedOffReason: null });
});

test.for([429, 503])('with HTTP %i and Retry-After the next try waits as long, an hour at most', async (status) => {
  const pauses = [];
  for (const seconds of ['1800', '86400']) {
    respondWithStatus(status, { 'retry-after': seconds });
    const id = await sendMessage();
    await expectDelivery(id, { state: 'waiting', trouble: 'refused', answer: status, tries: 1 });
    const { lastTry, nextTry } = await deliveryOf(id);
    pauses.push((Date.parse(nextTry!) - Date.parse(lastTry!)) / 60_000);
  }
  expect(pauses.map(Math.floor)).toEqual([30, 60]);
});

test('a webhook whose messages are refused for good stays marked as failing, and is turned off after five days', async () => {
  respondWithStatus(403);
  const first = await sendMessage();
  await expectDelivery(first, { state: 'waiting', trouble: 'rejected' });
  await expire(first);
  await expectDelivery(first, { state: 'failed', trouble: 'rejected', answer: 403 });
  expect(await listed()).toMatchObject({ status: true, failingSince: expect.any(String) });
  await server.query(`update webhooks set failing_since = clock() - interval '121 hours' where id = $1`, [hook.id]);
  await expectDelivery(await sendMessage(), { state: 'failed', trouble: 'rejected' });
  expect(await listed()).toMatchObject({ status: false, turnedOffReason: 'failing' });
});
