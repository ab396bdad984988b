import { permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { ProductRow } from '@storeward/contract/products';
import type { Actor } from '../platform/actor.ts';

/** Products belong to the whole organisation: users at its root may change them, users below it may only read them. */
export function changeError({ scope, rootNode, homeOrgId }: Actor): ErrorCode | undefined {
  const isPlatform = rootNode?.nodeType === 'GLOBAL' && scope.orgId === homeOrgId;
  return scope.whole && !isPlatform ? undefined : 'product.organisationOnly';
}

/** The actions that the actor may perform on every product. */
export const productAbilities = (actor: Actor): ProductRow['can'] => ({
  view: permits(actor.permissions, ['VIEW_SETTING']),
  edit: permits(actor.permissions, ['EDIT_SETTING']) && changeError(actor) === undefined,
});

/** Why a product may not get this SKU: a selection separates SKUs by commas, as tills read it. One that it has stays. */
export const skuError = (sku: string, before?: string): 'product.skuComma' | undefined =>
  sku.includes(',') && sku !== before ? 'product.skuComma' : undefined;
