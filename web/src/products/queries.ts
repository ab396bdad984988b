import { audit } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import {
  type Product,
  type ProductId,
  type ProductInput,
  type ProductRow,
  products,
} from '@storeward/contract/products';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery, queryKeyOf } from '../platform/api/api.ts';

/** One page of the products of the organisation. */
export const productListQuery = (query: RequestOf<typeof products.list>['query']) =>
  endpointQuery(products.list, { query });

export const productQuery = (id: ProductId) => endpointQuery(products.get, { params: { id } });

/** The settings that use products; never from the cache, since a confirmation shows them. */
export const productUsesQuery = (ids: readonly ProductId[]) => ({
  ...endpointQuery(products.uses, { query: {}, body: { ids: [...ids] } }),
  staleTime: 0,
});

/** Whether the products with these SKUs are in the catalogue, and enabled. */
export const productStatusesQuery = (SKUs: readonly string[]) =>
  endpointQuery(products.statusesBySku, { query: {}, body: { SKUs: [...SKUs] } });

/** Refreshes product lists and the audit after a change. */
function updateCache(client: QueryClient, saved?: Product) {
  if (saved) client.setQueryData(productQuery(saved.id).queryKey, saved);
  void client.invalidateQueries({ queryKey: queryKeyOf(audit.list) });
  void client.invalidateQueries({ queryKey: queryKeyOf(products.statusesBySku) });
  return client.invalidateQueries({ queryKey: queryKeyOf(products.list) });
}

/** Creates a product; the form shows errors itself. */
export function useCreateProduct() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: ProductInput): Promise<Product> =>
      call(products.create, { query: {}, body }, { quiet: 'logged' }),
    onSuccess: (saved) => updateCache(client, saved),
  });
}

/** Updates a product with optimistic locking; the form shows errors itself. */
export function useSaveProduct(id: ProductId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: ProductInput; version: number }): Promise<Product> =>
      call(products.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => updateCache(client, saved),
  });
}

type VersionedProduct = Pick<ProductRow, 'id' | 'version'>;

/** Enables or disables a product. */
export function useSetProductStatus({ id, version }: VersionedProduct) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Product> =>
      call(products.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => updateCache(client, saved),
    onError: () => updateCache(client),
  });
}

/** Enables or disables a selection of products. */
export function useSetProductStatuses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, status }: { ids: readonly ProductId[]; status: boolean }) =>
      call(products.setStatuses, { query: {}, body: { ids: [...ids], status } }),
    onSettled: () => updateCache(client),
  });
}

/** Deletes a product. */
export function useDeleteProduct({ id, version }: VersionedProduct) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<Product> => call(products.remove, { params: { id }, version }),
    onSuccess: () => {
      client.removeQueries({ queryKey: productQuery(id).queryKey });
      return updateCache(client);
    },
    onError: () => updateCache(client),
  });
}
