import * as z from 'zod/mini';
import type { Permission } from './access.ts';
import { endpoints } from './endpoint.ts';
import { codeText, recordFields, requiredText, text } from './fields.ts';
import { storedAddress } from './media-types.ts';
import { pageQuery } from './paging.ts';
import { languages } from './reference.ts';
import { currencyCodes, currencyDigits } from './reference/currencies.ts';

export const ProductId = z.uuid().brand<'ProductId'>();
export type ProductId = z.infer<typeof ProductId>;

/** How value added tax applies to a product. */
export const vatClasses = ['standard', 'reduced', 'zero', 'exempt'] as const;
export type VatClass = (typeof vatClasses)[number];

/** The name of the entry that describes a product in a sentence. */
export const shortDescription = 'SHORT_DESCRIPTION';

/** The kinds of descriptions that the portal offers; others are kept as they are. */
export const descriptionKinds = ['NAME', shortDescription, 'LONG_DESCRIPTION'] as const;

/** One text of a product: its kind, and its language; null for any language. */
export const ProductDescription = z.object({
  name: z
    .string('field.required')
    .check(z.trim(), z.maxLength(32, 'field.tooLong'), z.regex(/^[A-Z][A-Z0-9_]*$/, 'field.invalid')),
  value: requiredText(512),
  language: z._default(z.nullable(z.enum(languages, 'field.invalid')), null),
});
export type ProductDescription = z.infer<typeof ProductDescription>;

/** An amount with exactly the decimals of its currency and without superfluous zeros before it. */
function canonical<T extends { readonly amount: string; readonly currency: string }>({ amount, currency }: T) {
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.');
  const digits = currencyDigits(currency);
  const text = `${whole.replace(/^0+(?=\d)/, '')}${digits > 0 ? `.${decimals.padEnd(digits, '0')}` : ''}`;
  return { amount: amount.startsWith('-') && /[1-9]/.test(text) ? `-${text}` : text, currency };
}

/** An amount as a decimal text, with its currency. An adjustment of an account can be negative. */
export const Money = z
  .object({
    amount: z.string('field.required').check(z.trim(), z.regex(/^-?\d{1,12}(\.\d{1,3})?$/, 'product.priceWrong')),
    currency: z.string('field.required').check(
      z.toUpperCase(),
      z.refine((code) => currencyCodes.includes(code), 'field.invalid'),
    ),
  })
  .check(
    z.refine(({ amount, currency }) => (amount.split('.')[1]?.length ?? 0) <= currencyDigits(currency), {
      error: 'product.priceDigits',
      path: ['amount'],
      abort: true,
    }),
    z.overwrite(canonical),
  );
export type Money = z.infer<typeof Money>;

/** The price of a product. */
export const Price = Money.check(
  z.refine(({ amount }) => !amount.startsWith('-'), { error: 'product.priceNegative', path: ['amount'] }),
);

const distinct = <T>(items: readonly T[], keyOf: (item: T) => string) => new Set(items.map(keyOf)).size;

/** The address of an uploaded file of the organisation. */
const ImageUrl = z.string('field.required').check(z.regex(storedAddress, 'field.invalid'));

/** The editable fields of a product. The first description is its name. */
export const ProductInput = z.object({
  SKU: codeText(64),
  descriptions: z.array(ProductDescription, 'field.required').check(
    z.maxLength(40, 'field.tooLong'),
    z.refine(
      (all) => distinct(all, ({ name, language }) => `${name} ${language}`) === all.length,
      'product.doubleDescription',
    ),
  ),
  imageUrls: z._default(
    z.array(ImageUrl, 'field.required').check(
      z.maxLength(12, 'field.tooLong'),
      z.overwrite((urls) => [...new Set(urls)]),
    ),
    [],
  ),
  price: z._default(z.nullable(Price), null),
  vatClass: z._default(z.nullable(z.enum(vatClasses, 'field.invalid')), null),
  /** Enabled if absent; of an existing product unchanged. */
  status: z.optional(z.boolean('field.required')),
  tags: z._default(
    z.array(codeText(32), 'field.required').check(
      z.maxLength(20, 'field.tooLong'),
      z.overwrite((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]),
    ),
    [],
  ),
});
export type ProductInput = z.infer<typeof ProductInput>;

/** The actions that the reader may perform on a product. */
const ProductAbilities = z.object({ view: z.boolean(), edit: z.boolean() });

/**
 * A row of the product list. `name` is the first description and `description` the one named SHORT_DESCRIPTION.
 * `sameSku` says that the SKU of another product looks the same, by letter case, dashes or letters of other scripts. `isChecked` and `isVat` belong to a selection of
 * products; in the catalogue both are false.
 */
export const ProductRow = z.object({
  id: ProductId,
  SKU: z.string(),
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  descriptions: z.array(ProductDescription),
  imageUrls: z.array(z.string()),
  isChecked: z.literal(false),
  isVat: z.literal(false),
  price: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
  vatClass: z.nullable(z.enum(vatClasses)),
  status: z.boolean(),
  tags: z.array(z.string()),
  sameSku: z.boolean(),
  updatedDate: recordFields.updatedDate,
  version: z.int(),
  can: ProductAbilities,
});
export type ProductRow = z.infer<typeof ProductRow>;

export const Product = z.extend(ProductRow, recordFields);
export type Product = z.infer<typeof Product>;

