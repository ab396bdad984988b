import { readNumber, writeNumber } from '@storeward/contract/reference/numbers';
import {
  ProductInput,
  type ProductDescription,
  type ProductRow,
  vatClasses,
  Price,
} from '@storeward/contract/products';
import * as z from 'zod/mini';
import { currentLanguage, type t as translate } from '../platform/text/i18n.ts';

/** The values of the product form; an empty amount means no price, and an empty class none. */
export type ProductFormValues = {
  readonly SKU: string;
  readonly descriptions: ProductDescription[];
  readonly price: { readonly amount: string; readonly currency: string };
  readonly vatClass: string;
  readonly tags: string[];
  readonly imageUrls: string[];
  readonly status: boolean;
};

const { SKU, descriptions, tags, imageUrls } = ProductInput.shape;

/** Schema of the product form. */
export const ProductFormData = z.object({
  SKU,
  descriptions,
  price: z.pipe(
    z.transform(({ amount, currency }: ProductFormValues['price'], { issues }) => {
      if (amount.trim() === '') return null;
      const read = readNumber(amount, currentLanguage());
      if ('decimal' in read) return { amount: read.decimal, currency };
      const message = read.error === 'field.numberAmbiguous' ? read.error : 'product.priceWrong';
      issues.push({ code: 'custom', input: amount, path: ['amount'], message });
      return z.NEVER;
    }),
    z.nullable(Price),
  ),
  vatClass: z.pipe(
    z.transform((vatClass: string) => vatClass || null),
    z.nullable(z.enum(vatClasses)),
  ),
  tags,
  imageUrls,
  status: z.boolean(),
}) as z.core.$ZodType<ProductInput, ProductFormValues>;

const labels = {
  SKU: 'products.field.sku',
  descriptions: 'products.field.descriptions',
  price: 'products.field.price',
  vatClass: 'products.field.vatClass',
  tags: 'products.field.tags',
  imageUrls: 'products.field.images',
  status: 'products.field.status',
} as const satisfies Record<keyof ProductFormValues, string>;

export type ProductField = keyof ProductFormValues;

/** In display order. */
export const productFields = Object.keys(labels) as ProductField[];

export const productLabel = (field: ProductField, t: typeof translate): string => t(labels[field]);

/** Initial form values of a product, or of a new one. */
export const productValues = (product?: ProductRow): ProductFormValues => ({
  SKU: product?.SKU ?? '',
  descriptions: product?.descriptions ?? [{ name: 'NAME', value: '', language: null }],
  price: product?.price
    ? { ...product.price, amount: writeNumber(product.price.amount, currentLanguage()) }
    : { amount: '', currency: 'GBP' },
  vatClass: product?.vatClass ?? '',
  tags: product?.tags ?? [],
  imageUrls: product?.imageUrls ?? [],
  status: product?.status ?? true,
});

/** A field's value as display text. */
export function productText(field: ProductField, value: ProductFormValues[ProductField], t: typeof translate): string {
  if (typeof value === 'boolean') return t(value ? 'ui.status.enabled' : 'ui.status.disabled');
  if (Array.isArray(value)) {
    if (field === 'imageUrls') return t('products.count.images', { count: value.length, shown: String(value.length) });
    return value.map((item) => (typeof item === 'string' ? item : item.value)).join(', ');
  }
  if (typeof value !== 'string') return value.amount && `${value.amount} ${value.currency}`;
  const vatClass = vatClasses.find((item) => field === 'vatClass' && item === value);
  return vatClass ? t(`products.vat.${vatClass}`) : value;
}

/** Form field of an API error without a field path, by error code. */
export const fieldByErrorCode = {
  'product.skuTaken': 'SKU',
  'product.skuComma': 'SKU',
  'product.imageUnknown': 'imageUrls',
} as const;
