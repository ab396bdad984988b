import { NodeId } from '@storeward/contract/nodes';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { currentSession, useSession } from './session.ts';
import { useUrlQuery } from '../api/url-query.ts';

const OrganisationParams = z.object({ orgId: z.optional(NodeId) });

const storageKey = () => `ORGANISATION ${currentSession().user?.id ?? ''}`;

function storedOrganisation(): NodeId | undefined {
  try {
    return NodeId.safeParse(sessionStorage.getItem(storageKey())).data;
  } catch {
    return undefined;
  }
}

function storeOrganisation(id: NodeId | undefined): void {
  try {
    if (id) sessionStorage.setItem(storageKey(), id);
    else sessionStorage.removeItem(storageKey());
  } catch {
    // Without storage, each screen begins with the platform itself.
  }
}

type ChosenOrganisation = {
  /** Undefined for the platform itself, and for users of an organisation, who always work on their own. */
  readonly organisation: NodeId | undefined;
  /** Changes the address; `reset` names parameters that do not apply to another organisation. */
  readonly choose: (id: NodeId | undefined, reset?: object) => void;
};

/**
 * The organisation that a platform user works on, stored in `orgId` of the address. A screen opened without it uses the
 * organisation chosen last in this tab.
 */
export function useChosenOrganisation(): ChosenOrganisation {
  const isPlatformUser = useSession().user?.rootNode === 'GLOBAL';
  const [{ orgId }, setQuery] = useUrlQuery(OrganisationParams);
  const organisation = isPlatformUser ? (orgId ?? storedOrganisation()) : undefined;
  useEffect(() => {
    if (!organisation) return;
    storeOrganisation(organisation);
    if (!orgId) setQuery({ orgId: organisation }, { replace: true });
  }, [organisation, orgId, setQuery]);
  return {
    organisation,
    choose(id, reset) {
      storeOrganisation(id);
      setQuery({ ...reset, page: undefined, cursor: undefined, orgId: id } as { orgId?: NodeId | undefined });
    },
  };
}
