import type { ConfigurationMessage } from '@storeward/contract/webhooks/webhook-messages';
import pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createChain, nameBasket, sectionUrl, setIdle } from '../../test/bulk.ts';
import type { ApiClient, TestNode } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { allDelivered, createWebhook, startReceiver } from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();
let chain: Awaited<ReturnType<typeof createChain>>;
let admin: ApiClient;
let store: TestNode;

const maxComparedValues = 150_000;

beforeAll(async () => {
  // the webhook worker starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  await server.advanceClock('0');
  chain = await createChain(server);
  ({
    admin,
    stores: [store],
  } = chain as typeof chain & { stores: [TestNode] });
  receiver.requests.length = 0;
});

/** Waits for all deliveries and removes the received messages from the receiver. */
async function takeMessages(): Promise<ConfigurationMessage[]> {
  await allDelivered(server, chain.org);
  return receiver.requests.splice(0).map(({ message }) => message);
}
const summarise = (messages: readonly ConfigurationMessage[]) =>
  messages.map(({ place: node, sections, stores }) => [node.name, sections.toSorted(), stores]);

type ListName = keyof typeof lists;
const lists = { hotkeys: 'keys', reasons: 'reasons' } as const;

/** Stores rows of a list, without an effect, at a node, which is a store in North by default. */
const insertRows = (section: ListName, count: number, { endsAt = null as string | null, node = store } = {}) =>
  server.query(
    `insert into setting_values (id, org_id, node_id, tpath, section, field, value, valid_from, valid_until)
     select gen_random_uuid(), $1, $2, $3, $4, $5 || '/' || gen_random_uuid(), 'null',
            clock() - interval '2 hours', clock() + $7::interval from generate_series(1, $6)`,
    [node.orgId, node.id, node.tpath, section, lists[section], count, endsAt],
  );

/** Locks lists in North, or inherits them again; this changes no effective list. */
async function setLists(sections: readonly ListName[], isLocked: boolean, startsAt?: string) {
  const setting = isLocked ? { value: {}, mode: 'locked' } : null;
  const { status } = await admin.put(`/node-management/node/${chain.north.id}/settings`, {
    sections: Object.fromEntries(sections.map((section) => [section, { fields: { [lists[section]]: setting } }])),
    startsAt,
  });
  expect(status).toBe(200);
}

/** Changes that start at the same time are one event. */
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);

test('a change without effect is reported for all stores below it if it has more than 150,000 values that have not ended before', async () => {
  await createWebhook(admin, chain.org, receiver.url);
  await insertRows('hotkeys', 10, { endsAt: '-1 hour' });
  // with the value of North
  await insertRows('hotkeys', maxComparedValues - 1);
  await setLists(['hotkeys'], true);
  expect(summarise(await takeMessages())).toEqual([]);
  await setLists(['hotkeys'], false);
  expect(summarise(await takeMessages())).toEqual([]);
  await insertRows('hotkeys', 1);
  await setLists(['hotkeys'], true);
  expect(summarise(await takeMessages())).toEqual([['North', ['hotkeys'], 4]]);
});

test('sections with fewer values are compared when another of the same event is not, and only its own changes count everywhere below', async () => {
  const [, , , , fifth, sixth] = chain.stores as [TestNode, TestNode, TestNode, TestNode, TestNode, TestNode];
  await setIdle(admin, chain.company, '00:20:00');
  const { id } = await createWebhook(admin, chain.org, receiver.url);
  await createWebhook(admin, chain.south, receiver.url);
  await insertRows('hotkeys', maxComparedValues);
  const startsAt = inAnHour();
  await setLists(['hotkeys'], true, startsAt);
  for (const [node, value] of [
    [fifth, '00:30:00'],
    [sixth, '00:20:00'],
  ] as const)
    await admin.put(sectionUrl(node, 'nodeConfig'), { fields: { autoLogoutDuration: { value } }, startsAt });
  await server.advanceClock('61 minutes');
  const messages = Map.groupBy(await takeMessages(), ({ webhookId }) => webhookId === id);
  expect(summarise(messages.get(true)!)).toEqual([['Britain', ['hotkeys', 'nodeConfig'], 5]]);
  expect(summarise(messages.get(false)!)).toEqual([['Britain', ['nodeConfig'], 1]]);
});

test('the values of all fields of an event count towards its bound', async () => {
  await createWebhook(admin, chain.org, receiver.url);
  for (const section of ['hotkeys', 'reasons'] as const) await insertRows(section, maxComparedValues / 2);
  await setLists(['hotkeys', 'reasons'], true, inAnHour());
  await server.advanceClock('61 minutes');
  const messages = await takeMessages();
  // one of the two, since there is room for either
  expect(messages.map(({ sections, stores }) => [sections.length, stores])).toEqual([[1, 4]]);
});

test('a move is reported for all stores of the node if it has more values to compare, in these sections', async () => {
  await setIdle(admin, chain.south, '00:10:00');
  await setIdle(admin, chain.north, '00:10:00');
  await createWebhook(admin, chain.org, receiver.url);
  await insertRows('hotkeys', maxComparedValues + 1, { node: chain.south });
  await admin.put(`/node-management/node/${store.id}/move`, { parentId: chain.south.id });
  expect(summarise(await takeMessages())).toEqual([['Store 1', ['hotkeys'], 1]]);
});

test('no value is compared for more than 150,000 changed fields', async () => {
  await nameBasket(admin, chain.company, 'Of the company');
  await createWebhook(admin, chain.org, receiver.url);
  const worker = new pg.Client(server.ownerUrl);
  await worker.connect();
  try {
    // no process claims events meanwhile
    await worker.query('select pg_advisory_lock(36)');
    await nameBasket(admin, chain.north, 'Of the company');
    await server.query(
      `insert into setting_values (id, org_id, node_id, tpath, section, field, value, valid_from, change_id)
       select gen_random_uuid(), c.org_id, c.node_id, c.tpath, c.section, 'field' || x, 'null', c.begins, c.id
         from setting_changes c cross join generate_series(1, $2::int) x where c.node_id = $1`,
      [chain.north.id, maxComparedValues],
    );
  } finally {
    await worker.end();
  }
  expect(summarise(await takeMessages())).toEqual([['North', ['ebasketDisplay'], 4]]);
});