export const productSortFields = ['name', 'SKU', 'updatedDate'] as const;

/** What a product can lack; `sameSku`: the SKU of another one looks the same. */
export const productFlaws = ['name', 'image', 'price', 'sameSku'] as const;

const searchWord = z.optional(z.string().check(z.maxLength(128)));

/** The filters of the product list besides `search`. */
export const productFilters = {
  /** The beginning of a SKU. */
  SKU: searchWord,
  /** Words of the name in any order; both names, which earlier clients use, mean the same. */
  shortDescription: searchWord,
  description: searchWord,
  status: z.optional(z.enum(['enabled', 'disabled'])),
  vatClass: z.optional(z.enum([...vatClasses, 'none'])),
  tag: z.optional(z.string().check(z.maxLength(32))),
  flaw: z.optional(z.enum(productFlaws)),
};

/** The largest number of products whose status one request sets. */
export const maxBulkProducts = 1_000;

/** The largest number of uses that one response lists. */
export const maxListedUses = 50;

/** A node where a section of settings refers to a product, now or in a planned change. */
export const ProductUse = z.object({
  SKU: z.string(),
  section: z.string(),
  node: z.object({ id: z.uuid(), name: z.string(), nodeType: z.string() }),
});
export type ProductUse = z.infer<typeof ProductUse>;

/** Where products are used within the user's scope; `total` includes the uses that are not listed. */
export const ProductUses = z.object({ uses: z.array(ProductUse), total: z.int() });
export type ProductUses = z.infer<typeof ProductUses>;

/** Whether the product with a SKU is enabled; null if the catalogue has none. */
export const SkuStatus = z.object({ SKU: z.string(), status: z.nullable(z.boolean()) });
export type SkuStatus = z.infer<typeof SkuStatus>;

export const ProductStatusInput = z.object({ status: z.boolean('field.required') });

const productIds = z
  .array(ProductId, 'field.required')
  .check(z.minLength(1, 'field.required'), z.maxLength(maxBulkProducts, 'field.tooLong'));

const path = '/product-management/products';
const byId = z.object({ id: ProductId });
const readers: readonly Permission[] = ['LIST_SETTING', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING'];
const ofOrganisation = z.object({ orgId: z.optional(z.uuid()) });
const changeErrors = ['product.unknown', 'product.organisationOnly', 'record.stale'] as const;
const inputErrors = ['product.skuTaken', 'product.skuComma', 'product.imageUnknown'] as const;

/** Endpoints for the products of an organisation. */
export const products = endpoints({
  list: {
    method: 'GET',
    path,
    summary:
      'The products of the organisation. `SKU` is the beginning of one, `shortDescription` and `description` are words of the name in any order, `search` is either; a product with exactly this SKU comes first.',
    allow: { any: readers },
    query: z.extend(pageQuery(productSortFields), productFilters),
    result: ProductRow,
    page: true,
    errors: ['input.badCursor'],
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'One product with all its texts.',
    allow: 'VIEW_SETTING',
    params: byId,
    result: Product,
    errors: ['product.unknown'],
  },
  create: {
    method: 'POST',
    path,
    summary: 'Adds a product to the catalogue of the organisation; a SKU exists once.',
    allow: 'CREATE_SETTING',
    query: ofOrganisation,
    body: ProductInput,
    result: Product,
    errors: ['product.organisationOnly', ...inputErrors],
  },
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Changes a product.',
    allow: 'EDIT_SETTING',
    params: byId,
    body: ProductInput,
    versioned: true,
    result: Product,
    errors: [...changeErrors, ...inputErrors],
  },
  setStatuses: {
    method: 'PUT',
    path: '/product-management/product-statuses',
    summary: 'Enables or disables several products together; products that no longer exist are ignored.',
    allow: 'EDIT_SETTING',
    query: ofOrganisation,
    body: z.extend(ProductStatusInput, {
      ids: productIds,
    }),
    result: z.object({ changed: z.int(), unchanged: z.int(), unknown: z.int() }),
    errors: ['product.organisationOnly'],
  },
  uses: {
    method: 'POST',
    path: '/product-management/product-uses',
    summary:
      'The nodes and sections of settings within the current user’s scope that name one of these products, now or by a planned change; a client shows them before a product is disabled or deleted.',
    allow: { any: readers },
    query: ofOrganisation,
    body: z.object({ ids: productIds }),
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: ProductUses,
  },
  statusesBySku: {
    method: 'POST',
    path: '/product-management/product-statuses',
    summary: 'Whether the products with exactly these SKUs are in the catalogue, and enabled; one request for many.',
    allow: { any: readers },
    query: ofOrganisation,
    body: z.object({
      SKUs: z.array(text(128), 'field.required').check(z.maxLength(maxBulkProducts, 'field.tooLong')),
    }),
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: z.array(SkuStatus),
  },
  setStatus: {
    method: 'PUT',
    path: `${path}/{id}/status`,
    summary: 'Enables or disables a product.',
    allow: 'EDIT_SETTING',
    params: byId,
    body: ProductStatusInput,
    versioned: true,
    result: Product,
    errors: changeErrors,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Deletes a product; its SKU can be used again.',
    allow: 'EDIT_SETTING',
    params: byId,
    versioned: true,
    result: Product,
    errors: changeErrors,
  },
});
