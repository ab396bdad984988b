import { shownOrganisations } from '@storeward/contract/limits';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { permits } from '@storeward/contract/access';
import { useSession } from '../../platform/session/session.ts';
import { errorShownByScreen } from '../../records/load-error.tsx';
import { organisationListQuery } from '../../organisations/queries.ts';
import { recentFirst } from './recent-organisations.ts';

export type OrganisationSearch = {
  readonly organisations: readonly OrganisationRow[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly retry: () => void;
};

/**
 * The organisations for the switchers: the hundred newest, those opened last on this device first, or the first hundred
 * that a search finds. Requested only with the permission to list them, without which the server would end the session.
 */
export function useOrganisationSearch(search: string): OrganisationSearch {
  const { shellPermissions } = useSession();
  const { data, error, refetch } = useQuery({
    ...organisationListQuery({ ...shownOrganisations, search }),
    enabled: permits(shellPermissions, ['LIST_ORGANISATIONS']),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  return {
    organisations: data && (search === '' ? recentFirst(data.result) : data.result),
    total: data?.total ?? 0,
    error,
    retry: () => void refetch(),
  };
}
