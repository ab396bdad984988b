import type { ProductRow } from '@storeward/contract/products';

/** The name of a product; its SKU if it has none. */
export const productName = ({ name, SKU }: Pick<ProductRow, 'name' | 'SKU'>): string => name ?? SKU;
