import { ProductInput } from '@storeward/contract/products';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { importsAt, toCsv } from '../../test/imports.ts';
import { createProduct, productInput, productsUrl } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
const { uploadAndCheck } = importsAt('/product-management/imports');
const sku = 'KS-1001';
let admin: ApiClient;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const startCatalogue = async () => {
  admin = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
  return createProduct(admin, { SKU: sku });
};

const invisible = [
  ['a zero-width space', 'KS\u200B-1001'],
  ['a joiner', 'KS\u200D-1001'],
  ['a non-joiner', 'KS\u200C-1001'],
  ['a soft hyphen', 'KS\u00AD-1001'],
  ['a word joiner', 'KS\u2060-1001'],
  ['a variation selector', 'KS-1001\uFE0F'],
  ['an override of the writing direction', '\u202DKS-1001\u202C'],
] as const;

const alike = [
  ['full width', '\uFF2B\uFF33-\uFF11001'],
  ['a full-width dash', 'KS\uFF0D1001'],
  ['a hyphen', 'KS\u20101001'],
  ['a dash that does not break', 'KS\u20111001'],
  ['an en dash', 'KS\u20131001'],
  ['a minus sign', 'KS\u22121001'],
  ['a Cyrillic letter', '\u041AS-1001'],
  ['a small Cyrillic letter', 'k\u0455-1001'],
  ['a Greek letter', '\u039AS-1001'],
] as const;

test('a SKU with invisible characters is the SKU without them, in the form, the API and a file', async () => {
  await startCatalogue();
  for (const [what, SKU] of invisible) {
    expect([what, ProductInput.parse(productInput({ SKU })).SKU]).toEqual([what, sku]);
    const { body } = await admin.post(productsUrl, productInput({ SKU }));
    expect([what, body.messageCode]).toEqual([what, 'product.skuTaken']);
    expect(await uploadAndCheck(admin, toCsv([{ SKU, name: 'Scarf' }]))).toMatchObject({ created: 0, updated: 1 });
  }
});

test('a product is marked if its SKU looks like that of another one, and both are kept', async () => {
  for (const [what, SKU] of alike) {
    const { id } = await startCatalogue();
    expect(await uploadAndCheck(admin, toCsv([{ SKU, name: 'Scarf' }]))).toMatchObject({ created: 1, wrong: 0 });
    const created = await createProduct(admin, { SKU });
    expect([what, created.SKU, created.sameSku]).toEqual([what, SKU, true]);
    const { body } = await admin.get(`${productsUrl}?flaw=sameSku`);
    expect((body.result as { id: string }[]).map((found) => found.id).toSorted()).toEqual([id, created.id].toSorted());
  }
});

test('a SKU in letters of another script is not marked unless another one looks the same', async () => {
  await startCatalogue();
  expect((await createProduct(admin, { SKU: 'ШАРФ-1001' })).sameSku).toBe(false);
  expect((await createProduct(admin, { SKU: 'KS–1002' })).sameSku).toBe(false);
});
