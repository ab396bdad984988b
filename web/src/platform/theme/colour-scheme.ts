import { type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core';
import { appSettings, updateAppSettings } from '../app-settings.ts';

export type ColourScheme = 'light' | 'dark' | 'auto';

const colourSchemes: readonly unknown[] = ['light', 'dark', 'auto'];

const storedScheme = (fallback: ColourScheme): ColourScheme => {
  const { appearance } = appSettings();
  return appearance && colourSchemes.includes(appearance) ? appearance : fallback;
};

let onStorage: ((event: StorageEvent) => void) | undefined;

/** Stores Mantine's colour scheme in the app settings, where `early-init.js` reads it before the first paint. */
export const colourSchemeManager: MantineColorSchemeManager = {
  get: storedScheme,
  set: (appearance) => updateAppSettings({ appearance }),
  subscribe(onUpdate) {
    onStorage = ({ key }) => {
      if (key === 'APP_SETTING') onUpdate(storedScheme('auto'));
    };
    window.addEventListener('storage', onStorage);
  },
  unsubscribe() {
    if (onStorage) window.removeEventListener('storage', onStorage);
  },
  clear: () => updateAppSettings({ appearance: 'auto' }),
};

export function useColourScheme(): [ColourScheme, (choice: ColourScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
