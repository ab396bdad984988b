import type { ImportRun } from '@storeward/contract/imports';
import { userBulk, type UserBulkOrder, userBulkRuns } from '@storeward/contract/user-bulk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** The changes of many users in the reader's own area, newest first. */
export const userChangeList = (query: { page?: number; size?: number }) => read(userBulkRuns.list, { query });

/** Asks what a change of many users would do; the list says itself what is wrong with it. */
export const useUserBulkPreview = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (body: UserBulkOrder) => call(userBulk.preview, { body }, { quiet: 'logged' }),
  });

/** Begins a change of many users; the list says itself why it cannot. */
export function useUserBulk() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: UserBulkOrder): Promise<ImportRun> => call(userBulk.create, { body }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(userBulk.list) }),
  });
}
