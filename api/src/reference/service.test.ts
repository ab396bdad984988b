import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, createClient } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const testServer = await startTestServer();
let client: ApiClient;

beforeAll(async () => {
  client = await createClient(
    testServer,
    await createUser(testServer, { node: await createOrganisation(testServer), rights: null, withoutNode: true }),
  );
});

const listOf = async (path: string) => (await client.get(`/common/${path}`)).body.result as Record<string, unknown>[];

describe('a reference list', () => {
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
  ] as const)(
    'of %s is complete for every signed-in user, whatever the role',
    async ([path, minimumCount, expectedRow]) => {
      const rows = await listOf(path);
      expect(rows.length).toBeGreaterThanOrEqual(minimumCount);
      expect(rows).toContainEqual(expectedRow);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
    },
  );

  test.for([
    ['language', { code: 'en' }],
    ['themes', { id: 'harbour' }],
    ['short-date', { dateId: 'DD/MM/YYYY' }],
    ['long-date', { dateId: 'D MMMM YYYY' }],
    ['short-time', { timeId: 'HH:mm' }],
    ['long-time', { timeId: 'HH:mm:ss' }],
  ] as const)('of %s has exactly one default', async ([path, defaultRow]) => {
    const defaults = (await listOf(path)).filter(({ isDefaultSelected }) => isDefaultSelected);
    expect(defaults).toEqual([expect.objectContaining(defaultRow)]);
  });

  test('includes modules without a short name, and a symbol for every currency', async () => {
    const modules = await listOf('module');
    expect(modules.filter(({ shortName }) => shortName === null).map(({ name }) => name)).toEqual(['T2B', 'Crest']);
    for (const { symbol } of await listOf('currency')) expect(symbol).toMatch(/\S/);
  });

  test('is cached by the browser and returns 304 while its ETag matches', async () => {
    const first = await client.get('/common/currency');
    expect(first.headers['cache-control']).toBe('private, max-age=3600');
    const tag = String(first.headers['etag']);
    for (const etagHeader of [tag, `W/${tag}`, `"another", ${tag}`]) {
      const notModified = await client.get('/common/currency', { 'if-none-match': etagHeader });
      expect([notModified.status, notModified.text, notModified.headers['etag']]).toEqual([304, '', tag]);
    }
    const otherResponse = await client.get('/common/currency', { 'if-none-match': '"another"' });
    expect([otherResponse.status, otherResponse.text]).toEqual([200, first.text]);
    expect((await client.get('/common/countries')).headers['etag']).not.toBe(tag);
  });

  test('is compressed if the client accepts it', async () => {
    const plain = await client.get('/common/timezones');
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding']);
    const compressed = await testServer.app.inject({
      url: '/common/timezones',
      headers: { host: client.host, authorization: `Bearer ${client.token}`, 'accept-encoding': 'gzip, br' },
    });
    expect([compressed.headers['content-encoding'], compressed.headers['etag']]).toEqual(['br', plain.headers['etag']]);
    expect(compressed.rawPayload.length).toBeLessThan(plain.text.length / 3);
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.text);
  });

  test('returns 401 without a session, even with a matching ETag', async () => {
    const { headers } = await client.get('/common/module');
    const response = await testServer.request({
      url: '/common/module',
      host: client.host,
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect([response.status, response.headers['cache-control']]).toEqual([401, 'no-store']);
  });
});

test('a text is returned as a QR code image', async () => {
  const { status, body } = await client.post('/common/qrcode/generate', { text: 'https://kestrel.example/店' });
  expect(status).toBe(200);
  const [kind, picture = ''] = (body.result as string).split(',');
  expect(kind).toBe('data:image/png;base64');
  const { width, height, format } = await sharp(Buffer.from(picture, 'base64')).metadata();
  expect([format, width]).toEqual(['png', height]);
  expect(width).toBeGreaterThan(200);
  const codeOf = async (text: string) => {
    const { status: code, body: result } = await client.post('/common/qrcode/generate', { text });
    return [code, (result.errors as { messageCode: string }[] | undefined)?.[0]?.messageCode];
  };
  expect(await codeOf('x'.repeat(1001))).toEqual([400, 'field.tooLong']);
  expect(await codeOf('店'.repeat(777))).toEqual([200, undefined]);
  for (const text of ['店'.repeat(778), '店'.repeat(1000)]) expect(await codeOf(text)).toEqual([400, 'field.tooLong']);
});
