import { permits } from '@storeward/contract/access';
import { modulePath } from '../../platform/api/redirects.ts';
import type { ColourScheme } from '../../platform/theme/colour-scheme.ts';
import type { t as translate } from '../../platform/text/i18n.ts';
import type { OwnModule } from '../../platform/session/session-modules.ts';
import { type SessionState, signOut } from '../../platform/session/session.ts';
import { type PortalScreen, screens } from '../../platform/site-map.ts';
import { canOpen } from '../shell/menu-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { showPalette } from './palette-state.ts';

const allScreens: readonly PortalScreen[] = screens;

/** The screens of the menu and the own profile that the session may open. */
export const screenEntries = (session: SessionState, t: typeof translate): PaletteEntry[] =>
  allScreens
    .filter((screen) => (screen.menu !== undefined || screen.path === '/profile') && canOpen(session, screen))
    .map(({ path, title, menu }) => ({
      id: path,
      icon: menu?.icon ?? 'user',
      label: t(title),
      href: path as '/dashboard',
      note: t('palette.screen'),
    }));

type Actions = {
  readonly modules: readonly OwnModule[];
  readonly setColourScheme: (scheme: ColourScheme) => void;
};

/** Actions that are possible on any screen: open an application, change the appearance, show the shortcuts, sign out. */
export function actionEntries(
  { shellPermissions, level }: SessionState,
  { modules, setColourScheme }: Actions,
  t: typeof translate,
): PaletteEntry[] {
  const offersModules = level !== 'GLOBAL' && permits(shellPermissions, ['MODULE_APP_ICON']);
  const schemes = [
    ['light', 'sun', 'app.header.light'],
    ['dark', 'moon', 'app.header.dark'],
    ['auto', 'sun', 'app.header.auto'],
  ] as const;
  return [
    ...(offersModules ? modules : []).map(({ code, name }): PaletteEntry => ({
      id: `module ${code}`,
      icon: 'grid',
      label: t('palette.openApplication', { name }),
      href: modulePath(code),
    })),
    ...schemes.map(([scheme, icon, label]): PaletteEntry => ({
      id: `scheme ${scheme}`,
      icon,
      label: t('palette.appearance', { scheme: t(label) }),
      run: () => setColourScheme(scheme),
    })),
    {
      id: 'shortcuts',
      icon: 'keyboard',
      label: t('palette.shortcuts'),
      note: '?',
      run: () => showPalette('shortcuts'),
    },
    { id: 'logout', icon: 'power', label: t('app.header.logout'), run: () => void signOut() },
  ];
}
