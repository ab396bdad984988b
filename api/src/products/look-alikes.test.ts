import { ProductInput } from '@storeward/contract/products';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { importsAt, toCsv } from '../../test/imports.ts';
import {
  canonicalEquals,
  compatibilityForms,
  dashes,
  directions,
  distinctTexts,
  invisibleCharacters,
  lettersAlike,
  withCharacter,
} from '../../test/look-alike-codes.ts';
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

const startCatalogue = async (SKU = sku) => {
  admin = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
  return createProduct(admin, { SKU });
};

// a sample; the proof of hostile corpora sends all
const sampleOf = <T>(all: readonly T[], every: number) => all.filter((_, index) => index % every === 0);
const invisible = [...sampleOf(invisibleCharacters, 4), ...sampleOf(directions, 4)].map(
  ([what, character], index) => [what, withCharacter(sku, character)[index % 4]!] as const,
);
const alike = [
  ...sampleOf(dashes, 3).map(([what, dash]) => [what, sku, sku.replace('-', dash)] as const),
  ...sampleOf([...compatibilityForms, ...lettersAlike], 9),
];
const distinct = sampleOf(distinctTexts, 3);
const equal = sampleOf(canonicalEquals, 5);

test('a SKU with invisible characters is the SKU without them, in the form, the API and a file', async () => {
  await startCatalogue();
  for (const [what, SKU] of invisible) {
    expect([what, ProductInput.parse(productInput({ SKU })).SKU]).toEqual([what, sku]);
    const { body } = await admin.post(productsUrl, productInput({ SKU }));
    expect([what, body.messageCode]).toEqual([what, 'product.skuTaken']);
    expect(await uploadAndCheck(admin, toCsv([{ SKU, name: 'Scarf' }]))).toMatchObject({ created: 0, updated: 1 });
  }
});

test('a search for the beginning of a SKU ignores invisible characters', async () => {
  const { id } = await startCatalogue();
  const found = async (SKU: string) => {
    const { body } = await admin.get(`${productsUrl}?${new URLSearchParams({ SKU }).toString()}`);
    return (body.result as { id: string }[]).map((product) => product.id);
  };
  for (const [what, SKU] of invisible) expect([what, await found(SKU)]).toEqual([what, [id]]);
  for (const nothing of ['\u200B', '\uFEFF', '\u034F', '\uFE0F', '\u3164', ' \u00AD '])
    expect(await found(nothing)).toEqual([]);
});

test('a product is marked if its SKU looks like that of another one, and both are kept', async () => {
  for (const [what, other, SKU] of alike) {
    const { id } = await startCatalogue(other);
    expect(await uploadAndCheck(admin, toCsv([{ SKU, name: 'Scarf' }]))).toMatchObject({ created: 1, wrong: 0 });
    const created = await createProduct(admin, { SKU });
    expect([what, created.SKU, created.sameSku]).toEqual([what, SKU, true]);
    const { body } = await admin.get(`${productsUrl}?flaw=sameSku`);
    expect((body.result as { id: string }[]).map((found) => found.id).toSorted()).toEqual([id, created.id].toSorted());
  }
});

test('a SKU that Unicode calls equal to another one is taken', async () => {
  for (const [what, SKU, other] of equal) {
    await startCatalogue(SKU);
    const { body } = await admin.post(productsUrl, productInput({ SKU: other }));
    expect([what, body.messageCode]).toEqual([what, 'product.skuTaken']);
  }
});

test('a SKU in letters of another script is not marked unless another one looks the same', async () => {
  await startCatalogue();
  expect((await createProduct(admin, { SKU: 'ШАРФ-1001' })).sameSku).toBe(false);
  expect((await createProduct(admin, { SKU: 'KS–1002' })).sameSku).toBe(false);
  for (const [what, first, second] of distinct) {
    await startCatalogue(first);
    expect([what, (await createProduct(admin, { SKU: second })).sameSku]).toEqual([what, false]);
  }
});
