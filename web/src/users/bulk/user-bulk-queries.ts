import type { ImportRun } from '@storeward/contract/imports';
import { userBulk, type UserBulkRequest } from '@storeward/contract/users/user-bulk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf } from '../../platform/api/api.ts';

/** Previews a bulk change; the list shows errors itself. */
export const useUserBulkPreview = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (body: UserBulkRequest) => call(userBulk.preview, { body }, { quiet: 'logged' }),
  });

/** Starts a bulk change; the list shows errors itself. */
export function useUserBulk() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: UserBulkRequest): Promise<ImportRun> => call(userBulk.create, { body }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(userBulk.list) }),
  });
}
