import type { NodeType } from '@storeward/contract/access';
import { permits, satisfiesLevelRule } from '@storeward/contract/access';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { defaultModule, type SessionState } from '../../platform/session/session.ts';
import type { MenuItem, Screen } from '../../platform/screen.ts';
import { type PortalScreen, type ScreenPath, screens } from '../../platform/site-map.ts';

/** An entry of the left menu: a screen, or a collapsible group of screens. */
export type MenuEntry =
  | { readonly kind: 'screen'; readonly path: ScreenPath; readonly item: MenuItem }
  | {
      readonly kind: 'group';
      readonly label: PhraseKey;
      readonly icon: MenuItem['icon'];
      readonly entries: readonly ScreenEntry[];
    };

type ScreenEntry = Extract<MenuEntry, { kind: 'screen' }>;

/** Whether the session's permissions and level allow opening a screen. */
export const canOpen = ({ permissions, shellPermissions, level }: SessionState, screen: Screen): boolean =>
  permits(screen.leavesModule ? shellPermissions : permissions, screen.permissions, screen.mode) &&
  satisfiesLevelRule(level, screen.level);

/** The module in which a screen is open: the selected one if its permissions open the screen, else the default one. */
export const moduleOfScreen = (session: SessionState, screen: Screen): string =>
  !screen.leavesModule && canOpen(session, screen) ? session.module : defaultModule;

/**
 * The menu entries the session may open, grouped under their headings. `selectedPaths` restricts and orders the
 * screens.
 */
export function menuEntries(session: SessionState, selectedPaths?: readonly string[]): MenuEntry[] {
  const menu: MenuEntry[] = [];
  for (const screen of orderedScreens(selectedPaths)) {
    if (!screen.menu || !canOpen(session, screen)) continue;
    const entry: ScreenEntry = { kind: 'screen', path: screen.path, item: screen.menu };
    const { parent } = screen.menu;
    const groupIndex = menu.findIndex((entry) => entry.kind === 'group' && entry.label === parent?.label);
    const existing = menu[groupIndex];
    if (!parent) menu.push(entry);
    else if (existing?.kind === 'group') menu[groupIndex] = { ...existing, entries: [...existing.entries, entry] };
    else menu.push({ kind: 'group', ...parent, entries: [entry] });
  }
  return menu;
}

function orderedScreens(selectedPaths: readonly string[] | undefined): readonly PortalScreen[] {
  const all: readonly PortalScreen[] = screens;
  return selectedPaths ? selectedPaths.flatMap((path) => all.filter((screen) => screen.path === path)) : all;
}

const menuHeadings: Readonly<Record<NodeType, PhraseKey>> = {
  GLOBAL: 'app.menu.groupAdministrator',
  ORGANIZATION: 'app.menu.groupOrganisation',
  COMPANY: 'app.menu.groupCompany',
  TRADING_REGION: 'app.menu.groupRegion',
  STORE_GROUP: 'app.menu.groupGroup',
  SUB_STORE_GROUP: 'app.menu.groupGroup',
  STORE: 'app.menu.groupStoreUsers',
};

/** The heading of the menu for a level, if there is one. */
export const menuHeading = (level: NodeType | undefined): PhraseKey | undefined => level && menuHeadings[level];
