import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aChain, nameBasket } from '../../test/bulk.ts';
import type { Caller } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { marksOf } from '../../test/small-tree.ts';
import { allTold, aReceiver, aWebhook, deliveriesOf, hooksOf, patience, signatureOf } from '../../test/webhooks.ts';

const house = await aServer({ environment: 'development' });
const receiver = await aReceiver();
let chain: Awaited<ReturnType<typeof aChain>>;
let admin: Caller;

beforeAll(async () => {
  // messages leave while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  chain = await aChain(house);
  ({ admin } = chain);
  receiver.got.length = 0;
  receiver.answerBy();
});

const hook = (more: Record<string, unknown> = {}) => aWebhook(admin, chain.org, receiver.url, more);
type Hook = Awaited<ReturnType<typeof hook>>;
const ask = ({ id }: Hook, what: string) => admin.post(hooksOf(chain.org, `/${id}/${what}`));
const lastOf = async (one: Hook) => (await deliveriesOf(admin, one))[0]!;
const shown = async ({ id }: Hook) =>
  (await admin.get(hooksOf(chain.org))).body.result.find((one: { id: string }) => one.id === id);
const settled = (one: Hook, wanted: object) =>
  vi.waitFor(async () => expect(await lastOf(one)).toMatchObject(wanted), patience);
/** What waits for its next try need not wait. */
const hurry = ({ id }: Hook) =>
  house.rows('update webhook_messages set next_try = clock() where webhook_id = $1 and next_try is not null', [id]);

