import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { ProductFields } from './product-mapper.ts';
import { searchColumnsOf } from './queries.ts';

/** A product to be written, with its id. */
export type ProductToWrite = { readonly id: string; readonly input: ProductFields };

/** The editable fields of a product as table columns. */
export function productColumnsOf(
  orgId: string,
  { SKU, descriptions, imageUrls, price, vatClass, status, tags }: ProductFields,
) {
  const name = descriptions[0]?.value ?? '';
  const kind = descriptions[0]?.name;
  const names = descriptions.filter((description) => description.name === kind).map(({ value }) => value);
  return {
    sku: SKU,
    sku_norm: normalised(SKU),
    name,
    name_norm: normalised(name),
    ...searchColumnsOf(orgId, names, SKU),
    descriptions,
    image_urls: imageUrls,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    vat_class: vatClass,
    status,
    tags,
  };
}

const columnTypes = sql`sku text, sku_norm text, name text, name_norm text, search_text text, search_keys int[], descriptions jsonb, image_urls text[],
  price numeric, currency text, vat_class text, status boolean, tags text[]`;
const recordset = (orgId: string, products: readonly ProductToWrite[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(products.map(({ id, input }) => ({ id, ...productColumnsOf(orgId, input) })))}::jsonb) x(id uuid, ${columnTypes})`;

/** Inserts products together with their columns for searching. */
export async function insertProducts(
  db: Db,
  { orgId }: Scope,
  products: readonly ProductToWrite[],
  userId: string,
): Promise<void> {
  if (products.length === 0) return;
  await db.run(sql`
    insert into products (id, org_id, sku, sku_norm, name, name_norm, search_text, search_keys, descriptions, image_urls, price, currency, vat_class, status, tags,
      created_date, created_by, updated_date, updated_by)
    select x.id, ${orgId}, x.sku, x.sku_norm, x.name, x.name_norm, x.search_text, x.search_keys, x.descriptions, x.image_urls, x.price, x.currency, x.vat_class,
           x.status, x.tags, clock(), ${userId}, clock(), ${userId}
      from ${recordset(orgId, products)}`);
}

/** Updates products, whose rows must be locked, and increments their versions. */
export async function updateProducts(
  db: Db,
  { orgId }: Scope,
  products: readonly ProductToWrite[],
  userId: string,
): Promise<void> {
  if (products.length === 0) return;
  await db.run(sql`
    update products p set sku = x.sku, sku_norm = x.sku_norm, name = x.name, name_norm = x.name_norm, search_text = x.search_text,
           search_keys = x.search_keys, descriptions = x.descriptions, image_urls = x.image_urls, price = x.price, currency = x.currency, vat_class = x.vat_class,
           status = x.status, tags = x.tags, updated_date = clock(), updated_by = ${userId}, version = p.version + 1
      from ${recordset(orgId, products)}
     where p.org_id = ${orgId} and p.id = x.id`);
}

/** Soft-deletes locked products; their SKUs are free again. */
export async function deleteProducts(db: Db, { orgId }: Scope, ids: readonly string[], userId: string): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`
    update products set deleted_date = clock(), updated_date = clock(), updated_by = ${userId}, version = version + 1
     where org_id = ${orgId} and id = any(${[...ids]})`);
}
