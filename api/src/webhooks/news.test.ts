import type { WebhookMessage } from '@storeward/contract/webhooks';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aChain, nameBasket, overridden, sectionUrl, setIdle, takenBack } from '../../test/bulk.ts';
import { aNode, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { fileOf, importsAt, nodeImportUrl, settingImportUrl } from '../../test/imports.ts';
import { aServer } from '../../test/server.ts';
import { allTold, aReceiver, aWebhook, hooksOf } from '../../test/webhooks.ts';

const house = await aServer({ environment: 'development' });
const receiver = await aReceiver();
let chain: Awaited<ReturnType<typeof aChain>>;
let admin: Caller;
let stores: Place[];

beforeAll(async () => {
  // what has happened is told while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  chain = await aChain(house);
  ({ admin, stores } = chain);
  receiver.got.length = 0;
});

/** What each webhook was told since, by description. */
async function told(): Promise<WebhookMessage[]> {
  await allTold(house, chain.org);
  return receiver.got.splice(0).map(({ message }) => message);
}
const listen = (at: Place, more: Record<string, unknown> = {}) => aWebhook(admin, at, receiver.url, more);
const inherit = (place: Place) => nameBasket(admin, place, null);
const shortOf = (messages: readonly WebhookMessage[]) =>
  messages.map(({ place, sections, stores: count }) => [place.name, sections.join(), count]);

describe('a change of settings is told', () => {
  test('in one message, with the place, the sections, since when, how many stores work with something else, and where to read it', async () => {
    const { id } = await listen(chain.org);
    await nameBasket(admin, chain.north, 'Of the North');
    const [change] = (await admin.get(sectionUrl(chain.north, 'ebasketDisplay', '/history'))).body.result;
    const [message, ...more] = await told();
    expect(more).toEqual([]);
    expect(message).toEqual({
      id: expect.any(String),
      time: expect.any(String),
      kind: 'configuration.changed',
      webhookId: id,
      place: { id: chain.north.id, code: 'NORTH', name: 'North', nodeType: 'TRADING_REGION' },
      sections: ['ebasketDisplay'],
      from: change.from,
      stores: 4,
      fetch: [{ section: 'ebasketDisplay', path: sectionUrl(chain.north, 'ebasketDisplay', '/places') }],
    });
    const read = await admin.get(message!.fetch[0]!.path);
    expect(read.body.total).toBe(4);
    expect(read.body.result[0].fields.displayName).toMatchObject({ value: 'Of the North' });
  });

  test('whichever way it is made: saved, reverted, and put back', async () => {
    await listen(chain.org);
    await nameBasket(admin, chain.north, 'Of the North');
    expect(shortOf(await told())).toEqual([['North', 'ebasketDisplay', 4]]);
    await inherit(chain.north);
    expect(shortOf(await told())).toEqual([['North', 'ebasketDisplay', 4]]);
    const [last] = (await admin.get(sectionUrl(chain.north, 'ebasketDisplay', '/history'))).body.result;
    await admin.post(sectionUrl(chain.north, 'ebasketDisplay', '/rollback'), { changeId: last.id });
    expect(shortOf(await told())).toEqual([['North', 'ebasketDisplay', 4]]);
  });

  test('to those who listen above and below, each with the stores at and below its own place', async () => {
    const hooks = [await listen(chain.org), await listen(chain.south), await listen(stores[0]!)];
    await listen(stores[5]!, { sections: ['theme'] });
    await nameBasket(admin, chain.company, 'Of the company');
    const messages = await told();
    const countOf = (id: string) => messages.find(({ webhookId }) => webhookId === id)?.stores;
    expect(hooks.map(({ id }) => countOf(id))).toEqual([6, 2, 1]);
    expect(messages).toHaveLength(3);
    // whoever listens further down reads what concerns them there
    const below = messages.find(({ webhookId }) => webhookId === hooks[1]!.id)!;
    expect([below.place.name, below.fetch[0]!.path]).toEqual([
      'Britain',
      sectionUrl(chain.south, 'ebasketDisplay', '/places'),
    ]);
  });

  test('without the stores that say something else themselves', async () => {
    await nameBasket(admin, stores[0]!, 'Of the store');
    await nameBasket(admin, chain.south, 'Of the South');
    await listen(chain.org);
    await nameBasket(admin, chain.company, 'Of the company');
    expect(shortOf(await told())).toEqual([['Britain', 'ebasketDisplay', 3]]);
  });

  test('when a lock takes away what stores say themselves, though the value above stays as it is', async () => {
    await nameBasket(admin, chain.company, 'Of the company');
    await nameBasket(admin, stores[0]!, 'Of the store');
    await nameBasket(admin, chain.south, 'Of the South');
    await listen(chain.org);
    await nameBasket(admin, chain.company, 'Of the company', 'locked');
    expect(shortOf(await told())).toEqual([['Britain', 'ebasketDisplay', 3]]);
    await nameBasket(admin, chain.company, 'Of the company', 'free');
    expect(shortOf(await told())).toEqual([['Britain', 'ebasketDisplay', 3]]);
  });

  test('of the theme too, when it is published', async () => {
    await listen(chain.north, { sections: ['theme'] });
    await admin.put(sectionUrl(chain.org, 'theme'), { fields: { fontSize: { value: '15px' } } });
    expect(shortOf(await told())).toEqual([['Acorn', 'theme', 4]]);
  });

  test('also of a secret that is set or deleted, without the secret', async () => {
    await listen(chain.org);
    const secret = { fields: { secret: { value: 'open-sesame-2026' } } };
    await admin.put(sectionUrl(chain.north, 'integration'), secret);
    expect(shortOf(await told())).toEqual([['North', 'integration', 4]]);
    await admin.post('/node-management/deleteAwsSecrets', {
      authenticationDetailsKey: 'integration.secret',
      nodeId: chain.north.id,
    });
    await allTold(house, chain.org);
    expect(receiver.got.map(({ text }) => text).join()).not.toContain('sesame');
    expect(shortOf(await told())).toEqual([['North', 'integration', 4]]);
  });
});

describe('nothing is told', () => {
  test('where nobody works with anything else: the same value, below a lock, where all say something themselves, or below no store', async () => {
    const empty = await aNode(house, { parent: chain.company, nodeType: 'TRADING_REGION', name: 'Empty' });
    await nameBasket(admin, chain.company, 'Of the company');
    for (const store of stores.slice(4)) await nameBasket(admin, store, 'Of the store');
    await setIdle(admin, stores[0]!, '00:20:00');
    await setIdle(admin, chain.company, '00:30:00', 'locked');
    await listen(chain.org);
    await nameBasket(admin, stores[0]!, 'Of the company');
    await nameBasket(admin, chain.south, 'Of the South');
    await nameBasket(admin, empty, 'Of nobody');
    await admin.put(sectionUrl(stores[0]!, 'nodeConfig'), { fields: { autoLogoutDuration: null } });
    // one that does not come to anything at the place that listens
    await listen(chain.north, { description: 'North alone' });
    await nameBasket(admin, stores[4]!, 'Another name');
    expect(shortOf(await told())).toEqual([['Store 5', 'ebasketDisplay', 1]]);
  });

  test('of sections that a webhook does not listen to, while it is off, and of what another organisation does', async () => {
    await listen(chain.org, { sections: ['theme', 'nodeConfig'] });
    const off = await listen(chain.org);
    await admin.put(hooksOf(chain.org, `/${off.id}/status`), { status: false });
    const other = await aChain(house);
    await aWebhook(other.admin, other.org, receiver.url, { sections: ['theme'] });
    await nameBasket(other.admin, other.north, 'Elsewhere');
    await nameBasket(admin, chain.north, 'Of the North');
    await allTold(house, other.org);
    expect(await told()).toEqual([]);
    await setIdle(admin, chain.north, '00:20:00');
    expect(shortOf(await told())).toEqual([['North', 'nodeConfig', 4]]);
    // where nobody listens nothing is even noted
    await other.admin.delete(hooksOf(other.org, `/${(await other.admin.get(hooksOf(other.org))).body.result[0].id}`));
    await nameBasket(other.admin, other.north, 'Elsewhere again');
    expect(await house.rows('select from setting_news where org_id = $1', [other.org.id])).toEqual([]);
  });

  test('of a change that is refused, nor of a draft', async () => {
    await listen(chain.org);
    await admin.put(sectionUrl(chain.north), { fields: { displayName: { value: 'x' } } });
    await admin.put(sectionUrl(chain.north, 'ebasketDisplay', '/draft'), {
      fields: { displayName: { value: 'Not yet said', mode: 'free' } },
    });
    expect(await told()).toEqual([]);
  });
});

describe('what is planned is told', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  const moment = (wall: string) => `${wall}:00.000Z`;
  const plan = (place: Place, value: string | null, startsAt: string) =>
    admin.put(sectionUrl(place), { fields: { displayName: value === null ? null : { value } }, startsAt });

  test('when it begins and when it ends, also to those who began to listen in between', async () => {
    const [startsAt, endsAt] = [inHours(1), inHours(2)];
    expect((await plan(chain.north, 'For an hour', startsAt)).status).toBe(200);
    expect((await plan(chain.north, null, endsAt)).status).toBe(200);
    await listen(chain.org);
    expect(await told()).toEqual([]);
    await house.clockAhead('61 minutes');
    const [begun] = await told();
    expect(begun).toMatchObject({ stores: 4, from: moment(startsAt), place: { name: 'North' } });
    await house.clockAhead('2 hours 1 minute');
    const [ended] = await told();
    expect(ended).toMatchObject({ stores: 4, from: moment(endsAt) });
    await house.clockAhead('0');
  });

  test('once where two plans begin together, not at all where it was withdrawn or comes to nothing', async () => {
    const startsAt = inHours(1);
    await listen(chain.org);
    await plan(stores[0]!, 'Of store 1', startsAt);
    await plan(stores[1]!, 'Of store 2', startsAt);
    await plan(chain.south, 'Never said', startsAt);
    const [last] = (await admin.get(sectionUrl(chain.south, 'ebasketDisplay', '/history'))).body.result;
    await admin.delete(sectionUrl(chain.south, 'ebasketDisplay', `/changes/${last.id}`));
    await house.clockAhead('61 minutes');
    expect(shortOf(await told())).toEqual([['North', 'ebasketDisplay', 2]]);
    await house.clockAhead('0');
  });
});

