import type { RoleId } from '@storeward/contract/roles';
import { userChoices } from '@storeward/contract/users/user-lists';
import {
  type UserColumnName,
  type UserView,
  type UserViewInput,
  userViews,
} from '@storeward/contract/users/user-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf, endpointQuery } from '../../platform/api/api.ts';

/** Roles the user list can be filtered by. */
export const roleOptionsQuery = (orgId: string | undefined) => ({
  ...endpointQuery(userChoices.roles, { query: { orgId } }),
  staleTime: 60_000,
});

/** Whether no user has the role of a filter: it was deleted, or taken from its last user. False until this is known. */
export function useIsUnusedRole(role: RoleId | undefined, orgId: string | undefined): boolean {
  const { data } = useQuery({ ...roleOptionsQuery(orgId), enabled: role !== undefined, meta: { quiet: true } });
  return role !== undefined && data !== undefined && !data.some(({ id }) => id === role);
}

/** The user's saved views and columns of the user list. */
export const savedViewsQuery = () => ({ ...endpointQuery(userViews.list, {}), staleTime: 60_000 });

const viewsKey = { queryKey: queryKeyOf(userViews.list) };

/** Creates a saved view, or updates an existing one; the dialog shows errors itself. */
export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, existing }: { input: UserViewInput; existing?: UserView }): Promise<UserView> =>
      existing
        ? call(
            userViews.update,
            { params: { id: existing.id }, body: input, version: existing.version },
            { quiet: 'logged' },
          )
        : call(userViews.create, { body: input }, { quiet: 'logged' }),
    onSettled: () => client.invalidateQueries(viewsKey),
  });
}

export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: UserView): Promise<UserView> => call(userViews.remove, { params: { id }, version }),
    onSettled: () => client.invalidateQueries(viewsKey),
  });
}

/** Saves the user's column selection. */
export function useSetColumns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (columns: UserColumnName[]) => call(userViews.setColumns, { body: { columns } }),
    onSuccess: ({ columns }) =>
      client.setQueryData<{ views: UserView[] }>(
        savedViewsQuery().queryKey,
        (cached) => cached && { ...cached, columns },
      ),
  });
}
