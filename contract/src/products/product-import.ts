import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { SearchText } from '../fields.ts';
import { type ImportColumn, importEndpoints } from '../imports.ts';
import { productFilters } from '../products.ts';

/** The columns of a product file, in the order in which the export writes them. */
export const productColumns = [
  { name: 'SKU', required: true, sample: 'KS-1001' },
  { name: 'name', sample: 'Home shirt 2026' },
  { name: 'shortDescription', sample: 'Red football shirt with a white collar' },
  { name: 'price', sample: '64.99' },
  { name: 'currency', sample: 'GBP' },
  { name: 'vatClass', sample: 'standard' },
  { name: 'tags', sample: 'Football|Shirts' },
  { name: 'status', sample: 'enabled' },
] as const satisfies readonly ImportColumn[];

export type ProductColumn = (typeof productColumns)[number]['name'];

/** Endpoints for product imports. */
export const productImports = importEndpoints('products');

/** The largest number of products per page of an export. */
export const productExportPageSize = 1_000;

const ProductExportRow = z.object(
  Object.fromEntries(productColumns.map(({ name }) => [name, z.string()])) as Record<ProductColumn, z.ZodMiniString>,
);
export type ProductExportRow = z.infer<typeof ProductExportRow>;

/** Endpoint that exports products. */
export const productExport = endpoints({
  rows: {
    method: 'GET',
    path: '/product-management/product-export',
    summary:
      'The products that a list with the same filters shows, by name, a thousand at a time, in the columns that an import accepts; `cursor` continues where the last response ended.',
    allow: { all: ['LIST_SETTING', 'VIEW_SETTING'] },
    query: z.strictObject({
      search: z.optional(SearchText),
      ...productFilters,
      size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(productExportPageSize))),
      cursor: z.optional(z.string().check(z.maxLength(1024))),
      orgId: z.optional(z.uuid()),
    }),
    result: ProductExportRow,
    page: true,
    exports: 'product',
    errors: ['input.badCursor'],
  },
});