describe('a message', () => {
  test('is signed by the rules of Standard Webhooks, with the secret that was told', async () => {
    const one = await hook();
    await ask(one, 'test');
    await settled(one, { state: 'delivered', answer: 204, trouble: null, tries: 1, took: expect.any(Number) });
    const [got] = receiver.got;
    expect(got!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': got!.message.id,
      'webhook-signature': signatureOf(got!, one.secret),
    });
    const sent = Number(got!.headers['webhook-timestamp']) * 1000;
    expect(Math.abs(sent - Date.now())).toBeLessThan(60_000);
    expect(got!.message).toMatchObject({ kind: 'webhook.test', webhookId: one.id });
  });

  test('is signed with the secret before a new one too, for a day', async () => {
    const one = await hook();
    const { secret } = (await ask(one, 'secret')).body.result;
    await ask(one, 'test');
    await settled(one, { state: 'delivered' });
    const [both] = receiver.got.splice(0);
    expect(both!.headers['webhook-signature']).toBe(`${signatureOf(both!, secret)} ${signatureOf(both!, one.secret)}`);
    await house.rows(`update webhooks set old_until = clock() - interval '1 second' where id = $1`, [one.id]);
    await ask(one, 'test');
    await vi.waitFor(() => expect(receiver.got).toHaveLength(1), patience);
    expect(receiver.got[0]!.headers['webhook-signature']).toBe(signatureOf(receiver.got[0]!, secret));
  });

  test(
    'that is not taken is sent again after growing pauses, under the same id and the same letters',
    { timeout: 60_000 },
    async () => {
      const one = await hook();
      receiver.answerBy((response) => void response.writeHead(503).end('come back later'));
      await ask(one, 'test');
      await settled(one, { state: 'waiting', tries: 1, answer: 503, trouble: 'refused' });
      const pauses: number[] = [];
      for (let tries = 1; tries <= 3; tries += 1) {
        const { nextTry, lastTry } = await lastOf(one);
        pauses.push(Date.parse(nextTry!) - Date.parse(lastTry!));
        await hurry(one);
        await settled(one, { tries: tries + 1, state: 'waiting' });
      }
      // each is twice the one before, but for chance
      expect(pauses[2]).toBeGreaterThan(pauses[0]! * 1.9);
      receiver.answerBy();
      await hurry(one);
      await settled(one, { state: 'delivered', answer: 204, trouble: null });
      expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(receiver.got.map(({ text }) => text)).size).toBe(1);
      // what was answered is nobody's business here
      expect(JSON.stringify(await deliveriesOf(admin, one))).not.toContain('come back');
    },
  );

  test('is given up after a day, and sent once more if somebody wants it', async () => {
    const one = await hook();
    receiver.answerBy((response) => void response.writeHead(500).end());
    await ask(one, 'test');
    await settled(one, { state: 'waiting' });
    await house.rows(`update webhook_messages set give_up = clock(), next_try = clock() where webhook_id = $1`, [
      one.id,
    ]);
    await settled(one, { state: 'failed', nextTry: null, trouble: 'refused', answer: 500 });
    receiver.answerBy();
    const again = await ask(one, `deliveries/${(await lastOf(one)).id}/again`);
    expect(again.body.result).toMatchObject({ state: 'waiting', trouble: null });
    await settled(one, { state: 'delivered' });
  });

  test.for([
    ['another address', 'redirected', 302],
    ['nothing at all', 'noConnection', null],
  ] as const)('is not taken where the answer is %s, which is not followed', async ([what, trouble, answer]) => {
    const elsewhere = await aReceiver();
    const one = await hook();
    receiver.answerBy((response) =>
      what === 'nothing at all'
        ? void response.destroy()
        : void response.writeHead(302, { location: elsewhere.url }).end(),
    );
    await ask(one, 'test');
    await settled(one, { state: 'waiting', trouble, answer });
    expect(elsewhere.got).toEqual([]);
  });

  test('is taken however much is answered: no more is read of it than its status', async () => {
    const one = await hook();
    let written = 0;
    receiver.answerBy((response) => {
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
    await ask(one, 'test');
    await settled(one, { state: 'delivered', answer: 200 });
    expect(written).toBeLessThan(50_000_000);
  });

  test(
    'that nobody answers is given up after ten seconds, and others do not wait for it',
    { timeout: 40_000 },
    async () => {
      const slow = await hook();
      receiver.answerBy(() => undefined);
      await ask(slow, 'test');
      expect((await nameBasket(admin, chain.north, 'Of the North')).status).toBe(200);
      expect((await deliveriesOf(admin, slow)).map(({ trouble }) => trouble)).not.toContain('timeout');
      await vi.waitFor(async () => expect((await lastOf(slow)).tries).toBe(1), patience);
      await vi.waitFor(
        async () => expect((await deliveriesOf(admin, slow)).map(({ trouble }) => trouble)).toContain('timeout'),
        { timeout: 30_000, interval: 200 },
      );
    },
  );

  test('of another machine that was killed in the middle falls due again, and is not lost', async () => {
    const one = await hook();
    await ask(one, 'test');
    await settled(one, { state: 'delivered' });
    // as it stands when whoever took it is gone before anything was noted
    await house.rows(
      `update webhook_messages set sent_date = null, answer = null, took = null, tries = 1, next_try = clock() + interval '60 seconds' where webhook_id = $1`,
      [one.id],
    );
    await settled(one, { state: 'waiting' });
    await house.clockAhead('61 seconds');
    const own = () => receiver.got.filter(({ message }) => message.webhookId === one.id);
    await vi.waitFor(() => expect(own()).toHaveLength(2), patience);
    await house.clockAhead('0');
    expect(new Set(own().map(({ message }) => message.id)).size).toBe(1);
  });
});

test('messages leave while others are waited for, of one webhook one at a time', { timeout: 40_000 }, async () => {
  const silent = await aReceiver();
  silent.answerBy(() => undefined);
  const slow = await aWebhook(admin, chain.org, silent.url);
  await ask(slow, 'test');
  await ask(slow, 'test');
  await vi.waitFor(() => expect(silent.got).toHaveLength(1), patience);
  for (let at = 1; at <= 3; at += 1) {
    const quick = await hook();
    await ask(quick, 'test');
    await settled(quick, { state: 'delivered' });
  }
  // nor does another process take the second one while the first is under way
  expect(await house.rows(`select id from take_webhook_messages(8, interval '60 seconds')`)).toEqual([]);
  expect(silent.got).toHaveLength(1);
});

