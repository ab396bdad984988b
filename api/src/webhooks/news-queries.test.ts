import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { aChain, nameBasket } from '../../test/bulk.ts';
import { aServer } from '../../test/server.ts';
import { allTold, aReceiver, aWebhook, patience } from '../../test/webhooks.ts';

const house = await aServer({ environment: 'development' });
const receiver = await aReceiver();
let chain: Awaited<ReturnType<typeof aChain>>;

beforeAll(async () => {
  // what has happened is told while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
  chain = await aChain(house);
});

test('what could not be told is tried again after an hour at most, however often it could not', async () => {
  const later = `clock() + interval '1 day'`;
  const [row] = await house.rows(
    `insert into setting_news (org_id, moment, next_try) values ($1, ${later}, ${later}) returning id`,
    [chain.org.id],
  );
  for (let tries = 1; tries <= 30; tries += 1) await house.rows('select news_failed(array[$1::bigint])', [row!['id']]);
  const [kept] = await house.rows(
    `select tries, next_try - clock() between interval '50 minutes' and interval '1 hour' as soon from setting_news where id = $1`,
    [row!['id']],
  );
  expect(kept).toEqual({ tries: 30, soon: true });
});

test('a transaction that stays open holds up what is told for a minute at most', async () => {
  await aWebhook(chain.admin, chain.org, receiver.url);
  const other = new pg.Client(house.ownerUrl);
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select pg_current_xact_id()');
    await nameBasket(chain.admin, chain.north, 'Of the North');
    const seen = () => house.rows('select from setting_news where org_id = $1 and seen is not null', [chain.org.id]);
    await vi.waitFor(async () => expect(await seen()).toHaveLength(1), patience);
    expect(receiver.got).toEqual([]);
    await house.clockAhead('61 seconds');
    await allTold(house, chain.org);
    expect(receiver.got.map(({ message }) => [message.place.name, message.stores])).toEqual([['North', 4]]);
  } finally {
    await other.end();
    await house.clockAhead('0');
  }
});
