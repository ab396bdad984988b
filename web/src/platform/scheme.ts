import { type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core';
import { appSettings, rememberSettings } from './app-settings.ts';

/** How somebody wants the portal lit: light, dark, or as their system is set. */
export type SchemeChoice = 'light' | 'dark' | 'auto';

const choices: readonly unknown[] = ['light', 'dark', 'auto'];

const remembered = (otherwise: SchemeChoice): SchemeChoice => {
  const { appearance } = appSettings();
  return appearance && choices.includes(appearance) ? appearance : otherwise;
};

let follow: ((event: StorageEvent) => void) | undefined;

/** Keeps the choice with what else belongs to this device; `ahead.js` reads the same place before the first paint. */
export const schemeKeeper: MantineColorSchemeManager = {
  get: remembered,
  set: (appearance) => rememberSettings({ appearance }),
  subscribe(changed) {
    follow = ({ key }) => {
      if (key === 'APP_SETTING') changed(remembered('auto'));
    };
    window.addEventListener('storage', follow);
  },
  unsubscribe() {
    if (follow) window.removeEventListener('storage', follow);
  },
  clear: () => rememberSettings({ appearance: 'auto' }),
};

/** The choice of light or dark, with the way to change it. */
export function useScheme(): [SchemeChoice, (choice: SchemeChoice) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
