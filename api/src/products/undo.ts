import type { ImportContext, WrittenRow } from '../imports/kind.ts';
import { listInUse } from '../imports/queries.ts';
import { changeProducts, removeProducts } from './commands.ts';
import { changeError } from './policy.ts';
import type { ProductFields } from './product-mapper.ts';
import { lockProducts, type StoredProduct } from './queries.ts';

/** Undoes rows: deletes created products and restores changed ones; keeps those that have been changed or used since. */
export async function undoProductRows(
  context: ImportContext,
  rows: readonly WrittenRow[],
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const ids = rows.map(({ entityId }) => entityId);
  const products = await lockProducts(db, actor.scope, ids);
  const createdIds = rows.flatMap(({ entityId, before }) => (before === null ? [entityId] : []));
  const inUse = await listInUse(db, actor.scope, 'product', createdIds);
  const byId = new Map<string, StoredProduct>(products.map((product) => [product.id, product]));
  const current = rows.flatMap(({ entityId, version, before }) => {
    const product = byId.get(entityId);
    const isUnchanged = product?.version === version && !inUse.has(entityId);
    return isUnchanged && changeError(actor) === undefined ? [{ product, before }] : [];
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
  return ids.map((id) => (undone.has(id) ? 'undone' : 'kept'));
}
