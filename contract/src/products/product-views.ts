import * as z from 'zod/mini';
import type { Permission } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { SearchText } from '../fields.ts';
import { listViewFields, ListViewId, listViewInput, sortOrders } from '../list-views.ts';
import { productFilters, productSortFields } from '../products.ts';

/** Filters and sort order of a saved view. */
export const ProductViewQuery = z.strictObject({
  search: z.optional(SearchText),
  ...productFilters,
  sort: sortOrders(productSortFields),
});
export type ProductViewQuery = z.infer<typeof ProductViewQuery>;

export const ProductViewInput = z.object({ ...listViewInput, query: ProductViewQuery });
export type ProductViewInput = z.infer<typeof ProductViewInput>;

/** A saved view of the product list. */
export const ProductView = z.extend(ProductViewInput, listViewFields);
export type ProductView = z.infer<typeof ProductView>;

const path = '/product-management/product-views';
const readers: readonly Permission[] = ['LIST_SETTING', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING'];
const allow = { any: readers };
const byId = z.object({ id: ListViewId });

/** Endpoints for saved views of the product list. */
export const productViews = endpoints({
  list: {
    method: 'GET',
    path,
    summary: 'The current user’s own views of the list of products and those shared with them, by name.',
    allow,
    byApiKey: 'deny',
    result: z.object({ views: z.array(ProductView) }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Saves a view of the list of products, private or shared with all users in the current user’s scope.',
    allow,
    byApiKey: 'deny',
    body: ProductViewInput,
    result: ProductView,
    errors: ['userView.nameTaken', 'userView.tooMany'],
  },
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary:
      'Changes a view. Its author may do so, and for a shared view users who may edit settings at the same node.',
    allow,
    byApiKey: 'deny',
    params: byId,
    body: ProductViewInput,
    versioned: true,
    result: ProductView,
    errors: ['userView.unknown', 'userView.notYours', 'userView.nameTaken', 'record.stale'],
  },
  remove: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Deletes a view of the list of products.',
    allow,
    byApiKey: 'deny',
    params: byId,
    versioned: true,
    result: ProductView,
    errors: ['userView.unknown', 'userView.notYours', 'record.stale'],
  },
});
