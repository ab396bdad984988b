import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { NodeId } from './nodes.ts';
import { Theme } from './settings/theme.ts';

/** A predefined theme with its English name. */
export const PresetTheme = z.object({
  id: z.string(),
  name: z.string(),
  isDefaultSelected: z.boolean(),
  theme: Theme,
});
export type PresetTheme = z.infer<typeof PresetTheme>;

/** Themes of the portals. */
export const themes = endpoints({
  ready: {
    method: 'GET',
    path: '/common/themes',
    summary: 'Looks that a portal can begin with.',
    allow: 'signedIn',
    immutable: true,
    result: z.array(PresetTheme),
  },
  ofHost: {
    method: 'GET',
    path: '/node-management/node-theme',
    summary:
      'The look of the portal served under the request’s host, or under the older host that the operator has named for it; what `host` says decides nothing.',
    allow: 'anyone',
    query: z.object({ host: z.optional(z.string().check(z.maxLength(253))) }),
    result: Theme,
  },
  ofOrganisation: {
    method: 'GET',
    path: '/node-management/organization/{id}/theme',
    summary: 'The look in force for the portals of one organisation.',
    allow: 'VIEW_ORGANISATION',
    params: z.object({ id: NodeId }),
    result: Theme,
    errors: ['node.unknown'],
  },
});
