import { type Domain, organisations } from '@storeward/contract/organisations';
import { type Theme, defaultTheme } from '@storeward/contract/settings/theme';
import { themes } from '@storeward/contract/themes';
import { call } from '../platform/api.ts';
import { appSettings, rememberSettings } from '../platform/app-settings.ts';
import { wornAtSignIn } from '../platform/sign-in-scene.ts';
import { applyTheme } from '../platform/theme.ts';

/** The look this portal had the last time, or the usual one. */
export const knownTheme = (): Theme => appSettings().theme ?? defaultTheme;

/** Fetches the look of this host's portal, paints the page in it and keeps it for the next time; without an answer all stays as it is. */
export async function loadTheme(): Promise<Theme> {
  try {
    const theme = wornAtSignIn(
      (await askedAhead<Theme>('theme')) ??
        (await call(themes.ofHost, { query: { host: location.hostname } }, { quiet: true })),
    );
    rememberSettings({ theme, look: applyTheme(theme) });
    return theme;
  } catch {
    return knownTheme();
  }
}

/** Fetches the domains one can sign in with here; without an answer there are none to choose from. */
export async function loadDomains(): Promise<readonly Domain[]> {
  try {
    const [subDomain = ''] = location.hostname.split('.');
    const [own] =
      (await askedAhead<{ domains: Domain[] }[]>('domains')) ??
      (await call(organisations.domainsOfHost, { query: { subDomain } }, { quiet: true }));
    return own?.domains ?? [];
  } catch {
    return [];
  }
}

declare global {
  interface Window {
    /** What the page’s head asked for before the page's own code had arrived, and whether the form was sent by then. */
    askedAhead?: Partial<Record<'theme' | 'domains', Promise<Response>>> & { sent?: boolean };
  }
}

/** Takes up an answer that was asked for ahead, once; nothing when there is none, or it is a refusal. */
async function askedAhead<T>(what: 'theme' | 'domains'): Promise<T | undefined> {
  const asked = window.askedAhead?.[what];
  delete window.askedAhead?.[what];
  try {
    const answer = await asked;
    return answer?.ok ? ((await answer.json()) as { result: T }).result : undefined;
  } catch {
    return undefined;
  }
}