test('messages of one webhook leave in the order in which things happened', async () => {
  const one = await hook();
  for (let at = 1; at <= 5; at += 1) await nameBasket(admin, chain.north, `Name no. ${at}`);
  await allTold(house, chain.org);
  const times = receiver.got.map(({ message }) => message.from);
  expect(times).toHaveLength(5);
  expect(times).toEqual(times.toSorted());
  expect((await deliveriesOf(admin, one)).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
});

describe('a webhook', () => {
  test('that has taken nothing for five days is turned off, which is shown and written down', async () => {
    const one = await hook();
    receiver.answerBy((response) => void response.writeHead(404).end());
    await ask(one, 'test');
    await settled(one, { trouble: 'refused' });
    expect(await shown(one)).toMatchObject({ status: true, failingSince: expect.any(String), turnedOffDate: null });
    await house.rows(`update webhooks set failing_since = clock() - interval '121 hours' where id = $1`, [one.id]);
    await hurry(one);
    await settled(one, { state: 'failed' });
    expect(await shown(one)).toMatchObject({ status: false, turnedOffDate: expect.any(String) });
    expect((await marksOf(house, one.id)).at(-1)).toMatchObject({
      action: 'webhook.gaveUp',
      before: { status: true },
      after: { status: false, description: 'Tills' },
    });
    // what happens meanwhile is not told later
    await nameBasket(admin, chain.north, 'While it is off');
    receiver.answerBy();
    receiver.got.length = 0;
    const on = await admin.put(hooksOf(chain.org, `/${one.id}/status`), { status: true });
    expect(on.body.result).toMatchObject({ status: true, failingSince: null, turnedOffDate: null });
    await nameBasket(admin, chain.south, 'Now it is on');
    await allTold(house, chain.org);
    expect(receiver.got.map(({ message }) => message.place.name)).toEqual(['South']);
  });

  test('that takes a message again is no longer on the way to be turned off', async () => {
    const one = await hook();
    receiver.answerBy((response) => void response.writeHead(500).end());
    await ask(one, 'test');
    await settled(one, { trouble: 'refused' });
    receiver.answerBy();
    await hurry(one);
    await settled(one, { state: 'delivered' });
    expect((await shown(one)).failingSince).toBeNull();
  });

  test('that failed, was quiet and fails again has been failing since then', async () => {
    const one = await hook();
    receiver.answerBy((response) => void response.writeHead(500).end());
    await ask(one, 'test');
    await settled(one, { trouble: 'refused' });
    await house.rows('update webhook_messages set give_up = clock(), next_try = clock() where webhook_id = $1', [
      one.id,
    ]);
    await settled(one, { state: 'failed' });
    expect(await shown(one)).toMatchObject({ status: true, failingSince: null });
  });

  test('that is off is tried once where somebody asks for it', async () => {
    const one = await hook();
    await admin.put(hooksOf(chain.org, `/${one.id}/status`), { status: false });
    receiver.answerBy((response) => void response.writeHead(500).end());
    await ask(one, 'test');
    await settled(one, { state: 'failed', trouble: 'refused', tries: 1, nextTry: null });
    expect(await shown(one)).toMatchObject({ status: false, failingSince: null });
  });

  test('whose address leads to a private network by the time it is sent to is not sent to', async () => {
    const one = await hook();
    // addresses that are kept for examples, and closed like those of private networks
    for (const url of ['https://192.0.2.1/in', 'https://198.51.100.1/in', 'https://[2001:db8::1]/in']) {
      await house.rows('update webhooks set url = $2 where id = $1', [one.id, url]);
      const { id } = (await ask(one, 'test')).body.result;
      await vi.waitFor(
        async () =>
          expect((await deliveriesOf(admin, one)).find((each) => each.id === id)).toMatchObject({
            state: 'waiting',
            trouble: 'privateAddress',
          }),
        patience,
      );
    }
  });
});

test('what became of messages is kept for a month', async () => {
  const one = await hook();
  await ask(one, 'test');
  await settled(one, { state: 'delivered' });
  const kept = () => house.rows('select from webhook_messages where webhook_id = $1', [one.id]);
  await house.rows('select forget_webhook_messages()');
  expect(await kept()).toHaveLength(1);
  await house.rows(`update webhook_messages set created_date = clock() - interval '30 days' where webhook_id = $1`, [
    one.id,
  ]);
  await house.rows('select forget_webhook_messages()');
  expect(await kept()).toEqual([]);
});
