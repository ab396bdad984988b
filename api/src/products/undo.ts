import type { ImportContext, WrittenRow } from '../imports/kind.ts';
import { changeProducts, removeProducts } from './commands.ts';
import { changeError } from './policy.ts';
import type { ProductFields } from './product-mapper.ts';
import { lockProducts, type StoredProduct } from './queries.ts';

/** Undoes rows: deletes created products and restores changed ones; keeps those that have changed since. */
export async function undoProductRows(
  context: ImportContext,
  rows: readonly WrittenRow[],
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const products = await lockProducts(
    db,
    actor.scope,
    rows.map(({ entityId }) => entityId),
  );
  const byId = new Map<string, StoredProduct>(products.map((product) => [product.id, product]));
  const current = rows.flatMap(({ entityId, version, before }) => {
    const product = byId.get(entityId);
    return product?.version === version && changeError(actor) === undefined ? [{ product, before }] : [];
  });
  await removeProducts(
    context,
    current.flatMap(({ product, before }) => (before === null ? [product] : [])),
  );
  await changeProducts(
    context,
    current.flatMap(({ product, before }) =>
      before === null ? [] : [{ before: product, input: before as ProductFields }],
    ),
  );
  const undone = new Set<string>(current.map(({ product }) => product.id));
  return rows.map(({ entityId }) => (undone.has(entityId) ? 'undone' : 'kept'));
}
