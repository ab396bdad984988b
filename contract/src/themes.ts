import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
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
});
