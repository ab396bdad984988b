import { defaultTheme } from '@storeward/contract/settings/theme';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let somebody: Caller;

beforeAll(async () => {
  somebody = await signedIn(
    house,
    await aUser(house, { at: await anOrganisation(house), rights: null, nowhere: true }),
  );
});

const listOf = async (path: string) => (await somebody.get(`/common/${path}`)).body.result as Record<string, unknown>[];

describe('a common list', () => {
  test.for([
    ['countries', 249, { code: 'GB', name: 'United Kingdom' }],
    ['language', 7, { code: 'zh-CN', name: '简体中文', isDefaultSelected: false }],
    ['timezones', 400, { code: 'America/New_York', name: 'America/New York' }],
    ['currency', 155, { code: 'GBP', name: 'British Pound', symbol: '£', digits: 2 }],
    ['short-date', 2, { dateId: 'MM/DD/YYYY', dateFormat: 'MM/DD/YYYY', isDefaultSelected: false }],
    ['long-date', 2, { dateId: 'D MMMM YYYY', dateFormat: 'D MMMM YYYY', isDefaultSelected: true }],
    ['short-time', 2, { timeId: 'h:mm A', timeFormat: 'h:mm A', isDefaultSelected: false }],
    ['long-time', 2, { timeId: 'HH:mm:ss', timeFormat: 'HH:mm:ss', isDefaultSelected: true }],
    ['purge', 6, { id: '30-days', name: '30 days', days: 30 }],
    ['themes', 5, { id: 'harbour', name: 'Harbour', isDefaultSelected: true, theme: defaultTheme }],
    ['module', 12, { name: 'eBasket', shortName: 'ebasket' }],
  ] as const)('of %s is told in full to everybody signed in, whatever their role', async ([path, least, one]) => {
    const rows = await listOf(path);
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(rows).toContainEqual(one);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  });

  test.for([
    ['language', { code: 'en' }],
    ['themes', { id: 'harbour' }],
    ['short-date', { dateId: 'DD/MM/YYYY' }],
    ['long-date', { dateId: 'D MMMM YYYY' }],
    ['short-time', { timeId: 'HH:mm' }],
    ['long-time', { timeId: 'HH:mm:ss' }],
  ] as const)('of %s has exactly one usual choice', async ([path, usual]) => {
    const chosen = (await listOf(path)).filter(({ isDefaultSelected }) => isDefaultSelected);
    expect(chosen).toEqual([expect.objectContaining(usual)]);
  });

  test('has every module that has no short name too, and every currency a sign', async () => {
    const modules = await listOf('module');
    expect(modules.filter(({ shortName }) => shortName === null).map(({ name }) => name)).toEqual(['T2B', 'Crest']);
    for (const { symbol } of await listOf('currency')) expect(symbol).toMatch(/\S/);
  });

  test('is kept by the browser, and answered with a word when it is still the same', async () => {
    const first = await somebody.get('/common/currency');
    expect(first.headers['cache-control']).toBe('private, max-age=3600');
    const tag = String(first.headers['etag']);
    for (const known of [tag, `W/${tag}`, `"another", ${tag}`]) {
      const again = await somebody.get('/common/currency', { 'if-none-match': known });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    }
    const other = await somebody.get('/common/currency', { 'if-none-match': '"another"' });
    expect([other.status, other.text]).toEqual([200, first.text]);
    expect((await somebody.get('/common/countries')).headers['etag']).not.toBe(tag);
  });

  test('comes in fewer bytes to whoever can read them so', async () => {
    const plain = await somebody.get('/common/timezones');
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding']);
    const short = await house.server.inject({
      url: '/common/timezones',
      headers: { host: somebody.host, authorization: `Bearer ${somebody.token}`, 'accept-encoding': 'gzip, br' },
    });
    expect([short.headers['content-encoding'], short.headers['etag']]).toEqual(['br', plain.headers['etag']]);
    expect(short.rawPayload.length).toBeLessThan(plain.text.length / 3);
    expect(brotliDecompressSync(short.rawPayload).toString()).toBe(plain.text);
  });

  test('is nothing for strangers, even when they know its mark', async () => {
    const { headers } = await somebody.get('/common/module');
    const answer = await house.ask({
      url: '/common/module',
      host: somebody.host,
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect([answer.status, answer.headers['cache-control']]).toEqual([401, 'no-store']);
  });
});

test('a text becomes a picture that cameras read', async () => {
  const { status, body } = await somebody.post('/common/qrcode/generate', { text: 'https://kestrel.example/店' });
  expect(status).toBe(200);
  const [kind, picture = ''] = (body.result as string).split(',');
  expect(kind).toBe('data:image/png;base64');
  const { width, height, format } = await sharp(Buffer.from(picture, 'base64')).metadata();
  expect([format, width]).toEqual(['png', height]);
  expect(width).toBeGreaterThan(200);
  expect((await somebody.post('/common/qrcode/generate', { text: 'x'.repeat(1001) })).status).toBe(400);
});
