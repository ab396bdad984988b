import type { ProductDescription, ProductRow } from '@storeward/contract/products';
import { productColumnsOf } from '../src/products/write-queries.ts';
import { newId } from '../src/platform/database/ids.ts';
import { insertTaskRun } from './bulk.ts';
import { createClient, createUser, type ApiClient, rootOf, type TestUser } from './builders.ts';
import type { RequestParts } from './request-parts.ts';
import type { TestServer } from './server.ts';

export const productsUrl = '/product-management/products';

/** A valid product with a SKU of its own. */
export const productInput = (overrides: object = {}) => ({
  SKU: `KS-${newId().slice(-12)}`,
  descriptions: [
    { name: 'NAME', value: 'Home shirt', language: 'en' },
    { name: 'SHORT_DESCRIPTION', value: 'Red with a white collar', language: null },
  ],
  price: { amount: '64.99', currency: 'GBP' },
  vatClass: 'standard',
  tags: ['Football'],
  ...overrides,
});

/** Creates a product and returns it. */
export async function createProduct(client: ApiClient, overrides: object = {}): Promise<ProductRow> {
  const { status, body, text } = await client.post(productsUrl, productInput(overrides));
  if (status !== 200) throw new Error(`the product was refused: ${text}`);
  return body.result as ProductRow;
}

/** Inserts many products with names alone, and tells the planner about them. */
export async function insertManyProducts(
  server: TestServer,
  orgId: string,
  count: number,
  nameOf: (number: number) => string,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => {
    const descriptions: ProductDescription[] = [{ name: 'NAME', value: nameOf(number), language: null }];
    const fields = { imageUrls: [], price: null, vatClass: null, status: true, tags: [] };
    return {
      ...productColumnsOf(orgId, { SKU: `MANY-${number}`, descriptions, ...fields }),
      id: newId(),
      org_id: orgId,
      version: 1,
    };
  });
  await server.query(
    `insert into products (id, org_id, sku, sku_norm, name, name_norm, search_text, search_keys, descriptions)
     select id, org_id, sku, sku_norm, name, name_norm, search_text, search_keys, descriptions from jsonb_populate_recordset(null::products, $1)`,
    [JSON.stringify(rows)],
  );
  await server.query('analyze products', []);
}

/** A product with this name alone. */
export const named = (SKU: string, name: string) => ({
  SKU,
  descriptions: name ? [{ name: 'NAME', value: name, language: null }] : [],
});

/** Sample requests for the product endpoints. */
export const productSamples: Readonly<Record<string, () => RequestParts>> = {
  'products.get': () => ({ id: newId() }),
  'products.create': () => ({ body: productInput() }),
  'products.update': () => ({ id: newId(), body: productInput() }),
  'products.setStatuses': () => ({ body: { ids: [newId()], status: true } }),
  'products.statusesBySku': () => ({ body: { SKUs: ['SCARF'] } }),
  'products.uses': () => ({ body: { ids: [newId()] } }),
  'products.setStatus': () => ({ id: newId(), body: { status: true } }),
  'products.remove': () => ({ id: newId() }),
  'productBulk.preview': () => ({ body: bulkRequest }),
  'productBulk.create': () => ({ body: bulkRequest }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo'].map((endpoint) => [`productBulk.${endpoint}`, () => ({ id: newId() })]),
  ),
};

/** A change of all products. */
const bulkRequest = { status: false, matching: {} };
const createRun = (state: string) => (server: TestServer, user: TestUser) =>
  insertTaskRun(server, user, state, {
    kind: 'productChanges',
    columns: ['SKU', 'name', 'uses'],
    task: { status: true },
  });

/** Creates a product for endpoints that read or change one. */
const ofProduct =
  (body?: () => object) =>
  async (server: TestServer, { node }: TestUser): Promise<RequestParts> => {
    const admin = await createClient(server, await createUser(server, { node: rootOf(node) }));
    return { id: (await createProduct(admin)).id, ...(body && { body: body() }) };
  };

/** Sample requests for which a product is created first. */
export const populatedProductSamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  'products.get': ofProduct(),
  'products.update': ofProduct(productInput),
  'products.setStatus': ofProduct(() => ({ status: false })),
  'products.remove': ofProduct(),
  'productBulk.preview': ofProduct(() => bulkRequest),
  'productBulk.create': ofProduct(() => bulkRequest),
  'productBulk.get': createRun('stopped'),
  'productBulk.rows': createRun('stopped'),
  'productBulk.start': createRun('stopped'),
  'productBulk.stop': createRun('running'),
  'productBulk.undo': createRun('done'),
};
