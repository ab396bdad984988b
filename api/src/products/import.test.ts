import { readFileSync } from 'node:fs';
import type { ProductExportRow } from '@storeward/contract/products/product-import';
import type { ProductRow } from '@storeward/contract/products';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createClient, createNode, createOrganisation, createUser } from '../../test/builders.ts';
import { importsAt, toCsv } from '../../test/imports.ts';
import { createProduct, productsUrl } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
const url = '/product-management/imports';
const { upload, uploadAndCheck, runToEnd, waitUntilIdle, cellErrorsOf } = importsAt(url);
beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
const newAdmin = async () => createClient(server, await createUser(server, { node: await createOrganisation(server) }));

const list = async (client: ApiClient, query = ''): Promise<ProductRow[]> =>
  (await client.get(`${productsUrl}?size=100${query}`)).body.result;
const exportRows = async (client: ApiClient) => {
  const rows: ProductExportRow[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { body } = (await client.get(
      `/product-management/product-export?size=1000${cursor && `&cursor=${cursor}`}`,
    )) as {
      body: { result: ProductExportRow[]; next?: string };
    };
    rows.push(...body.result);
    cursor = body.next;
  }
  return rows;
};

test('the real products of the published file are loaded, exported, found unchanged, and taken back', async () => {
  const admin = await newAdmin();
  const file = readFileSync(new URL('../../../scripts/data/products.csv', import.meta.url));
  const { body: head } = await admin.post(`${url}/head`, file.subarray(0, 4096), { 'content-type': 'text/csv' });
  expect(head.result).toMatchObject({ source: 'guessed', mapping: ['SKU', 'name', 'price', ''] });
  const { body } = await upload(admin, file, {
    columns: ['SKU', 'name', 'price', ''],
    constants: { currency: 'GBP' },
  });
  const checked = await waitUntilIdle(admin, body.result.id);
  expect(checked).toMatchObject({ state: 'ready', rowCount: 4070, created: 4069, wrong: 1 });
  // an adjustment of an account, which is no price
  expect(Object.values(await cellErrorsOf(admin, checked))).toEqual([{ price: 'product.priceNegative' }]);
  expect(await runToEnd(admin, checked)).toMatchObject({ state: 'done', created: 4069 });
  const { total } = (await admin.get(`${productsUrl}?flaw=name`)).body as unknown as { total: number };
  const doubles = (await admin.get(`${productsUrl}?flaw=sameSku`)).body as unknown as { total: number };
  expect([total, doubles.total]).toEqual([112, 224]);
  expect(await list(admin, '&SKU=gift_0001_10')).toMatchObject([
    { name: 'Dotcomgiftshop Gift Voucher £10.00', price: { amount: '8.33', currency: 'GBP' }, vatClass: null },
  ]);
  const exported = await exportRows(admin);
  expect(exported).toHaveLength(4069);
  expect(await uploadAndCheck(admin, toCsv(exported))).toMatchObject({ unchanged: 4069, wrong: 0 });
  expect(await runToEnd(admin, checked, 'undo')).toMatchObject({ state: 'undone', undone: 4069, kept: 0 });
  expect(await list(admin)).toEqual([]);
});

test('each wrong cell of a product file is named with its column', async () => {
  const client = await newAdmin();
  const rows = [
    { SKU: '', name: 'No SKU' },
    { SKU: 'A', name: 'x'.repeat(513) },
    { SKU: 'B', price: 'cheap', currency: 'GBP' },
    { SKU: 'B2', price: '8.000', currency: 'GBP' },
    { SKU: 'B3', price: '-8', currency: 'GBP' },
    { SKU: 'C,D', name: 'Comma' },
    { SKU: 'C', price: '1.50' },
    { SKU: 'D', price: '1.50', currency: 'JPY' },
    { SKU: 'E', vatClass: 'high' },
    { SKU: 'F', status: 'perhaps' },
    { SKU: 'G', tags: `Fine|${'y'.repeat(33)}` },
    { SKU: 'H', name: '=cmd' },
    { SKU: 'I', name: 'once' },
    { SKU: 'I', name: 'twice' },
    { SKU: 'i', name: 'Another product' },
  ].map((row) => ({ name: '', price: '', currency: '', vatClass: '', tags: '', status: '', ...row }));
  const run = await uploadAndCheck(client, toCsv(rows));
  expect(run).toMatchObject({ created: 1, wrong: 14 });
  expect(Object.values(await cellErrorsOf(client, run))).toEqual([
    { SKU: 'field.required' },
    { name: 'field.tooLong' },
    { price: 'product.priceWrong' },
    { price: 'field.numberAmbiguous' },
    { price: 'product.priceNegative' },
    { SKU: 'product.skuComma' },
    { currency: 'product.currencyMissing' },
    { price: 'product.priceDigits' },
    { vatClass: 'field.invalid' },
    { status: 'field.invalid' },
    { tags: 'field.tooLong' },
    { name: 'import.formula' },
    { SKU: 'import.twice' },
    { SKU: 'import.twice' },
  ]);
});

test('a file changes only the columns it has, and undo restores what nobody has changed since', async () => {
  const client = await newAdmin();
  const descriptions = [
    { name: 'NAME', value: 'Home shirt', language: 'en' },
    { name: 'NAME', value: 'Heimtrikot', language: 'de' },
    { name: 'SHORT_DESCRIPTION', value: 'Red', language: null },
  ];
  const product = await createProduct(client, { SKU: 'KS-1', descriptions });
  const other = await createProduct(client, { SKU: 'KS-2' });
  const run = await uploadAndCheck(
    client,
    toCsv([
      { SKU: 'KS-1', name: 'Home shirt 2026', price: '59,99' },
      { SKU: 'KS-2', name: 'Renamed', price: '1' },
      { SKU: 'KS-3', name: 'New', price: '' },
    ]),
  );
  expect(run).toMatchObject({ updated: 2, created: 1, wrong: 0 });
  await runToEnd(client, run);
  const read = async (id: string) => (await client.get(`${productsUrl}/${id}`)).body.result;
  expect(await read(product.id)).toMatchObject({
    descriptions: [{ ...descriptions[0], value: 'Home shirt 2026' }, ...descriptions.slice(1)],
    price: { amount: '59.99', currency: 'GBP' },
    tags: ['Football'],
    version: 2,
  });
  await client.put(`${productsUrl}/${other.id}/status`, { status: false });
  expect(await runToEnd(client, run, 'undo')).toMatchObject({ state: 'undone', undone: 2, kept: 1 });
  expect(await read(product.id)).toMatchObject({
    descriptions,
    price: { amount: '64.99', currency: 'GBP' },
    version: 3,
  });
  expect(await read(other.id)).toMatchObject({ name: 'Renamed', status: false });
  expect((await list(client)).map(({ SKU }) => SKU)).toEqual(['KS-1', 'KS-2']);
});

test('a file of a user below the organisation, or without the permission, changes nothing', async () => {
  const org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const below = await createClient(server, await createUser(server, { node: company }));
  const editor = await createClient(server, await createUser(server, { node: org, rights: ['edit_setting'] }));
  for (const [client, code] of [
    [below, 'product.organisationOnly'],
    [editor, 'import.rightMissing'],
  ] as const) {
    const run = await uploadAndCheck(client, toCsv([{ SKU: 'X-1', name: 'x' }]));
    expect(run).toMatchObject({ created: 0, wrong: 1 });
    expect(Object.values(await cellErrorsOf(client, run))).toEqual([{ row: code }]);
  }
});
