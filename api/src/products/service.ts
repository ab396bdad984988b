import { normalisedCode, visibleText } from '@storeward/contract/fields';
import { pageParams } from '@storeward/contract/paging';
import { maxListedUses, type ProductId, type ProductInput, type products } from '@storeward/contract/products';
import { listStoredUploads } from '../files/queries.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/database/cursor-pagination.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { changeProducts, changesAnything, createProducts, removeProducts } from './commands.ts';
import { changeError, skuError } from './policy.ts';
import { inputOf, type ProductFields, toProduct, toProductRow } from './product-mapper.ts';
import * as queries from './queries.ts';

export const productsService: Service<typeof products> = {
  async list({ db, actor }, { query }) {
    const page = pageParams(query, 'name:asc');
    const filter = productFilter({ ...query, search: page.search });
    const order = `products by ${page.sort} ${page.descending}`;
    const cursor = decodeCursor(page.cursor, order);
    const { rows, count } = await queries.listProducts(db, actor.scope, filter, page, cursor);
    const counted = cursor?.totalCount ?? count;
    const result = pageOf(
      rows,
      page.limit,
      counted,
      (last) => encodeCursor(order, { after: last.sortedBy, id: last.id, totalCount: counted }),
      (row) => toProductRow(actor, row),
    );
    if (!filter.words && !filter.skuPrefix) return result;
    // a product with exactly the SKU comes first regardless of the order, so a cursor cannot continue after it
    const { next: _, ...withoutCursor } = result;
    return withoutCursor;
  },

  get: async ({ db, actor }, { params }) => toProduct(actor, await findProduct({ db, actor }, params.id)),

  async create(context, { body }) {
    const { actor } = context;
    ensureMayChange(context);
    ensure(!skuError(body.SKU), 'product.skuComma');
    await ensureImages(context, body);
    const [id] = await createProducts(context, [{ ...body, status: body.status ?? true }]);
    return toProduct(actor, await findProduct(context, id!));
  },

  async update(context, { params, body, version }) {
    const before = await lockForUpdate(context, params.id, version);
    ensure(!skuError(body.SKU, before.sku), 'product.skuComma');
    await ensureImages(context, body, before);
    return save(context, before, { ...body, status: body.status ?? before.status });
  },

  async setStatus(context, { params, body: { status }, version }) {
    const before = await lockForUpdate(context, params.id, version);
    return save(context, before, { ...inputOf(before), status });
  },

  async setStatuses(context, { body: { ids, status } }) {
    ensureMayChange(context);
    const found = await queries.lockProducts(context.db, context.actor.scope, ids);
    const changes = found
      .filter((product) => product.status !== status)
      .map((before) => ({ before, input: { ...inputOf(before), status } }));
    await changeProducts(context, changes);
    const unknown = new Set<string>(ids).size - found.length;
    return { changed: changes.length, unchanged: found.length - changes.length, unknown };
  },

  async uses({ db, actor }, { body: { ids } }) {
    const rows = await queries.listProductUses(db, actor.scope, ids, maxListedUses);
    return {
      uses: rows.map(({ sku, section, nodeId, nodeName, nodeType }) => ({
        SKU: sku,
        section,
        node: { id: nodeId, name: nodeName, nodeType },
      })),
      total: rows[0]?.total ?? 0,
    };
  },

  async statusesBySku({ db, actor }, { body: { SKUs } }) {
    const found = await queries.listProductsBySku(db, actor.scope, SKUs, { lock: false });
    const statuses = new Map(found.map(({ sku, status }) => [sku, status]));
    return [...new Set(SKUs)].map((SKU) => ({ SKU, status: statuses.get(SKU) ?? null }));
  },

  async remove(context, { params, version }) {
    const before = await lockForUpdate(context, params.id, version);
    await removeProducts(context, [before]);
    return toProduct(context.actor, before);
  },
};

type ProductListQuery = {
  readonly search?: string | undefined;
  readonly SKU?: string | undefined;
  readonly shortDescription?: string | undefined;
  readonly description?: string | undefined;
} & Pick<queries.ProductFilter, 'status' | 'vatClass' | 'tag' | 'flaw'>;

/** A prefix that no SKU has. */
const noCode = '\u200B';

/** The filter of a request; earlier clients send the words of the name under two different names. */
export const productFilter = ({
  search = '',
  SKU = '',
  shortDescription = '',
  description = '',
  status,
  vatClass,
  tag,
  flaw,
}: ProductListQuery): queries.ProductFilter => ({
  words: search.trim(),
  nameWords: `${shortDescription} ${description}`.trim(),
  // a text of nothing visible finds nothing, not everything
  skuPrefix: normalisedCode(SKU) || (visibleText(SKU) === SKU && SKU.trim() === '' ? '' : noCode),
  status,
  vatClass,
  tag: tag?.trim() || undefined,
  flaw,
});

async function findProduct({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<queries.StoredProduct> {
  const product = await queries.findProduct(db, actor.scope, id);
  ensure(product, 'product.unknown');
  return product;
}

function ensureMayChange({ actor }: Pick<Context, 'actor'>): void {
  const code = changeError(actor);
  if (code) throw new ApiError(code);
}

/** Locks a product; throws if the version is outdated or the actor may not change products. */
async function lockForUpdate(
  context: Context,
  id: ProductId,
  version: number | undefined,
): Promise<queries.StoredProduct> {
  const { db, actor } = context;
  const [before] = await queries.lockProducts(db, actor.scope, [id]);
  ensure(before, 'product.unknown');
  ensure(version === undefined || version === before.version, 'record.stale', { current: toProduct(actor, before) });
  ensureMayChange(context);
  return before;
}

/** Throws unless every new image is a stored file of the organisation. */
async function ensureImages(
  { db, actor }: Context,
  { imageUrls }: ProductInput,
  before?: queries.StoredProduct,
): Promise<void> {
  const added = imageUrls.filter((url) => !before?.imageUrls.includes(url));
  const stored = added.length === 0 ? [] : await listStoredUploads(db, actor.scope, added);
  ensure(stored.length === added.length, 'product.imageUnknown');
}

async function save(context: Context, before: queries.StoredProduct, input: ProductFields) {
  if (changesAnything({ before, input })) await changeProducts(context, [{ before, input }]);
  return toProduct(context.actor, await findProduct(context, before.id));
}
