import type { ConfigurationMessage } from '@storeward/contract/webhooks/webhook-messages';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChain, nameBasket, runOverride, sectionUrl, setIdle, undoOverride } from '../../test/bulk.ts';
import { createNode, createUser, type ApiClient, type TestNode, createClient } from '../../test/builders.ts';
import { toCsv, importsAt, nodeImportUrl, settingImportUrl } from '../../test/imports.ts';
import { startTestServer } from '../../test/server.ts';
import { allDelivered, startReceiver, createWebhook, webhooksUrl } from '../../test/webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();
let chain: Awaited<ReturnType<typeof createChain>>;
let admin: ApiClient;
let stores: TestNode[];

beforeAll(async () => {
  // the webhook worker starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  chain = await createChain(server);
  ({ admin, stores } = chain);
  receiver.requests.length = 0;
});

/** Waits for all deliveries and removes the received messages from the receiver. */
async function takeMessages(): Promise<ConfigurationMessage[]> {
  await allDelivered(server, chain.org);
  return receiver.requests.splice(0).map(({ message }) => message);
}
const addWebhook = (node: TestNode, more: Record<string, unknown> = {}) =>
  createWebhook(admin, node, receiver.url, more);
const inherit = (node: TestNode) => nameBasket(admin, node, null);
const summarise = (messages: readonly ConfigurationMessage[]) =>
  messages.map(({ place: node, sections, stores: count }) => [node.name, sections.join(), count]);

