import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

/** A word that follows @ in a sign-in name, and whether it is the usual one. */
export const Domain = z.object({ domainName: z.string(), isDefault: z.boolean() });
export type Domain = z.infer<typeof Domain>;

/** The organisations and their domains. */
export const organisations = endpoints({
  domainsOfHost: {
    method: 'GET',
    path: '/node-management/domain',
    about: 'The domains one can sign in with on the portal of the request’s host.',
    allow: 'anyone',
    query: z.object({ subDomain: z.optional(z.string().check(z.maxLength(253))) }),
    result: z.array(z.object({ domains: z.array(Domain) })),
  },
});
