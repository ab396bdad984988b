import * as z from 'zod/mini';
import type { Permission } from './access.ts';
import { endpoints } from './endpoint.ts';
import { SearchText } from './fields.ts';
import { listViewFields, ListViewId, listViewInput, sortOrders } from './list-views.ts';
import { productFilters, productSortFields } from './products.ts';

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
    summary: 'The caller’s own views of the list of products and those shared with them, by name.',
    allow,
    result: z.object({ views: z.array(ProductView) }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Keeps a list of products under a name: for oneself, or for everybody whose area lies within one’s own.',
    allow,
    body: ProductViewInput,
    result: ProductView,
    errors: ['userView.nameTaken', 'userView.tooMany'],
  },
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Changes a view: by its author, or where it is shared by whoever may edit settings at that very place.',
    allow,
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
    params: byId,
    versioned: true,
    result: ProductView,
    errors: ['userView.unknown', 'userView.notYours', 'record.stale'],
  },
});
