import type { CallOf } from '@storeward/contract/endpoint';
import { type User, type UserId, type UserInput, users } from '@storeward/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** One page of the users in the reader's own area. */
export const userList = (query: CallOf<typeof users.list>['query']) => read(users.list, { query });

/** One user with all that the reader may know of them. */
export const oneUser = (id: UserId) => read(users.get, { params: { id } });

/** Saves what was filled in about a user, unless somebody else was faster; the form says itself what went wrong. */
export function useSaveUser(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: UserInput; version: number }): Promise<User> =>
      call(users.update, { params: { id }, body: input, version }),
    onSuccess: (saved) => {
      client.setQueryData(oneUser(id).queryKey, saved);
      return client.invalidateQueries({ queryKey: keyOf(users.list) });
    },
  });
}
