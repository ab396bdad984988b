import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { NodeId } from './nodes.ts';
import { Theme } from './settings/theme.ts';

/** A look to begin with, by its English name. */
export const ReadyTheme = z.object({
  id: z.string(),
  name: z.string(),
  isDefaultSelected: z.boolean(),
  theme: Theme,
});
export type ReadyTheme = z.infer<typeof ReadyTheme>;

/** The looks of the portals. */
export const themes = endpoints({
  ready: {
    method: 'GET',
    path: '/common/themes',
    about: 'Looks that a portal can begin with.',
    allow: 'signedIn',
    unchanging: true,
    result: z.array(ReadyTheme),
  },
  ofHost: {
    method: 'GET',
    path: '/node-management/node-theme',
    about:
      'The look of the portal served under the request’s host, or under the older host that the operator has named for it; what `host` says decides nothing.',
    allow: 'anyone',
    query: z.object({ host: z.optional(z.string().check(z.maxLength(253))) }),
    result: Theme,
  },
  ofOrganisation: {
    method: 'GET',
    path: '/node-management/organization/{id}/theme',
    about: 'The look in force for the portals of one organisation.',
    allow: 'VIEW_ORGANISATION',
    params: z.object({ id: NodeId }),
    result: Theme,
    errors: ['node.unknown'],
  },
});
