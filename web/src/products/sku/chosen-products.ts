import type { ProductRow } from '@storeward/contract/products';
import { useQueries } from '@tanstack/react-query';
import { productListQuery } from '../queries.ts';

/** A product by its SKU: `product` is undefined while it loads or if that failed, and null if the catalogue has none. */
export type ChosenProduct = {
  readonly sku: string;
  readonly product: ProductRow | null | undefined;
  readonly hasFailed: boolean;
};

/** Loads the products with these SKUs, which are not necessarily in the search results. */
export function useChosenProducts(skus: readonly string[]): ChosenProduct[] {
  const results = useQueries({
    queries: skus.map((sku) => ({
      ...productListQuery({ SKU: sku, size: 1 }),
      enabled: sku !== '',
      meta: { quiet: true },
    })),
  });
  return skus.map((sku, index) => {
    const { data, isError } = results[index]!;
    const [first] = data?.result ?? [];
    const product = first?.SKU === sku ? first : null;
    return { sku, product: data ? product : undefined, hasFailed: isError && !data };
  });
}