describe('many changes at once are told', () => {
  test('in one message for the whole run, and for taking it back', async () => {
    await nameBasket(admin, chain.company, 'Of the company');
    await setIdle(admin, chain.company, '00:20:00');
    for (const store of stores) await nameBasket(admin, store, `Of ${store.name}`);
    await listen(chain.org);
    const order = { sourceId: chain.company.id, sections: ['ebasketDisplay', 'nodeConfig'], action: 'push' };
    const run = await overridden(admin, { ...order, nodeIds: [...stores.slice(0, 3), stores[5]!].map(({ id }) => id) });
    expect(run.state).toBe('done');
    // the time was in force at all of them before
    expect(shortOf(await told())).toEqual([['Britain', 'ebasketDisplay', 4]]);
    expect((await takenBack(admin, run)).state).toBe('undone');
    expect(shortOf(await told())).toEqual([['Britain', 'ebasketDisplay', 4]]);
  });

  test('also where they come from a file', async () => {
    await listen(chain.north);
    const name = 'ebasketDisplay.displayName';
    const rows = [
      { code: 'NORTH', [name]: 'From a file' },
      { code: 'S1', [name]: 'Of its own' },
      { code: 'S5', [name]: 'Elsewhere' },
    ];
    const { state } = await importsAt(settingImportUrl).imported(admin, fileOf(rows));
    expect(state).toBe('done');
    expect(shortOf(await told())).toEqual([['Britain', 'ebasketDisplay', 4]]);
  });
});

