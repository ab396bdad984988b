import type { Language } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { writeStored, readStored } from './storage.ts';

/** Settings of this device, shared by all its users, stored as JSON under `APP_SETTING`. */
export type AppSettings = {
  language?: Language;
  appearance?: 'light' | 'dark' | 'auto';
  theme?: Theme;
  /** The style sheet of `theme`, applied before the first paint. */
  look?: string;
  navigationCollapsed?: boolean;
  closedMenus?: string[];
  /** Rows per page, by user id. */
  pageSizes?: Record<string, number>;
  /** `list` or `tiles`, by user id and path of the list; behind them `width`, `full` or `page`. */
  listLooks?: Record<string, string>;
  /** Ids of the organisations whose portals were opened last, by user id. */
  recentOrganisations?: Record<string, readonly string[]>;
  /**
   * How far the device's clock is ahead of the server's, in milliseconds. Absent if the difference is within network
   * latency.
   */
  clockAhead?: number | undefined;
};

export const appSettings = (): AppSettings => readStored<AppSettings>('APP_SETTING') ?? {};

/** Merges the change into the stored settings. */
export function updateAppSettings(change: AppSettings): void {
  writeStored('APP_SETTING', { ...appSettings(), ...change });
}