describe('messages about changes of settings', () => {
  test('a message has the node, the sections, the start time, the number of affected stores and the paths to read the values', async () => {
    const { id } = await addWebhook(chain.org);
    await nameBasket(admin, chain.north, 'Of the North');
    const [change] = (await admin.get(sectionUrl(chain.north, 'ebasketDisplay', '/history'))).body.result;
    const [message, ...more] = await takeMessages();
    expect(more).toEqual([]);
    expect(message).toEqual({
      id: expect.any(String),
      time: expect.any(String),
      kind: 'configuration.changed',
      webhookId: id,
      place: { id: chain.north.id, code: 'NORTH', name: 'North', nodeType: 'TRADING_REGION' },
      sections: ['ebasketDisplay'],
      // responses leave out milliseconds that are zero
      from: new Date(change.from).toISOString(),
      stores: 4,
      fetch: [{ section: 'ebasketDisplay', path: sectionUrl(chain.north, 'ebasketDisplay', '/places') }],
    });
    const read = await admin.get(message!.fetch[0]!.path);
    expect(read.body.total).toBe(4);
    expect(read.body.result[0].fields.displayName).toMatchObject({ value: 'Of the North' });
  });

  test('a change sends a message when it is saved, cleared and rolled back', async () => {
    await addWebhook(chain.org);
    await nameBasket(admin, chain.north, 'Of the North');
    expect(summarise(await takeMessages())).toEqual([['North', 'ebasketDisplay', 4]]);
    await inherit(chain.north);
    expect(summarise(await takeMessages())).toEqual([['North', 'ebasketDisplay', 4]]);
    const [last] = (await admin.get(sectionUrl(chain.north, 'ebasketDisplay', '/history'))).body.result;
    await admin.post(sectionUrl(chain.north, 'ebasketDisplay', '/rollback'), { changeId: last.id });
    expect(summarise(await takeMessages())).toEqual([['North', 'ebasketDisplay', 4]]);
  });

  test('webhooks above and below get a message, each with the number of stores at and below its own node', async () => {
    const webhooks = [await addWebhook(chain.org), await addWebhook(chain.south), await addWebhook(stores[0]!)];
    await addWebhook(stores[5]!, { sections: ['theme'] });
    await nameBasket(admin, chain.company, 'Of the company');
    const messages = await takeMessages();
    const storesOf = (id: string) => messages.find(({ webhookId }) => webhookId === id)?.stores;
    expect(webhooks.map(({ id }) => storesOf(id))).toEqual([6, 2, 1]);
    expect(messages).toHaveLength(3);
    // a webhook below the change reads its own node's values
    const below = messages.find(({ webhookId }) => webhookId === webhooks[1]!.id)!;
    expect([below.place.name, below.fetch[0]!.path]).toEqual([
      'Britain',
      sectionUrl(chain.south, 'ebasketDisplay', '/places'),
    ]);
  });

  test('a message does not count stores with own values', async () => {
    await nameBasket(admin, stores[0]!, 'Of the store');
    await nameBasket(admin, chain.south, 'Of the South');
    await addWebhook(chain.org);
    await nameBasket(admin, chain.company, 'Of the company');
    expect(summarise(await takeMessages())).toEqual([['Britain', 'ebasketDisplay', 3]]);
  });

  test('a lock sends a message if it suspends the own values of stores although the value above stays the same', async () => {
    await nameBasket(admin, chain.company, 'Of the company');
    await nameBasket(admin, stores[0]!, 'Of the store');
    await nameBasket(admin, chain.south, 'Of the South');
    await addWebhook(chain.org);
    await nameBasket(admin, chain.company, 'Of the company', 'locked');
    expect(summarise(await takeMessages())).toEqual([['Britain', 'ebasketDisplay', 3]]);
    await nameBasket(admin, chain.company, 'Of the company', 'free');
    expect(summarise(await takeMessages())).toEqual([['Britain', 'ebasketDisplay', 3]]);
  });

  test('publishing a theme sends a message', async () => {
    await addWebhook(chain.north, { sections: ['theme'] });
    await admin.put(sectionUrl(chain.org, 'theme'), { fields: { fontSize: { value: '15px' } } });
    expect(summarise(await takeMessages())).toEqual([['Acorn', 'theme', 4]]);
  });

  test('setting or deleting a secret sends a message that does not contain it', async () => {
    await addWebhook(chain.org);
    const secret = { fields: { secret: { value: 'open-sesame-2026' } } };
    await admin.put(sectionUrl(chain.north, 'integration'), secret);
    expect(summarise(await takeMessages())).toEqual([['North', 'integration', 4]]);
    await admin.post('/node-management/deleteAwsSecrets', {
      authenticationDetailsKey: 'integration.secret',
      nodeId: chain.north.id,
    });
    await allDelivered(server, chain.org);
    expect(receiver.requests.map(({ text }) => text).join()).not.toContain('sesame');
    expect(summarise(await takeMessages())).toEqual([['North', 'integration', 4]]);
  });
});

