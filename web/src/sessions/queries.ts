import { type Domain, organisations } from '@storeward/contract/organisations';
import { type Theme, defaultTheme } from '@storeward/contract/settings/sections/theme';
import { themes } from '@storeward/contract/themes';
import { call } from '../platform/api/api.ts';
import { appSettings, updateAppSettings } from '../platform/app-settings.ts';
import { signInTheme } from '../platform/theme/sign-in-background.ts';
import { applyTheme } from '../platform/theme/theme.ts';

/** Theme cached from the last visit, or the default. */
export const cachedTheme = (): Theme => appSettings().theme ?? defaultTheme;

/** Loads, applies and caches the theme of this host's portal; on failure returns the cached theme. */
export async function loadTheme(): Promise<Theme> {
  try {
    const theme = signInTheme(
      (await takePrefetched<Theme>('theme')) ??
        (await call(themes.ofHost, { query: { host: location.hostname } }, { quiet: true })),
    );
    updateAppSettings({ theme, look: applyTheme(theme) });
    return theme;
  } catch {
    return cachedTheme();
  }
}

/** Sign-in domains of this host; empty on failure. */
export async function loadDomains(): Promise<readonly Domain[]> {
  try {
    const [subDomain = ''] = location.hostname.split('.');
    const [first] =
      (await takePrefetched<{ domains: Domain[] }[]>('domains')) ??
      (await call(organisations.domainsOfHost, { query: { subDomain } }, { quiet: true }));
    return first?.domains ?? [];
  } catch {
    return [];
  }
}

declare global {
  interface Window {
    /**
     * Requests started by the script in the page's head, and whether the form was submitted before this code
     * loaded.
     */
    prefetched?: Partial<Record<'theme' | 'domains', Promise<Response>>> & { sent?: boolean };
  }
}

/** Consumes a prefetched response; undefined if there is none or it failed. */
async function takePrefetched<T>(key: 'theme' | 'domains'): Promise<T | undefined> {
  const request = window.prefetched?.[key];
  delete window.prefetched?.[key];
  try {
    const response = await request;
    return response?.ok ? ((await response.json()) as { result: T }).result : undefined;
  } catch {
    return undefined;
  }
}
