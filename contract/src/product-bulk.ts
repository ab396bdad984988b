import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { SearchText } from './fields.ts';
import { importEndpoints, ImportRun } from './imports.ts';
import { productFilters } from './products.ts';

/** The largest number of products that one change is about. */
export const maxChangedProducts = 100_000;

/** The filters of the product list, which select the products of a change. */
const ProductListFilter = z.strictObject({ search: z.optional(SearchText), ...productFilters });
export type ProductListFilter = z.infer<typeof ProductListFilter>;

/** The new status of all products that a list with these filters shows. */
export const ProductBulkRequest = z.object({ status: z.boolean('field.required'), matching: ProductListFilter });
export type ProductBulkRequest = z.infer<typeof ProductBulkRequest>;

/** What a change would do; `used` counts the products it changes that settings name, and `total` all that match. */
export const ProductBulkPreview = z.object({
  total: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  used: z.int(),
});
export type ProductBulkPreview = z.infer<typeof ProductBulkPreview>;

/** The task of a change as stored with its run. */
export const ProductBulkTask = z.object({ status: z.boolean() });

const path = '/product-management/bulk-changes';
const allow = { any: ['EDIT_SETTING'] } as const;
/** The run endpoints shared by all background runs. */
export const productBulkRuns = importEndpoints(path, allow);
const errors = ['product.organisationOnly', 'productBulk.nothing', 'productBulk.tooMany'] as const;

/** Endpoints that enable or disable all products that match a filter: preview, background run, and undo. */
export const productBulk = endpoints({
  list: { ...productBulkRuns.list, summary: 'The changes of many products, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'How many products a change of status would change or leave as they are, and how many of those it changes are named by settings; nothing is changed.',
    allow,
    body: ProductBulkRequest,
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: ProductBulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    summary:
      'Enables or disables all products that a list with the same filters shows; begins at once, in the background.',
    allow,
    body: ProductBulkRequest,
    result: ImportRun,
    errors,
  },
  get: {
    ...productBulkRuns.get,
    summary: 'One change of many products; asked for as an event stream, each of its steps until it rests.',
  },
  rows: {
    ...productBulkRuns.rows,
    summary:
      'The products of such a change with the number of places whose settings name each, of one outcome alone if wanted.',
  },
  start: { ...productBulkRuns.start, summary: 'Goes on with such a change where it stopped.' },
  stop: { ...productBulkRuns.stop, summary: 'Stops such a change between two products; what is written stays.' },
  undo: {
    ...productBulkRuns.undo,
    summary: 'Takes such a change back, product by product; one that somebody has changed since is left alone.',
  },
});