describe('changes without a message', () => {
  test('a change that affects no store sends no message: same value, below a lock, only own values, no stores below', async () => {
    const empty = await createNode(server, { parent: chain.company, nodeType: 'TRADING_REGION', name: 'Empty' });
    await nameBasket(admin, chain.company, 'Of the company');
    for (const store of stores.slice(4)) await nameBasket(admin, store, 'Of the store');
    await setIdle(admin, stores[0]!, '00:20:00');
    await setIdle(admin, chain.company, '00:30:00', 'locked');
    await addWebhook(chain.org);
    await nameBasket(admin, stores[0]!, 'Of the company');
    await nameBasket(admin, chain.south, 'Of the South');
    await nameBasket(admin, empty, 'Of nobody');
    await admin.put(sectionUrl(stores[0]!, 'nodeConfig'), { fields: { autoLogoutDuration: null } });
    // a change outside the webhook's node
    await addWebhook(chain.north, { description: 'North alone' });
    await nameBasket(admin, stores[4]!, 'Another name');
    expect(summarise(await takeMessages())).toEqual([['Store 5', 'ebasketDisplay', 1]]);
  });

  test('a webhook gets no message for other sections and organisations, or while it is disabled', async () => {
    await addWebhook(chain.org, { sections: ['theme', 'nodeConfig'] });
    const disabledWebhook = await addWebhook(chain.org);
    await admin.put(webhooksUrl(chain.org, `/${disabledWebhook.id}/status`), { status: false });
    const other = await createChain(server);
    await createWebhook(other.admin, other.org, receiver.url, { sections: ['theme'] });
    await nameBasket(other.admin, other.north, 'Elsewhere');
    await nameBasket(admin, chain.north, 'Of the North');
    await allDelivered(server, other.org);
    expect(await takeMessages()).toEqual([]);
    await setIdle(admin, chain.north, '00:20:00');
    expect(summarise(await takeMessages())).toEqual([['North', 'nodeConfig', 4]]);
    // without a webhook no change event is stored
    await other.admin.delete(
      webhooksUrl(other.org, `/${(await other.admin.get(webhooksUrl(other.org))).body.result[0].id}`),
    );
    await nameBasket(other.admin, other.north, 'Elsewhere again');
    expect(await server.query('select from setting_events where org_id = $1', [other.org.id])).toEqual([]);
  });

  test('a rejected change or a draft sends no message', async () => {
    await addWebhook(chain.org);
    await admin.put(sectionUrl(chain.north), { fields: { displayName: { value: 'x' } } });
    await admin.put(sectionUrl(chain.north, 'ebasketDisplay', '/draft'), {
      fields: { displayName: { value: 'Not yet said', mode: 'free' } },
    });
    expect(await takeMessages()).toEqual([]);
  });
});

describe('messages about planned changes', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  const toTimestamp = (localTime: string) => `${localTime}:00.000Z`;
  const plan = (node: TestNode, value: string | null, startsAt: string) =>
    admin.put(sectionUrl(node), { fields: { displayName: value === null ? null : { value } }, startsAt });

  test('a planned change sends a message when it starts and when it ends, also to webhooks created in between', async () => {
    const [startsAt, endsAt] = [inHours(1), inHours(2)];
    expect((await plan(chain.north, 'For an hour', startsAt)).status).toBe(200);
    expect((await plan(chain.north, null, endsAt)).status).toBe(200);
    await addWebhook(chain.org);
    expect(await takeMessages()).toEqual([]);
    await server.advanceClock('61 minutes');
    const [startMessage] = await takeMessages();
    expect(startMessage).toMatchObject({ stores: 4, from: toTimestamp(startsAt), place: { name: 'North' } });
    await server.advanceClock('2 hours 1 minute');
    const [endMessage] = await takeMessages();
    expect(endMessage).toMatchObject({ stores: 4, from: toTimestamp(endsAt) });
    await server.advanceClock('0');
  });

  test('two planned changes with the same start send one message, and a withdrawn one sends none', async () => {
    const startsAt = inHours(1);
    await addWebhook(chain.org);
    await plan(stores[0]!, 'Of store 1', startsAt);
    await plan(stores[1]!, 'Of store 2', startsAt);
    await plan(chain.south, 'Never said', startsAt);
    const [last] = (await admin.get(sectionUrl(chain.south, 'ebasketDisplay', '/history'))).body.result;
    await admin.delete(sectionUrl(chain.south, 'ebasketDisplay', `/changes/${last.id}`));
    await server.advanceClock('61 minutes');
    expect(summarise(await takeMessages())).toEqual([['North', 'ebasketDisplay', 2]]);
    await server.advanceClock('0');
  });
});

