import { userChoices } from '@storeward/contract/user-lists';
import { type UserColumnName, type UserView, type UserViewInput, userViews } from '@storeward/contract/user-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** The roles that a list of users can be narrowed to. */
export const rolesToChoose = () => ({ ...read(userChoices.roles, { query: {} }), staleTime: 60_000 });

/** The reader's views and columns of the list of users. */
export const viewsKept = () => ({ ...read(userViews.list, {}), staleTime: 60_000 });

const viewsKey = { queryKey: keyOf(userViews.list) };

/** Keeps the list under a name, a new one or that of a view before; the dialog says itself what went wrong. */
export function useKeepView() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, instead }: { input: UserViewInput; instead?: UserView }): Promise<UserView> =>
      instead
        ? call(
            userViews.update,
            { params: { id: instead.id }, body: input, version: instead.version },
            { quiet: 'logged' },
          )
        : call(userViews.create, { body: input }, { quiet: 'logged' }),
    onSettled: () => client.invalidateQueries(viewsKey),
  });
}

/** Takes a view away. */
export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: UserView): Promise<UserView> => call(userViews.remove, { params: { id }, version }),
    onSettled: () => client.invalidateQueries(viewsKey),
  });
}

/** Keeps which columns the reader wants to see. */
export function useSetColumns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (columns: UserColumnName[]) => call(userViews.setColumns, { body: { columns } }),
    onSuccess: ({ columns }) =>
      client.setQueryData<{ views: UserView[] }>(viewsKept().queryKey, (before) => before && { ...before, columns }),
  });
}
