import { appSettings } from './app-settings.ts';

/** Keeps a page without the component library light or dark, as chosen on this device or as the system turns. */
export function followLight(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const light = () => {
    const { appearance } = appSettings();
    const dark = appearance === 'dark' || (appearance !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  light();
  system.addEventListener('change', light);
  window.addEventListener('storage', light);
}