describe('messages about bulk changes', () => {
  test('a bulk override sends one message for the whole run, and one for its undo', async () => {
    await nameBasket(admin, chain.company, 'Of the company');
    await setIdle(admin, chain.company, '00:20:00');
    for (const store of stores) await nameBasket(admin, store, `Of ${store.name}`);
    await addWebhook(chain.org);
    const input = { sourceId: chain.company.id, sections: ['ebasketDisplay', 'nodeConfig'], action: 'push' };
    const run = await runOverride(admin, {
      ...input,
      nodeIds: [...stores.slice(0, 3), stores[5]!].map(({ id }) => id),
    });
    expect(run.state).toBe('done');
    // the idle time was already effective at all of them
    expect(summarise(await takeMessages())).toEqual([['Britain', 'ebasketDisplay', 4]]);
    expect((await undoOverride(admin, run)).state).toBe('undone');
    expect(summarise(await takeMessages())).toEqual([['Britain', 'ebasketDisplay', 4]]);
  });

  test('a settings import sends one message', async () => {
    await addWebhook(chain.north);
    const name = 'ebasketDisplay.displayName';
    const rows = [
      { code: 'NORTH', [name]: 'From a file' },
      { code: 'S1', [name]: 'Of its own' },
      { code: 'S5', [name]: 'Elsewhere' },
    ];
    const { state } = await importsAt(settingImportUrl).importFile(admin, toCsv(rows));
    expect(state).toBe('done');
    expect(summarise(await takeMessages())).toEqual([['Britain', 'ebasketDisplay', 4]]);
  });
});

describe('messages about moved nodes', () => {
  const move = (node: TestNode, parent: TestNode) =>
    admin.put(`/node-management/node/${node.id}/move`, { parentId: parent.id });

  test('a move sends a message if the stores of the node inherit other values, and none if they do not', async () => {
    const third = await createNode(server, { parent: chain.company, nodeType: 'TRADING_REGION', name: 'Third' });
    await nameBasket(admin, chain.south, 'Of the South');
    await setIdle(admin, chain.north, '00:20:00');
    await nameBasket(admin, stores[1]!, 'Of the store');
    await setIdle(admin, stores[1]!, '00:20:00');
    await addWebhook(chain.org);
    const southWebhook = await addWebhook(chain.south);
    expect((await move(stores[0]!, chain.south)).status).toBe(200);
    const messages = await takeMessages();
    expect(
      summarise(messages).map(([name, sections, count]) => [name, String(sections).split(',').sort(), count]),
    ).toEqual([
      ['Store 1', ['ebasketDisplay', 'nodeConfig'], 1],
      ['Store 1', ['ebasketDisplay', 'nodeConfig'], 1],
    ]);
    expect(messages.map(({ webhookId }) => webhookId)).toContain(southWebhook.id);
    await move(stores[1]!, third);
    await move(stores[0]!, chain.south);
    expect(await takeMessages()).toEqual([]);
  });

  test('moving several nodes in an import sends one message', async () => {
    await nameBasket(admin, chain.south, 'Of the South');
    await addWebhook(chain.org);
    const rows = [1, 2, 3].map((number) => ({
      type: 'STORE',
      code: `S${number}`,
      name: `Store ${number}`,
      parentCode: 'SOUTH',
    }));
    expect((await importsAt(nodeImportUrl).importFile(admin, toCsv(rows))).state).toBe('done');
    expect(summarise(await takeMessages())).toEqual([['South', 'ebasketDisplay', 3]]);
  });
});

test('concurrent changes above and below are all reported to webhooks', async () => {
  await addWebhook(chain.org);
  const regional = await createClient(server, await createUser(server, { node: chain.north }));
  for (let round = 0; round < 4; round += 1) {
    await inherit(stores[0]!);
    await nameBasket(admin, chain.company, 'Of the company', 'locked');
    await takeMessages();
    const [, below] = await Promise.all([
      nameBasket(admin, chain.company, 'Of the company', 'free'),
      nameBasket(regional, stores[0]!, `Round no. ${round}`),
    ]);
    // a change before the lock was removed is rejected, and then no store is affected
    expect([200, 409]).toContain(below.status);
    // both are one change, of the node above, if they begin in the same millisecond
    const changed = expect.stringMatching(/^(Store 1|Britain)$/) as string;
    expect(summarise(await takeMessages())).toEqual(below.status === 200 ? [[changed, 'ebasketDisplay', 1]] : []);
  }
});
