import type { ProductRow } from '@storeward/contract/products';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../test/builders.ts';
import { createProduct, productInput, productsUrl } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';
import { onePixelImage } from '../../test/uploads.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
});

const search = async (client: ApiClient, query: Record<string, string>): Promise<ProductRow[]> => {
  const { status, body, text } = await client.get(`${productsUrl}?${String(new URLSearchParams(query))}`);
  if (status !== 200) throw new Error(text);
  return body.result as ProductRow[];
};
const skusOf = (rows: readonly ProductRow[]) => rows.map(({ SKU }) => SKU);

describe('a product', () => {
  test('has the fields that older clients read; its first text is the name, and SHORT_DESCRIPTION the description', async () => {
    const created = await createProduct(admin, {
      SKU: ' KS-1 ',
      descriptions: [
        { name: 'TITLE', value: 'Trikot', language: 'de' },
        { name: 'SHORT_DESCRIPTION', value: 'Rot, weißer Kragen' },
      ],
      price: { amount: '064.9', currency: 'gbp' },
      tags: ['Football', 'football', 'Shirts'],
    });
    expect(created).toMatchObject({
      SKU: 'KS-1',
      name: 'Trikot',
      description: 'Rot, weißer Kragen',
      descriptions: [
        { name: 'TITLE', value: 'Trikot', language: 'de' },
        { name: 'SHORT_DESCRIPTION', value: 'Rot, weißer Kragen', language: null },
      ],
      imageUrls: [],
      isChecked: false,
      isVat: false,
      price: { amount: '64.90', currency: 'GBP' },
      vatClass: 'standard',
      status: true,
      tags: ['football', 'Shirts'],
      version: 1,
    });
    expect((await admin.get(`${productsUrl}/${created.id}`)).body.result).toMatchObject(created);
  });

  test.for([
    ['SKU', { SKU: ' ' }, 'field.required'],
    ['SKU', { SKU: 'x'.repeat(65) }, 'field.tooLong'],
    ['SKU', { SKU: 'a\u0000b' }, 'field.invalidCharacter'],
    ['descriptions.0.value', { descriptions: [{ name: 'NAME', value: '' }] }, 'field.required'],
    ['descriptions.0.name', { descriptions: [{ name: 'a name', value: 'x' }] }, 'field.invalid'],
    ['descriptions.0.language', { descriptions: [{ name: 'NAME', value: 'x', language: 'xx' }] }, 'field.invalid'],
    [
      'descriptions',
      { descriptions: [1, 2].map((value) => ({ name: 'NAME', value: `${value}` })) },
      'product.doubleDescription',
    ],
    ['price.amount', { price: { amount: '1,000', currency: 'GBP' } }, 'product.priceWrong'],
    ['price.amount', { price: { amount: '1e3', currency: 'GBP' } }, 'product.priceWrong'],
    ['price.amount', { price: { amount: '-11062.06', currency: 'GBP' } }, 'product.priceNegative'],
    ['price.amount', { price: { amount: '1.5', currency: 'JPY' } }, 'product.priceDigits'],
    ['price.currency', { price: { amount: '1', currency: 'ABC' } }, 'field.invalid'],
    ['vatClass', { vatClass: 'high' }, 'field.invalid'],
    ['status', { status: 'yes' }, 'field.required'],
    ['tags.0', { tags: [''] }, 'field.required'],
    ['imageUrls.0', { imageUrls: ['https://evil.example/x.png'] }, 'field.invalid'],
    ['imageUrls.0', { imageUrls: ['javascript:alert(1)'] }, 'field.invalid'],
  ] as const)('refuses a wrong %s: %j', async ([path, overrides, code]) => {
    const { status, body } = await admin.post(productsUrl, productInput(overrides));
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path, messageCode: code })]]);
  });

  test('keeps the decimals of its currency', async () => {
    for (const [amount, currency, stored] of [
      ['1500', 'JPY', '1500'],
      ['1.5', 'KWD', '1.500'],
      ['-0', 'EUR', '0.00'],
      ['999999999999', 'EUR', '999999999999.00'],
    ])
      expect((await createProduct(admin, { price: { amount, currency } })).price).toEqual({ amount: stored, currency });
  });

  test('gets no SKU with a comma, which no selection could name; one that has it stays editable', async () => {
    const refused = await admin.post(productsUrl, productInput({ SKU: 'A,B' }));
    expect([refused.status, refused.body.messageCode]).toEqual([400, 'product.skuComma']);
    const { id, version } = await createProduct(admin, { SKU: 'AB' });
    const change = async (SKU: string, base = version) =>
      admin.put(`${productsUrl}/${id}`, { ...productInput({ SKU }), version: base });
    expect((await change('A,B')).body.messageCode).toBe('product.skuComma');
    await server.query(`update products set sku = 'A,B' where id = $1`, [id]);
    expect((await change('A,B')).status).toBe(200);
  });

  test('has only images that its own organisation has stored', async () => {
    const { body } = await admin.post(
      productsUrl,
      productInput({ imageUrls: [`/files/${org.id}/${'n'.repeat(24)}.webp`] }),
    );
    expect(body.messageCode).toBe('product.imageUnknown');
    const stranger = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
    const upload = async (client: ApiClient): Promise<string> => {
      const response = await client.post('/common/uploadfile', onePixelImage, { 'content-type': 'image/bmp' });
      return response.body.result.Location;
    };
    const [own, theirs] = [await upload(admin), await upload(stranger)];
    const refused = await admin.post(productsUrl, productInput({ imageUrls: [own, theirs] }));
    expect([refused.status, refused.body.messageCode]).toEqual([400, 'product.imageUnknown']);
    expect((await createProduct(admin, { imageUrls: [own, own] })).imageUrls).toEqual([own]);
  });

  test('has a SKU of its own, which differs in letter case at least and is free again after deletion', async () => {
    const upper = await createProduct(admin, { SKU: '15056BL' });
    const taken = await admin.post(productsUrl, productInput({ SKU: '15056BL' }));
    expect([taken.status, taken.body.messageCode]).toEqual([409, 'product.skuTaken']);
    expect(upper.sameSku).toBe(false);
    const lower = await createProduct(admin, { SKU: '15056bl' });
    expect(lower.sameSku).toBe(true);
    expect(skusOf(await search(admin, { flaw: 'sameSku', sort: 'SKU:asc' })).toSorted()).toEqual([
      '15056BL',
      '15056bl',
    ]);
    expect((await admin.delete(`${productsUrl}/${lower.id}`)).status).toBe(200);
    expect((await admin.get(`${productsUrl}/${lower.id}`)).body.messageCode).toBe('product.unknown');
    expect((await createProduct(admin, { SKU: '15056bl' })).version).toBe(1);
  });

  test('is changed with its version, and takes back what it was read as', async () => {
    const { id } = await createProduct(admin);
    const { body } = await admin.get(`${productsUrl}/${id}`);
    const same = await admin.put(`${productsUrl}/${id}`, body.result);
    expect(same.body.result.version).toBe(1);
    const changed = await admin.put(`${productsUrl}/${id}`, { ...body.result, vatClass: 'zero' });
    expect(changed.body.result).toMatchObject({ vatClass: 'zero', version: 2 });
    const stale = await admin.put(`${productsUrl}/${id}`, { ...body.result, vatClass: 'exempt' });
    expect([stale.status, stale.body.current]).toEqual([412, expect.objectContaining({ vatClass: 'zero' })]);
    await admin.put(`${productsUrl}/${id}/status`, { status: false });
    expect((await admin.put(`${productsUrl}/${id}`, productInput({ SKU: body.result.SKU }))).body.result.status).toBe(
      false,
    );
    const { result } = (await admin.get(`/audit?entity=product&entityId=${id}`)).body as unknown as {
      result: { action: string; before: unknown; after: unknown; entityName: string }[];
    };
    expect(result.map(({ action }) => action)).toEqual([
      'product.updated',
      'product.disabled',
      'product.updated',
      'product.created',
    ]);
    expect(result[2]).toMatchObject({ before: { vatClass: 'standard' }, after: { vatClass: 'zero' } });
    expect(result[0]!.entityName).toBe('Home shirt');
  });
});

