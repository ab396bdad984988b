import { type AuditEvent, difference, insertAudits } from '../audit/queries.ts';
import type { Context } from '../platform/http/pipeline/context.ts';
import { newId } from '../platform/database/ids.ts';
import { inputOf, type ProductFields } from './product-mapper.ts';
import type { StoredProduct } from './queries.ts';
import { deleteProducts, insertProducts, updateProducts } from './write-queries.ts';

/** The transaction of a command; `runId` is the import that it is part of. */
export type CommandContext = Pick<Context, 'db' | 'actor' | 'origin'> & { readonly runId?: string };

/** A locked product and its new field values. */
export type ProductChange = { readonly before: StoredProduct; readonly input: ProductFields };

/** Whether the change alters anything. */
export const changesAnything = ({ before, input }: ProductChange): boolean =>
  Object.keys(difference(inputOf(before), input).after).length > 0;

/** Creates products with their audit entries; returns their ids in the same order. */
export async function createProducts(context: CommandContext, inputs: readonly ProductFields[]): Promise<string[]> {
  const products = inputs.map((input) => ({ id: newId(), input }));
  await insertProducts(context.db, context.actor.scope, products, context.actor.userId);
  await recordAudit(
    context,
    products.map(({ id, input }) => ({ action: 'product.created', entityId: id, after: input })),
  );
  return products.map(({ id }) => id);
}

/** Writes changes of locked products with their audit entries. */
export async function changeProducts(context: CommandContext, changes: readonly ProductChange[]): Promise<void> {
  const products = changes.map(({ before: { id }, input }) => ({ id, input }));
  await updateProducts(context.db, context.actor.scope, products, context.actor.userId);
  await recordAudit(
    context,
    changes.map(({ before, input }) => {
      const changed = difference(inputOf(before), input);
      const isStatusOnly = Object.keys(changed.after).join() === 'status';
      const action = isStatusOnly ? (input.status ? 'product.enabled' : 'product.disabled') : 'product.updated';
      return { action, entityId: before.id, ...changed } as const;
    }),
  );
}

/** Deletes locked products with their audit entries. */
export async function removeProducts(context: CommandContext, products: readonly StoredProduct[]): Promise<void> {
  const ids = products.map(({ id }) => id);
  await deleteProducts(context.db, context.actor.scope, ids, context.actor.userId);
  await recordAudit(
    context,
    products.map((product) => ({ action: 'product.deleted', entityId: product.id, before: inputOf(product) })),
  );
}

/** Inserts audit entries at the root of the organisation, which products belong to. */
async function recordAudit(
  { db, actor, origin, runId }: CommandContext,
  events: readonly Pick<AuditEvent, 'action' | 'entityId' | 'before' | 'after'>[],
): Promise<void> {
  const { scope, userId: actorId, sessionId } = actor;
  const common = { entity: 'product', tpath: scope.lo, actorId, sessionId, ...(runId && { runId }) };
  await insertAudits(
    db,
    scope,
    origin,
    events.map((event) => ({ ...event, ...common })),
  );
}
