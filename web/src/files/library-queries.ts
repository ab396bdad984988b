import { audit } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import { type MediaFile, type MediaFileId, mediaLibrary } from '@storeward/contract/files/media-library';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery, queryKeyOf } from '../platform/api/api.ts';

/** One page of the stored files of the organisation. */
export const mediaListQuery = (query: RequestOf<typeof mediaLibrary.list>['query']) =>
  endpointQuery(mediaLibrary.list, { query });

/** The records that use a file; never from the cache, since a confirmation shows them. */
export const mediaUsesQuery = (id: MediaFileId) => ({
  ...endpointQuery(mediaLibrary.uses, { params: { id }, query: {} }),
  staleTime: 0,
});

/** Shows new and deleted files in all lists. */
export function useRefreshMedia() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeyOf(mediaLibrary.list) });
}

/** Deletes a file that nothing uses. */
export function useDeleteMedia({ id }: MediaFile) {
  const client = useQueryClient();
  const refresh = useRefreshMedia();
  return useMutation({
    mutationFn: () => call(mediaLibrary.remove, { params: { id }, query: {} }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeyOf(audit.list) });
      return refresh();
    },
  });
}
