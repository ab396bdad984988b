import { presetThemes } from '@storeward/contract/settings/preset-themes';
import { themeFrom } from '@storeward/contract/settings/theme';
import { type themes } from '@storeward/contract/themes';
import type { Authenticator, Service } from '../platform/http/context.ts';
import { hasOrganisation } from '../organisations/queries.ts';
import { ensure } from '../platform/errors.ts';
import { findSection } from '../settings/queries.ts';

/** Dependencies: hosts that use the theme of an older host, and the lookup of a host's portal. */
export type ThemeDependencies = {
  readonly legacyHosts: ReadonlyMap<string, string>;
  readonly portalOf: Authenticator['findPortal'];
};

/** Themes of the portals. */
export const themesService = ({ legacyHosts, portalOf }: ThemeDependencies): Service<typeof themes> => ({
  ready: async () => presetThemes.map((preset, index) => ({ ...preset, isDefaultSelected: index === 0 })),

  async ofHost({ db, portal, origin }) {
    const legacyHost = legacyHosts.get(origin.host);
    const { scope, orgId } = (legacyHost && (await portalOf(db, legacyHost))) || portal;
    // themeFrom ignores invalid values, so that they cannot break the sign-in page
    return themeFrom(await findSection(db, scope, orgId, 'theme'));
  },

  async ofOrganisation({ db, actor }, { params }) {
    const [exists, values] = await Promise.all([
      hasOrganisation(db, actor.scope, params.id),
      findSection(db, actor.scope, params.id, 'theme'),
    ]);
    ensure(exists, 'node.unknown');
    return themeFrom(values);
  },
});
