import type { organisations } from '@storeward/contract/organisations';
import type { Service } from '../platform/context.ts';
import { listDomains } from './queries.ts';

/** The organisations and their domains. */
export const organisationsService: Service<typeof organisations> = {
  domainsOfHost: async ({ db, portal }) => [{ domains: await listDomains(db, portal.scope) }],
};
