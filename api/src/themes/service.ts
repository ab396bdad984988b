import { presetThemes } from '@storeward/contract/settings/sections/preset-themes';
import { themeFrom } from '@storeward/contract/settings/sections/theme';
import { type themes } from '@storeward/contract/themes';
import type { Authenticator, Service } from '../platform/http/pipeline/context.ts';
import { canReadOrganisationFromBelow } from '../organisations/policy.ts';
import { findThemeNode, hasOrganisation } from '../organisations/queries.ts';
import { ensure } from '../platform/errors.ts';
import { findPathSettings, findSection, type PathSettings } from '../settings/queries.ts';

/** Dependencies: hosts that use the theme of an older host, and the lookup of a host's portal. */
export type ThemeResolver = {
  /** The effective values of the theme by those stored along a path. */
  readonly effectiveTheme: (settings: PathSettings['settings']) => Record<string, unknown>;
};

export type ThemeDependencies = {
  readonly legacyHosts: ReadonlyMap<string, string>;
  readonly portalOf: Authenticator['findPortal'];
} & ThemeResolver;

/** Themes of the portals. */
export const themesService = ({
  legacyHosts,
  portalOf,
  effectiveTheme,
}: ThemeDependencies): Service<typeof themes> => ({
  ready: async () => presetThemes.map((preset, index) => ({ ...preset, isDefaultSelected: index === 0 })),

  async ofHost({ db, portal, origin }) {
    const legacyHost = legacyHosts.get(origin.host);
    const legacyPortal = legacyHost && (await portalOf(db, legacyHost));
    const { scope, orgId } = legacyPortal || portal;
    const [node, ownTheme] = await Promise.all([
      findThemeNode(db, scope, legacyPortal ? legacyHost : origin.host),
      findSection(db, scope, orgId, 'theme'),
    ]);
    const path = node && (await findPathSettings(db, scope, node, ['theme']));
    // themeFrom ignores invalid values, so that they cannot break the sign-in page
    return themeFrom(path ? effectiveTheme(path.settings) : ownTheme);
  },

  async ofOrganisation({ db, actor }, { params }) {
    const [isReadable, path] = await Promise.all([
      hasOrganisation(db, actor.scope, params.id, canReadOrganisationFromBelow(actor)),
      findPathSettings(db, actor.scope, params.id, ['theme']),
    ]);
    ensure(isReadable && path, 'node.unknown');
    return themeFrom(effectiveTheme(path.settings));
  },
});
