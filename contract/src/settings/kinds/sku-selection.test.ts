import { expect, test } from 'vitest';
import { productsNamed } from './registry.ts';

test('a selection of SKUs names each of its products once, and none of a value that it cannot read', () => {
  const field = { kind: 'sku-selection' } as const;
  const selection = { SKU_selection: 'A, B', name_SKU_selection: 'B', number_SKU_selection: 'C' };
  expect(productsNamed(field, selection)).toEqual(['A', 'B', 'C']);
  expect(productsNamed(field, 7)).toEqual([]);
});
