import type { RequestOf } from '@storeward/contract/endpoint';
import type { NodeId } from '@storeward/contract/nodes';
import {
  type Domain,
  type NewOrganisation,
  type Organisation,
  type OrganisationRow,
  organisations,
} from '@storeward/contract/organisations';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';
import type { OrganisationEdit } from './organisation-fields.ts';

export const organisationListQuery = (query: RequestOf<typeof organisations.list>['query']) =>
  endpointQuery(organisations.list, { query });

export const organisationQuery = (id: NodeId) => endpointQuery(organisations.get, { params: { id } });

/** Sign-in domains of an organisation, or of the organisation of this host. */
export const signInDomainsQuery = (id: NodeId | undefined) =>
  id
    ? { ...endpointQuery(organisations.domains, { params: { id } }), select: selectDomains }
    : { ...endpointQuery(organisations.domainsOfHost, { query: {} }), select: selectDomains };

const selectDomains = ([first]: { domains: Domain[] }[]) => first?.domains ?? [];

/** Refreshes organisation lists after a change. */
function updateCache(client: QueryClient, saved?: Organisation) {
  if (saved) client.setQueryData(organisationQuery(saved.id).queryKey, saved);
  return client.invalidateQueries({ queryKey: queryKeyOf(organisations.list) });
}

/** Creates an organisation; the form shows errors itself. */
export function useCreateOrganisation() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: NewOrganisation): Promise<Organisation> =>
      call(organisations.create, { body }, { quiet: 'logged' }),
    onSuccess: (saved) => updateCache(client, saved),
  });
}

/** Sends the first administrator's invitation again. */
export function useResendInvitation(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<Organisation> => call(organisations.invite, { params: { id } }),
    onSuccess: (saved) => updateCache(client, saved),
    // the administrator may have set a password meanwhile
    onError: () => client.invalidateQueries({ queryKey: organisationQuery(id).queryKey }),
  });
}

/** Updates an organisation with optimistic locking; the form shows errors itself. */
export function useSaveOrganisation(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: OrganisationEdit; version: number }): Promise<Organisation> => {
      const url = input.portalHosts.find(({ isPrimary }) => isPrimary)!.hostName;
      return call(organisations.update, { params: { id }, body: { ...input, url }, version }, { quiet: 'logged' });
    },
    onSuccess: (saved) => updateCache(client, saved),
  });
}

type VersionedOrganisation = Pick<OrganisationRow, 'id' | 'version'>;

/** Enables or disables an organisation. */
export function useSetOrganisationStatus({ id, version }: VersionedOrganisation) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Organisation> =>
      call(organisations.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => updateCache(client, saved),
    onError: () => updateCache(client),
  });
}

/** Deletes an organisation; the dialog shows errors itself. */
export function useDeleteOrganisation({ id, version }: VersionedOrganisation) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (): Promise<Organisation> =>
      call(organisations.remove, { params: { id }, version }, { quiet: 'logged' }),
    onSuccess: () => {
      client.removeQueries({ queryKey: organisationQuery(id).queryKey });
      return updateCache(client);
    },
    onError: () => updateCache(client),
  });
}
