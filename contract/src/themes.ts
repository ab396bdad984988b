import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { NodeId } from './nodes.ts';
import { Theme } from './settings/sections/theme.ts';

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
    summary: 'The preset themes.',
    allow: 'signedIn',
    byApiKey: 'allow',
    immutable: true,
    result: z.array(PresetTheme),
  },
  ofHost: {
    method: 'GET',
    path: '/node-management/node-theme',
    summary:
      'The theme of the portal of the request’s host, or of the earlier host that the operator has configured; the parameter `host` is ignored.',
    allow: 'anyone',
    query: z.object({ host: z.optional(z.string().check(z.maxLength(253))) }),
    result: Theme,
  },
  ofOrganisation: {
    method: 'GET',
    path: '/node-management/organization/{id}/theme',
    summary: 'The effective theme of the portals of one organisation.',
    allow: 'VIEW_ORGANISATION',
    params: z.object({ id: NodeId }),
    result: Theme,
    errors: ['node.unknown'],
  },
});
