import { audit } from '@storeward/contract/audit';
import type { NodeType } from '@storeward/contract/access';
import type { RequestOf } from '@storeward/contract/endpoint';
import {
  accessRights,
  type Role,
  type RoleId,
  type RoleInput,
  type RoleModule,
  type RoleRow,
  roles,
} from '@storeward/contract/roles';
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';
import { effectiveClaims, tokens } from '../platform/theme/tokens.ts';

/** One page of the roles visible to the user. */
export const roleListQuery = (query: RequestOf<typeof roles.list>['query']) => endpointQuery(roles.list, { query });

export const roleQuery = (id: RoleId) => endpointQuery(roles.get, { params: { id } });

const { rjInThePlural: _, ...modules } = accessRights;

/** All rights of all modules. */
export const allRightsQuery = () => ({
  queryKey: ['access-rights'] as readonly unknown[],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<RoleModule[]> =>
    Promise.all(
      Object.entries(modules).map(async ([shortName, endpoint]) => ({
        shortName,
        accessRights: await call(endpoint, {}, { signal }),
      })),
    ),
  staleTime: Infinity,
});

/** Rights of the user's active role, over all modules. */
export function ownRightsQuery() {
  const currentTokens = tokens();
  const id = currentTokens && effectiveClaims(currentTokens).roleId;
  return {
    queryKey: [...queryKeyOf(roles.modules), 'own', id] as readonly unknown[],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
      const ownModules = id ? await call(roles.modules, { params: { id } }, { signal }) : [];
      return ownModules.flatMap((module) => module.accessRights.map(({ shortName }) => shortName));
    },
  };
}

const choicesPageSize = 25;

/** Roles assignable at a node of this type; infinite query. */
export const assignableRolesQuery = (query: {
  givableAt: NodeType;
  search: string | undefined;
  orgId?: string | undefined;
}) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyOf(roles.choices), query],
    queryFn: ({ pageParam: page, signal }) =>
      call(roles.choices, { query: { ...query, page, size: choicesPageSize } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * choicesPageSize < total ? pages.length : undefined),
    staleTime: 60_000,
  });

/** Refreshes role lists and the audit after a change. */
function updateCache(client: QueryClient, saved?: Role) {
  if (saved) client.setQueryData(roleQuery(saved.id).queryKey, saved);
  void client.invalidateQueries({ queryKey: queryKeyOf(audit.list) });
  return client.invalidateQueries({ queryKey: queryKeyOf(roles.list) });
}

/** Creates a role; the form shows errors itself. */
export function useCreateRole() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ body, orgId }: { body: RoleInput; orgId: string | undefined }): Promise<Role> =>
      call(roles.create, { query: { orgId }, body }, { quiet: 'logged' }),
    onSuccess: (saved) => updateCache(client, saved),
  });
}

/** Updates a role with optimistic locking; the form shows errors itself. */
export function useSaveRole(id: RoleId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: RoleInput; version: number }): Promise<Role> =>
      call(roles.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => updateCache(client, saved),
  });
}

type VersionedRole = Pick<RoleRow, 'id' | 'version'>;

/** Enables or disables a role. */
export function useSetRoleStatus({ id, version }: VersionedRole) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Role> =>
      call(roles.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => updateCache(client, saved),
    onError: () => updateCache(client),
  });
}

/** Deletes a role; the dialog shows errors itself. */
export function useDeleteRole({ id, version }: VersionedRole) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (): Promise<Role> => call(roles.remove, { params: { id }, version }, { quiet: 'logged' }),
    onSuccess: () => {
      client.removeQueries({ queryKey: roleQuery(id).queryKey });
      return updateCache(client);
    },
    onError: () => updateCache(client),
  });
}
