import type { Language } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/theme';
import { keep, kept } from './storage.ts';

/** What this device remembers for everybody who uses it: language, light or dark, look of the portal, state of the menu. */
export type AppSettings = {
  language?: Language;
  appearance?: 'light' | 'dark' | 'auto';
  theme?: Theme;
  /** The style sheet of that look, with which a page is painted before its own code is there. */
  look?: string;
  navigationCollapsed?: boolean;
  closedMenus?: string[];
  /** Rows per page, by the person who chose them. */
  pageSizes?: Record<string, number>;
  /** Rows or tiles, by the person who chose them and the list. */
  listLooks?: Record<string, string>;
  /** By how many milliseconds the device's clock is ahead of the server's, where that is more than the way takes. */
  clockAhead?: number | undefined;
};

/** What the device remembers. */
export const appSettings = (): AppSettings => kept<AppSettings>('APP_SETTING') ?? {};

/** Remembers more, and leaves the rest as it is. */
export function rememberSettings(change: AppSettings): void {
  keep('APP_SETTING', { ...appSettings(), ...change });
}
