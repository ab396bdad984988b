import { appSettings } from '../app-settings.ts';

/** Keeps the colour scheme attribute up to date on pages without Mantine's provider. */
export function syncColourSchemeAttribute(): void {
  const systemPrefersDark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const { appearance } = appSettings();
    const isDark = appearance === 'dark' || (appearance !== 'light' && systemPrefersDark.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  };
  apply();
  systemPrefersDark.addEventListener('change', apply);
  window.addEventListener('storage', apply);
}
