import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { createChain, nameBasket } from '../../test/bulk.ts';
import { startTestServer } from '../../test/server.ts';
import { allDelivered, startReceiver, createWebhook, waitOptions } from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();
let chain: Awaited<ReturnType<typeof createChain>>;

beforeAll(async () => {
  // the webhook worker starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  chain = await createChain(server);
});

test('retries failed change events after at most an hour, regardless of the number of attempts', async () => {
  const tomorrow = `clock() + interval '1 day'`;
  const [row] = await server.query(
    `insert into setting_events (org_id, effective_date, next_try) values ($1, ${tomorrow}, ${tomorrow}) returning id`,
    [chain.org.id],
  );
  for (let tries = 1; tries <= 30; tries += 1)
    await server.query('select record_setting_event_failure(array[$1::bigint])', [row!['id']]);
  const [event] = await server.query(
    `select tries, next_try - clock() between interval '50 minutes' and interval '1 hour' as soon from setting_events where id = $1`,
    [row!['id']],
  );
  expect(event).toEqual({ tries: 30, soon: true });
});

test('an open transaction delays change events for at most a minute', async () => {
  await createWebhook(chain.admin, chain.org, receiver.url);
  const openTransaction = new pg.Client(server.ownerUrl);
  await openTransaction.connect();
  try {
    await openTransaction.query('begin');
    await openTransaction.query('select pg_current_xact_id()');
    await nameBasket(chain.admin, chain.north, 'Of the North');
    const seenEvents = () =>
      server.query('select from setting_events where org_id = $1 and first_seen_date is not null', [chain.org.id]);
    await vi.waitFor(async () => expect(await seenEvents()).toHaveLength(1), waitOptions);
    expect(receiver.requests).toEqual([]);
    await server.advanceClock('61 seconds');
    await allDelivered(server, chain.org);
    expect(receiver.requests.map(({ message }) => [message.place.name, message.stores])).toEqual([['North', 4]]);
  } finally {
    await openTransaction.end();
    await server.advanceClock('0');
  }
});
