import type { ImportRun } from '@storeward/contract/imports';
import { productBulk, type ProductBulkRequest } from '@storeward/contract/products/product-bulk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf } from '../../platform/api/api.ts';

/** The effect of a change of all products that match; loaded once there is a request. */
export const useProductBulkPreview = (request: ProductBulkRequest | undefined) =>
  useQuery({
    queryKey: ['product-bulk-preview', request],
    queryFn: ({ signal }) => call(productBulk.preview, { body: request! }, { quiet: 'logged', signal }),
    enabled: request !== undefined,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Starts a change of all products that match. */
export function useProductBulk() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: ProductBulkRequest): Promise<ImportRun> =>
      call(productBulk.create, { body }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(productBulk.list) }),
  });
}
