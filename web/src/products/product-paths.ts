import type { ProductRow } from '@storeward/contract/products';

export const productListPath = '/products';
export const productCreatePath = '/product/create';
export const productChangesPath = '/products/changes';
export const productImportPath = '/product/import';

type Identified = Pick<ProductRow, 'id'>;

export const productViewPath = ({ id }: Identified) => `/product/${id}/view` as const;
export const productEditPath = ({ id }: Identified) => `/product/${id}/edit` as const;
