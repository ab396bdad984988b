import { type Product, type ProductInput, type ProductRow, shortDescription } from '@storeward/contract/products';
import { currencyDigits } from '@storeward/contract/reference/currencies';
import type { Actor } from '../platform/actor.ts';
import { productAbilities } from './policy.ts';
import type { StoredProduct } from './queries.ts';

/** The price with the decimals of its currency; three are stored. */
export function priceOf({ price, currency }: Pick<StoredProduct, 'price' | 'currency'>): ProductInput['price'] {
  if (price === null || currency === null) return null;
  const digits = currencyDigits(currency);
  return { amount: price.slice(0, digits === 0 ? -4 : price.length - 3 + digits), currency };
}

/** The editable fields of a product, all of them known. */
export type ProductFields = ProductInput & { readonly status: boolean };

/** The editable fields of a stored product. */
export const inputOf = (product: StoredProduct): ProductFields => ({
  SKU: product.sku,
  descriptions: product.descriptions.map(({ name, value, language }) => ({ name, value, language })),
  imageUrls: [...product.imageUrls],
  price: priceOf(product),
  vatClass: product.vatClass,
  status: product.status,
  tags: [...product.tags],
});

export function toProductRow(actor: Actor, product: StoredProduct): ProductRow {
  const { id, sameSku, updatedDate, version } = product;
  const input = inputOf(product);
  return {
    id,
    ...input,
    name: input.descriptions[0]?.value ?? null,
    description: input.descriptions.find(({ name }) => name === shortDescription)?.value ?? null,
    isChecked: false,
    isVat: false,
    sameSku,
    updatedDate,
    version,
    can: productAbilities(actor),
  };
}

export function toProduct(actor: Actor, product: StoredProduct): Product {
  const { createdDate, createdBy, updatedBy } = product;
  return { ...toProductRow(actor, product), createdDate, createdBy, updatedBy };
}
