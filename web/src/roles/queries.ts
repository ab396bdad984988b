import { audit } from '@storeward/contract/audit';
import type { NodeType } from '@storeward/contract/access';
import type { CallOf } from '@storeward/contract/endpoint';
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
import { call, keyOf, read } from '../platform/api.ts';
import { claimsOf, tokens } from '../platform/tokens.ts';

/** One page of the roles that the reader sees. */
export const roleList = (query: CallOf<typeof roles.list>['query']) => read(roles.list, { query });

/** One role with its rights. */
export const oneRole = (id: RoleId) => read(roles.get, { params: { id } });

const { rjInThePlural: _, ...modules } = accessRights;

/** Every right there is, module by module. */
export const everyRight = () => ({
  queryKey: ['access-rights'] as readonly unknown[],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<RoleModule[]> =>
    Promise.all(
      Object.entries(modules).map(async ([shortName, door]) => ({
        shortName,
        accessRights: await call(door, {}, { signal }),
      })),
    ),
  staleTime: Infinity,
});

/** The rights that the reader holds, over all modules, by the role that acts. */
export function ownRights() {
  const held = tokens();
  const id = held && claimsOf(held).roleId;
  return {
    queryKey: [...keyOf(roles.modules), 'own', id] as readonly unknown[],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
      const own = id ? await call(roles.modules, { params: { id } }, { signal }) : [];
      return own.flatMap((module) => module.accessRights.map(({ shortName }) => shortName));
    },
  };
}

const choicesAtOnce = 25;

/** The roles that can be given to somebody at a place of this kind, page after page. */
export const rolesToGive = (asked: { givableAt: NodeType; search: string | undefined; orgId?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(roles.choices), asked],
    queryFn: ({ pageParam: page, signal }) =>
      call(roles.choices, { query: { ...asked, page, size: choicesAtOnce } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * choicesAtOnce < total ? pages.length : undefined),
    staleTime: 60_000,
  });

/** A change shows wherever roles are shown, and in what happened to them. */
function seen(client: QueryClient, saved?: Role) {
  if (saved) client.setQueryData(oneRole(saved.id).queryKey, saved);
  void client.invalidateQueries({ queryKey: keyOf(audit.list) });
  return client.invalidateQueries({ queryKey: keyOf(roles.list) });
}

/** Makes a new role; the form says itself what went wrong. */
export function useCreateRole() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: RoleInput): Promise<Role> => call(roles.create, { query: {}, body }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Saves what was filled in about a role, unless somebody else was faster. */
export function useSaveRole(id: RoleId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: RoleInput; version: number }): Promise<Role> =>
      call(roles.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

type Held = Pick<RoleRow, 'id' | 'version'>;

/** Opens a role or closes it. */
export function useSetRoleStatus({ id, version }: Held) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Role> =>
      call(roles.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => seen(client, saved),
    onError: () => seen(client),
  });
}

/** Takes a role away; whoever asks says itself what was in the way. */
export function useDeleteRole({ id, version }: Held) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (): Promise<Role> => call(roles.remove, { params: { id }, version }, { quiet: 'logged' }),
    onSuccess: () => {
      client.removeQueries({ queryKey: oneRole(id).queryKey });
      return seen(client);
    },
    onError: () => seen(client),
  });
}
