import type { Webhook } from '@storeward/contract/webhooks';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { aNode, aUser, everyRight, type Place, signedIn } from '../../test/builders.ts';
import { aRetailer, codeOf, type Retailer } from '../../test/retailer.ts';
import { aServer } from '../../test/server.ts';
import { marksOf } from '../../test/small-tree.ts';
import {
  aReceiver,
  aWebhook,
  deliveriesOf,
  filledInOfAWebhook as filledIn,
  hooksOf,
  patience,
} from '../../test/webhooks.ts';

const house = await aServer({ environment: 'development' });
let shop: Retailer;
beforeAll(async () => {
  shop = await aRetailer(house);
});

const one = ({ id, nodeId }: Pick<Webhook, 'id' | 'nodeId'>, more = '') => hooksOf({ id: nodeId }, `/${id}${more}`);
const listed = async (place: Place) => (await shop.admin.get(hooksOf(place))).body.result as Webhook[];

describe('the webhooks of a place', () => {
  test('are added, listed by description, changed, turned off and on and deleted, and it is written down who did it', async () => {
    const { admin, region } = await aRetailer(house);
    const later = await aWebhook(admin, region, 'https://b.example.com/in?key=opens-it', { description: 'tills' });
    await aWebhook(admin, region, filledIn.url, { description: 'Stock' });
    const list = async () =>
      ((await admin.get(hooksOf(region))).body.result as Webhook[]).map((hook) => hook.description);
    expect(await list()).toEqual(['Stock', 'tills']);
    const input = { description: 'Tills', url: 'https://c.example.com/in', sections: ['theme', 'nodeConfig'] };
    const changed = await admin.put(one(later), input, { 'if-match': '"1"' });
    expect([changed.status, changed.body.result]).toMatchObject([200, { ...input, version: 2, status: true }]);
    expect(codeOf(await admin.put(one(later), input, { 'if-match': '"1"' }))).toEqual([412, 'record.stale']);
    for (const status of [false, true])
      expect((await admin.put(one(later, '/status'), { status })).body.result.status).toBe(status);
    expect((await admin.delete(one(later))).body.result.id).toBe(later.id);
    expect(await list()).toEqual(['Stock']);
    expect(codeOf(await admin.get(one(later, '/deliveries')))).toEqual([404, 'webhook.unknown']);
    const marks = await marksOf(house, later.id);
    expect(marks.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.deleted',
    ]);
    // what stands behind the host of an address may open it
    expect(JSON.stringify(marks)).not.toContain('opens-it');
    expect(marks[1]).toMatchObject({
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
  ])('lead to the open internet and nowhere else: %s', async ([url, messageCode]) => {
    const { status, body } = await shop.admin.post(hooksOf(shop.store), { ...filledIn, url });
    expect([status, body.errors]).toMatchObject([400, [{ path: 'url', messageCode }]]);
    const hook = await aWebhook(shop.admin, shop.other, filledIn.url);
    expect((await shop.admin.put(one(hook), { ...filledIn, url })).body.errors[0].messageCode).toBe(messageCode);
  });

  test('lead to this very machine while developing alone', async () => {
    const url = 'http://127.0.0.1:9/in';
    expect((await shop.admin.post(hooksOf(shop.store), { ...filledIn, url })).status).toBe(200);
    const testing = await aServer({ databaseUrl: house.ownerUrl });
    const caller = await signedIn(testing, shop.admin.person);
    for (const address of [url, 'https://localhost/in', 'https://127.0.0.1/in']) {
      const { body } = await caller.post(hooksOf(shop.store), { ...filledIn, url: address });
      expect(body.errors[0].messageCode).toBe(address === url ? 'field.webAddress' : 'field.privateAddress');
    }
  });

  test('are twenty at most', async () => {
    const { admin, store } = await aRetailer(house);
    for (let made = 0; made < 20; made += 1) await aWebhook(admin, store, filledIn.url);
    expect(codeOf(await admin.post(hooksOf(store), filledIn))).toEqual([409, 'webhook.tooMany']);
  });

  test('are twenty at most, also where several are added at once', async () => {
    const { admin, store } = await aRetailer(house);
    for (let made = 0; made < 19; made += 1) await aWebhook(admin, store, filledIn.url);
    const other = new pg.Client(house.ownerUrl);
    await other.connect();
    try {
      // whoever has counted waits with writing
      await other.query('begin');
      await other.query('lock table webhooks in share mode');
      const adding = Promise.all([1, 2, 3].map(() => admin.post(hooksOf(store), filledIn)));
      const waiting = () => house.rows(`select from pg_locks where not granted`);
      await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(1), patience);
      await other.query('commit');
      expect((await adding).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    } finally {
      await other.end();
    }
    expect((await admin.get(hooksOf(store))).body.result).toHaveLength(20);
  });

  test('listen to each section once', async () => {
    const { status } = await shop.admin.post(hooksOf(shop.store), { ...filledIn, sections: ['theme', 'theme'] });
    expect(status).toBe(400);
  });

  test('are looked after by whoever may edit the configuration of the place, and are out of reach from another area', async () => {
    const { org, region, store, other, admin } = await aRetailer(house);
    const below = await aWebhook(admin, store, filledIn.url);
    const above = await aWebhook(admin, region, filledIn.url);
    const atStore = await signedIn(house, await aUser(house, { at: store }));
    expect((await atStore.get(hooksOf(store))).body.result).toMatchObject([{ id: below.id }]);
    for (const stranger of [await signedIn(house, await aUser(house, { at: other })), shop.admin]) {
      expect(codeOf(await stranger.get(hooksOf(store)))).toEqual([404, 'node.unknown']);
      expect(codeOf(await stranger.post(hooksOf(store), filledIn))).toEqual([404, 'node.unknown']);
      expect(codeOf(await stranger.put(one(below), filledIn))).toEqual([404, 'webhook.unknown']);
      for (const door of ['test', 'secret'])
        expect(codeOf(await stranger.post(one(below, `/${door}`)))).toEqual([404, 'webhook.unknown']);
    }
    // nor by way of a place of one's own
    expect(codeOf(await atStore.delete(hooksOf(store, `/${above.id}`)))).toEqual([404, 'webhook.unknown']);
    const only = async (right: string) =>
      signedIn(
        house,
        await aUser(house, {
          at: org,
          rights: everyRight.filter((name) => !/configuration|organisation_config/.test(name) || name === right),
        }),
      );
    const ofPlaces = await only('edit_node_configuration');
    expect((await ofPlaces.get(hooksOf(store))).status).toBe(200);
    expect(codeOf(await ofPlaces.get(hooksOf(org)))).toEqual([409, 'setting.notYours']);
    const ofOrganisations = await only('update_organisation_config');
    expect((await ofOrganisations.get(hooksOf(org))).status).toBe(200);
    expect(codeOf(await ofOrganisations.put(one(below), filledIn))).toEqual([409, 'setting.notYours']);
    expect(codeOf(await (await only('neither')).get(hooksOf(store)))).toEqual([403, 'access.denied']);
  });

  test('move along with their place', async () => {
    const { org, region, store, admin } = await aRetailer(house);
    const hook = await aWebhook(admin, store, filledIn.url);
    await admin.post(one(hook, '/test'));
    const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const moved = await admin.put(`/node-management/node/${region.id}/move`, { parentId: company.id });
    expect(moved.status).toBe(200);
    const [row] = await house.rows(
      'select w.tpath = n.tpath as along from webhooks w join nodes n on n.id = w.node_id where w.id = $1',
      [hook.id],
    );
    expect(row).toEqual({ along: true });
    expect(await deliveriesOf(admin, hook)).toHaveLength(1);
  });
});

describe('the secret of a webhook', () => {
  test('is told once, is kept sealed, and can be had anew', async () => {
    const { admin, org } = await aRetailer(house);
    const hook = await aWebhook(admin, org, filledIn.url);
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const renewed = await admin.post(one(hook, '/secret'));
    const { secret } = renewed.body.result;
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(hook.secret);
    const told = [await admin.get(hooksOf(org)), await admin.put(one(hook, '/status'), { status: false })];
    const kept = await house.rows('select to_jsonb(w) as row from webhooks w where id = $1', [hook.id]);
    const marks = await house.rows('select to_jsonb(a) as row from audit a where entity_id = $1', [hook.id]);
    for (const word of [hook.secret, secret].map((whole) => whole.slice('whsec_'.length)))
      for (const text of [...told.map(({ text: body }) => body), JSON.stringify([kept, marks]), house.logged()])
        expect(text).not.toContain(word);
    expect((await marksOf(house, hook.id)).map(({ action }) => action)).toContain('webhook.secretRenewed');
  });

  test('is in no answer that is kept for a request that is repeated', async () => {
    const { admin, org } = await aRetailer(house);
    const key = { 'idempotency-key': 'one-and-the-same' };
    const [first, second] = [
      await admin.post(hooksOf(org), filledIn, key),
      await admin.post(hooksOf(org), filledIn, key),
    ];
    expect(second.body.result.secret).not.toBe(first.body.result.secret);
  });

  test('goes on while it is had anew twice, as by somebody who missed the first answer', async () => {
    const { admin, org } = await aRetailer(house);
    const hook = await aWebhook(admin, org, filledIn.url);
    const kept = async () =>
      (await house.rows('select secret, old_secret, old_until from webhooks where id = $1', [hook.id]))[0];
    const inUse = (await kept())!['secret'];
    await admin.post(one(hook, '/secret'));
    const once = await kept();
    await admin.post(one(hook, '/secret'));
    expect(await kept()).toMatchObject({ old_secret: inUse, old_until: once!['old_until'] });
    expect((await kept())!['secret']).not.toBe(once!['secret']);
    // a day later it is the next one's turn
    await house.rows(`update webhooks set old_until = clock() - interval '1 second' where id = $1`, [hook.id]);
    const next = (await kept())!['secret'];
    await admin.post(one(hook, '/secret'));
    expect(await kept()).toMatchObject({ old_secret: next });
  });

  test('that an address holds is in no answer that is kept either', async () => {
    const { admin, org } = await aRetailer(house);
    const key = { 'idempotency-key': 'one-and-the-same' };
    const url = 'https://tills.example.com/in?key=opens-it';
    const hook = await aWebhook(admin, org, url);
    expect((await admin.put(one(hook), { ...filledIn, url }, key)).status).toBe(200);
    await admin.put(one(hook, '/status'), { status: false }, key);
    await admin.delete(one(hook));
    const answers = await house.rows('select answer from repeated_requests where org_id = $1', [org.id]);
    expect(JSON.stringify(answers)).not.toContain('opens-it');
  });
});

test('a test waits to be sent, and is listed', async () => {
  const receiver = await aReceiver();
  const { admin, region } = await aRetailer(house);
  const hook = await aWebhook(admin, region, receiver.url);
  const { body } = await admin.post(one(hook, '/test'));
  expect(body.result).toMatchObject({
    state: 'waiting',
    tries: 0,
    answer: null,
    message: { kind: 'webhook.test', webhookId: hook.id, place: { id: region.id, name: region.name }, stores: 0 },
  });
  expect(await deliveriesOf(admin, hook)).toMatchObject([{ id: body.result.id, state: 'waiting' }]);
  // turned off, nothing of it is left to be sent
  await admin.put(one(hook, '/status'), { status: false });
  expect(await deliveriesOf(admin, hook)).toMatchObject([{ state: 'failed', trouble: 'turnedOff' }]);
  expect(codeOf(await admin.post(one(hook, `/deliveries/${hook.id}/again`)))).toEqual([404, 'webhook.messageUnknown']);
  expect(await listed(shop.company)).toEqual([]);
});
