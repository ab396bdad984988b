import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { FirstChanges } from '../first-changes.ts';
import { SearchText } from '../fields.ts';
import { importEndpoints, ImportRun } from '../imports.ts';
import { runKinds } from '../imports/run-kinds.ts';
import { productFilters } from '../products.ts';

/** The largest number of products that one change covers. */
export const maxChangedProducts = 100_000;

/** The filters of the product list, which select the products of a change. */
const ProductListFilter = z.strictObject({ search: z.optional(SearchText), ...productFilters });
export type ProductListFilter = z.infer<typeof ProductListFilter>;

/** The new status of all products that a list with these filters shows. */
export const ProductBulkRequest = z.object({ status: z.boolean('field.required'), matching: ProductListFilter });
export type ProductBulkRequest = z.infer<typeof ProductBulkRequest>;

/** The effect of a change: `used` counts the changed products that settings refer to, and `total` all that match. */
export const ProductBulkPreview = z.object({
  total: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  used: z.int(),
  /** The first changed products by name, with their status. */
  first: FirstChanges,
});
export type ProductBulkPreview = z.infer<typeof ProductBulkPreview>;

/** The task of a change as stored with its run. */
export const ProductBulkTask = z.object({ status: z.boolean() });

const { path, allow: permissions } = runKinds.productChanges;
const allow = { any: permissions };
/** The run endpoints shared by all background runs. */
export const productBulkRuns = importEndpoints('productChanges');
const errors = ['product.organisationOnly', 'productBulk.nothing', 'productBulk.tooMany'] as const;

/** Endpoints that enable or disable all products that match a filter: preview, background run, and undo. */
export const productBulk = endpoints({
  list: { ...productBulkRuns.list, summary: 'The bulk changes of products, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'How many products a bulk change would change or leave unchanged, how many of the changed ones are named by settings, and the first changed ones by name; nothing is changed.',
    allow,
    body: ProductBulkRequest,
    lane: 'report',
    bound: { most: maxChangedProducts, of: 'products', error: 'productBulk.tooMany' },
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: ProductBulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    summary:
      'Enables or disables all products that a list with the same filters shows; it starts at once, in the background.',
    allow,
    body: ProductBulkRequest,
    lane: 'bulk',
    result: ImportRun,
    errors,
  },
  get: {
    ...productBulkRuns.get,
    summary: 'One bulk change of products; as an event stream, its progress until it ends.',
  },
  rows: {
    ...productBulkRuns.rows,
    summary:
      'The products of a bulk change with the number of nodes whose settings name each, optionally of one outcome.',
  },
  start: { ...productBulkRuns.start, summary: 'Continues a bulk change where it stopped.' },
  stop: { ...productBulkRuns.stop, summary: 'Stops a bulk change between two products; what is written is kept.' },
  undo: {
    ...productBulkRuns.undo,
    summary: 'Undoes a bulk change, product by product, except products that have been changed since.',
  },
});
