import { readyThemes } from '@storeward/contract/settings/ready-themes';
import { themeFrom } from '@storeward/contract/settings/theme';
import { type themes } from '@storeward/contract/themes';
import type { Gate, Service } from '../platform/context.ts';
import { hasOrganisation } from '../organisations/queries.ts';
import { demand } from '../platform/errors.ts';
import { findSection } from '../settings/queries.ts';

/** What the looks stand on: the hosts whose portals wear the look of an older one, and the way to a host's portal. */
export type ThemeParts = { readonly legacyHosts: ReadonlyMap<string, string>; readonly portalOf: Gate['portal'] };

/** The looks of the portals. */
export const themesService = ({ legacyHosts, portalOf }: ThemeParts): Service<typeof themes> => ({
  ready: async () => readyThemes.map((look, index) => ({ ...look, isDefaultSelected: index === 0 })),

  async ofHost({ db, portal, origin }) {
    const legacy = legacyHosts.get(origin.host);
    const { scope, orgId } = (legacy && (await portalOf(db, legacy))) || portal;
    // a value that is no longer understood must not take the sign-in page down with it
    return themeFrom(await findSection(db, scope, orgId, 'theme'));
  },

  async ofOrganisation({ db, actor }, { params }) {
    const [known, values] = await Promise.all([
      hasOrganisation(db, actor.scope, params.id),
      findSection(db, actor.scope, params.id, 'theme'),
    ]);
    demand(known, 'node.unknown');
    return themeFrom(values);
  },
});