describe('a place that is moved', () => {
  const move = (place: Place, parent: Place) =>
    admin.put(`/node-management/node/${place.id}/move`, { parentId: parent.id });

  test('is told of where its stores find something else above them, and not where all is alike', async () => {
    const third = await aNode(house, { parent: chain.company, nodeType: 'TRADING_REGION', name: 'Third' });
    await nameBasket(admin, chain.south, 'Of the South');
    await setIdle(admin, chain.north, '00:20:00');
    await nameBasket(admin, stores[1]!, 'Of the store');
    await setIdle(admin, stores[1]!, '00:20:00');
    await listen(chain.org);
    const listening = await listen(chain.south);
    expect((await move(stores[0]!, chain.south)).status).toBe(200);
    const messages = await told();
    expect(
      shortOf(messages).map(([name, sections, count]) => [name, String(sections).split(',').sort(), count]),
    ).toEqual([
      ['Store 1', ['ebasketDisplay', 'nodeConfig'], 1],
      ['Store 1', ['ebasketDisplay', 'nodeConfig'], 1],
    ]);
    expect(messages.map(({ webhookId }) => webhookId)).toContain(listening.id);
    await move(stores[1]!, third);
    await move(stores[0]!, chain.south);
    expect(await told()).toEqual([]);
  });

  test('together with others, as from a file, is told of in one message', async () => {
    await nameBasket(admin, chain.south, 'Of the South');
    await listen(chain.org);
    const rows = [1, 2, 3].map((at) => ({ type: 'STORE', code: `S${at}`, name: `Store ${at}`, parentCode: 'SOUTH' }));
    expect((await importsAt(nodeImportUrl).imported(admin, fileOf(rows))).state).toBe('done');
    expect(shortOf(await told())).toEqual([['South', 'ebasketDisplay', 3]]);
  });
});

test('of changes made at once, above and below, none is lost', async () => {
  await listen(chain.org);
  const regional = await signedIn(house, await aUser(house, { at: chain.north }));
  for (let round = 0; round < 4; round += 1) {
    await inherit(stores[0]!);
    await nameBasket(admin, chain.company, 'Of the company', 'locked');
    await told();
    const [, below] = await Promise.all([
      nameBasket(admin, chain.company, 'Of the company', 'free'),
      nameBasket(regional, stores[0]!, `Round no. ${round}`),
    ]);
    // what came before the lock was gone is refused, and then no store works with anything else
    expect([200, 409]).toContain(below.status);
    expect(shortOf(await told())).toEqual(below.status === 200 ? [['Store 1', 'ebasketDisplay', 1]] : []);
  }
});
