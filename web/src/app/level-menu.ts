import type { NodeType } from '@storeward/contract/access';
import { permits, reaches } from '@storeward/contract/access';
import type { PhraseKey } from '../platform/phrase-keys.ts';
import type { SessionState } from '../platform/session.ts';
import { type MenuPlace, type Screen, screens } from '../platform/site-map.ts';

/** One line of the left menu: a screen, or a heading that folds the screens under it. */
export type MenuEntry =
  | { readonly kind: 'screen'; readonly path: string; readonly place: MenuPlace }
  | {
      readonly kind: 'group';
      readonly label: PhraseKey;
      readonly icon: MenuPlace['icon'];
      readonly entries: readonly ScreenEntry[];
    };

type ScreenEntry = Extract<MenuEntry, { kind: 'screen' }>;

/** Whether somebody may open a screen: by their permissions, and by their level. */
export const mayOpen = ({ permissions, level }: SessionState, screen: Screen): boolean =>
  permits(permissions, screen.permissions, screen.mode) && reaches(level, screen.level);

/** The menu of whoever is signed in: only what they may open, folded under its headings; of a choice of screens those alone, in its order. */
export function menuOf(session: SessionState, chosen?: readonly string[]): MenuEntry[] {
  const menu: MenuEntry[] = [];
  for (const screen of inOrder(chosen)) {
    if (!screen.menu || !mayOpen(session, screen)) continue;
    const entry: ScreenEntry = { kind: 'screen', path: screen.path, place: screen.menu };
    const { parent } = screen.menu;
    const group = menu.findIndex((line) => line.kind === 'group' && line.label === parent?.label);
    const found = menu[group];
    if (!parent) menu.push(entry);
    else if (found?.kind === 'group') menu[group] = { ...found, entries: [...found.entries, entry] };
    else menu.push({ kind: 'group', ...parent, entries: [entry] });
  }
  return menu;
}

function inOrder(chosen: readonly string[] | undefined): readonly Screen[] {
  const all: readonly Screen[] = screens;
  return chosen ? chosen.flatMap((path) => all.filter((screen) => screen.path === path)) : all;
}

const headings: Readonly<Record<NodeType, PhraseKey>> = {
  GLOBAL: 'app.menu.groupAdministrator',
  ORGANIZATION: 'app.menu.groupOrganisation',
  COMPANY: 'app.menu.groupCompany',
  TRADING_REGION: 'app.menu.groupRegion',
  STORE_GROUP: 'app.menu.groupGroup',
  SUB_STORE_GROUP: 'app.menu.groupGroup',
  STORE: 'app.menu.groupStoreUsers',
};

/** What the menu of somebody's level is called; without a level it has no name. */
export const menuHeading = (level: NodeType | undefined): PhraseKey | undefined => level && headings[level];
