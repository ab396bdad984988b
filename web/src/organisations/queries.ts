import type { CallOf } from '@storeward/contract/endpoint';
import type { NodeId } from '@storeward/contract/nodes';
import {
  type Domain,
  type NewOrganisation,
  type Organisation,
  type OrganisationInput,
  type OrganisationRow,
  organisations,
} from '@storeward/contract/organisations';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** One page of the organisations of the platform. */
export const organisationList = (query: CallOf<typeof organisations.list>['query']) =>
  read(organisations.list, { query });

/** One organisation with all that the reader may know of it. */
export const oneOrganisation = (id: NodeId) => read(organisations.get, { params: { id } });

/** The domains by which people sign in: of one organisation, or of the one whose portal this is. */
export const signInDomains = (id: NodeId | undefined) =>
  id
    ? { ...read(organisations.domains, { params: { id } }), select: domainsIn }
    : { ...read(organisations.domainsOfHost, { query: {} }), select: domainsIn };

const domainsIn = ([first]: { domains: Domain[] }[]) => first?.domains ?? [];

/** A change shows wherever organisations are shown. */
function seen(client: QueryClient, saved?: Organisation) {
  if (saved) client.setQueryData(oneOrganisation(saved.id).queryKey, saved);
  return client.invalidateQueries({ queryKey: keyOf(organisations.list) });
}

/** Makes a new organisation; the form says itself what went wrong. */
export function useCreateOrganisation() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: NewOrganisation): Promise<Organisation> =>
      call(organisations.create, { body }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Invites the first administrator once more. */
export function useInviteAgain(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<Organisation> => call(organisations.invite, { params: { id } }),
    onSuccess: (saved) => seen(client, saved),
    // whoever was to be invited may have chosen a password meanwhile
    onError: () => client.invalidateQueries({ queryKey: oneOrganisation(id).queryKey }),
  });
}

/** Saves what was filled in about an organisation, unless somebody else was faster. */
export function useSaveOrganisation(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: OrganisationInput; version: number }): Promise<Organisation> =>
      call(organisations.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

type Held = Pick<OrganisationRow, 'id' | 'version'>;

/** Opens an organisation or closes it. */
export function useSetOrganisationStatus({ id, version }: Held) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Organisation> =>
      call(organisations.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => seen(client, saved),
    onError: () => seen(client),
  });
}

/** Takes an organisation away; whoever asks says itself what was in the way. */
export function useDeleteOrganisation({ id, version }: Held) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (): Promise<Organisation> =>
      call(organisations.remove, { params: { id }, version }, { quiet: 'logged' }),
    onSuccess: () => {
      client.removeQueries({ queryKey: oneOrganisation(id).queryKey });
      return seen(client);
    },
    onError: () => seen(client),
  });
}
