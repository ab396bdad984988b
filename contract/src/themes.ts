import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { NodeId } from './nodes.ts';
import { Theme } from './settings/theme.ts';

/** The looks of the portals. */
export const themes = endpoints({
  ofHost: {
    method: 'GET',
    path: '/node-management/node-theme',
    about: 'The look of the portal served under the request’s host.',
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