test('users below the organisation read products and change none', async () => {
  const store = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const manager = await createClient(server, await createUser(server, { node: store }));
  const product = await createProduct(admin);
  expect((await manager.get(`${productsUrl}/${product.id}`)).body.result.can).toEqual({ view: true, edit: false });
  for (const response of [
    await manager.post(productsUrl, productInput()),
    await manager.put(`${productsUrl}/${product.id}`, productInput()),
    await manager.put(`${productsUrl}/${product.id}/status`, { status: false }),
    await manager.put('/product-management/product-statuses', { ids: [product.id], status: false }),
    await manager.delete(`${productsUrl}/${product.id}`),
  ])
    expect([response.status, response.body.messageCode]).toEqual([409, 'product.organisationOnly']);
  expect((await admin.get(`${productsUrl}/${product.id}`)).body.result).toMatchObject({ version: 1, status: true });
});

test('the status of a selection changes at once, and the answer says how many changed', async () => {
  const [one, two] = [await createProduct(admin), await createProduct(admin, { status: false })];
  const foreign = await createOrganisation(server);
  const stranger = await createClient(server, await createUser(server, { node: foreign }));
  const theirs = await createProduct(stranger);
  const { body } = await admin.put('/product-management/product-statuses', {
    ids: [one.id, two.id, theirs.id],
    status: false,
  });
  expect(body.result).toEqual({ changed: 1, unchanged: 1, unknown: 1 });
  expect((await stranger.get(`${productsUrl}/${theirs.id}`)).body.result.status).toBe(true);
  expect(skusOf(await search(admin, { status: 'disabled', SKU: one.SKU }))).toEqual([one.SKU]);
});

test('one request tells of many SKUs whether the own catalogue has them, and whether they are enabled', async () => {
  const shown = await createProduct(admin);
  const disabled = await createProduct(admin, { status: false });
  const stranger = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
  const theirs = await createProduct(stranger, { SKU: 'THEIRS' });
  const SKUs = [theirs.SKU, disabled.SKU, shown.SKU, theirs.SKU];
  expect((await admin.post('/product-management/product-statuses', { SKUs })).body.result).toEqual([
    { SKU: theirs.SKU, status: null },
    { SKU: disabled.SKU, status: false },
    { SKU: shown.SKU, status: true },
  ]);
});

test('lists are filtered by VAT class, tag, missing image and missing price', async () => {
  const shop = await createOrganisation(server);
  const client = await createClient(server, await createUser(server, { node: shop }));
  await createProduct(client, { SKU: 'A', vatClass: 'zero', tags: ['Kitchen', 'Red'], price: null });
  await createProduct(client, { SKU: 'B', vatClass: null, tags: ['kitchen'] });
  for (const [query, expected] of [
    [{ vatClass: 'zero' }, ['A']],
    [{ vatClass: 'none' }, ['B']],
    [{ tag: 'KITCHEN' }, ['A', 'B']],
    [{ tag: 'red' }, ['A']],
    [{ tag: 're' }, []],
    [{ flaw: 'price' }, ['A']],
    [{ flaw: 'image', vatClass: 'none' }, ['B']],
  ] as const)
    expect(skusOf(await search(client, { ...query, sort: 'SKU:asc' }))).toEqual(expected);
});
