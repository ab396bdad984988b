import type { ProductId, ProductRow } from '@storeward/contract/products';

/** A product as lists and searches have it; the SKU consists of digits. */
export const productNamed = (SKU: string, name: string | null): ProductRow => ({
  id: `0199b000-0000-7000-8000-${SKU.padStart(12, '0')}` as ProductId,
  SKU,
  name,
  description: null,
  descriptions: name === null ? [] : [{ name: 'NAME', value: name, language: null }],
  imageUrls: [],
  isChecked: false,
  isVat: false,
  price: null,
  vatClass: null,
  status: true,
  tags: [],
  sameSku: false,
  updatedDate: '2026-11-24T10:00:00Z',
  version: 1,
  can: { view: true, edit: true },
});
