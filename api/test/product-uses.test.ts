import type { ProductUses } from '@storeward/contract/products';
import { beforeAll, expect, test, vi } from 'vitest';
import { createChain } from './bulk.ts';
import { type ApiClient, createClient, createUser, type TestNode } from './builders.ts';
import { listUrl } from './lists.ts';
import { createProduct } from './product-samples.ts';
import { requiredValues } from './sample-section.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let stores: TestNode[];
let admin: ApiClient;

beforeAll(async () => {
  ({ org, company, stores, admin } = await createChain(server));
  await put(org, requiredValues);
});

const put = async (node: TestNode, values: Readonly<Record<string, unknown>>, change = {}) => {
  const fields = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value }]));
  const { status, text } = await admin.put(listUrl(node), { fields, ...change });
  if (status !== 200) throw new Error(text);
};
const usesOf = async (client: ApiClient, ids: readonly string[]): Promise<ProductUses> =>
  (await client.post('/product-management/product-uses', { ids })).body.result;
const summaryOf = ({ uses }: ProductUses) => uses.map(({ SKU, section, node }) => [SKU, section, node.name]);

test('a product knows the nodes and sections whose settings name it, those of planned changes included', async () => {
  const [scarf, hat] = [await createProduct(admin, { SKU: 'SCARF' }), await createProduct(admin, { SKU: 'HAT' })];
  expect(await usesOf(admin, [scarf.id])).toEqual({ uses: [], total: 0 });
  await put(company, { voucher: 'SCARF', note: 'HAT' });
  await put(stores[0]!, { voucher: 'HAT' });
  await put(stores[1]!, { voucher: 'SCARF' }, { begins: new Date(Date.now() + 86_400_000).toISOString() });
  expect(summaryOf(await usesOf(admin, [scarf.id]))).toEqual([
    ['SCARF', 'sample', company.name],
    ['SCARF', 'sample', stores[1]!.name],
  ]);
  const both = await usesOf(admin, [scarf.id, hat.id]);
  expect([both.total, summaryOf(both)]).toEqual([3, expect.arrayContaining([['HAT', 'sample', stores[0]!.name]])]);

  // a user of one store reads the uses of that store alone
  const clerk = await createClient(server, await createUser(server, { node: stores[0]!, rights: ['list_setting'] }));
  expect(summaryOf(await usesOf(clerk, [scarf.id, hat.id]))).toEqual([['HAT', 'sample', stores[0]!.name]]);

  // another value ends a use, and the product of another organisation with the same SKU has none
  await put(company, { voucher: null });
  expect(summaryOf(await usesOf(admin, [scarf.id]))).toEqual([['SCARF', 'sample', stores[1]!.name]]);
  const other = await createChain(server);
  const namesake = await createProduct(other.admin, { SKU: 'SCARF' });
  expect(await usesOf(other.admin, [namesake.id, scarf.id])).toEqual({ uses: [], total: 0 });
});
