import { type ProductView, type ProductViewInput, productViews } from '@storeward/contract/products/product-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery, queryKeyOf } from '../../platform/api/api.ts';

export const savedProductViewsQuery = () => ({ ...endpointQuery(productViews.list, {}), staleTime: 60_000 });

const viewsKey = { queryKey: queryKeyOf(productViews.list) };

/** Creates a saved view, or updates an existing one; the dialog shows errors itself. */
export function useSaveProductView() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, existing }: { input: ProductViewInput; existing?: ProductView }): Promise<ProductView> => {
      if (!existing) return call(productViews.create, { body: input }, { quiet: 'logged' });
      const { id, version } = existing;
      return call(productViews.update, { params: { id }, body: input, version }, { quiet: 'logged' });
    },
    onSettled: () => client.invalidateQueries(viewsKey),
  });
}

export function useRemoveProductView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: ProductView): Promise<ProductView> =>
      call(productViews.remove, { params: { id }, version }),
    onSettled: () => client.invalidateQueries(viewsKey),
  });
}
