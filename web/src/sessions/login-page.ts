import type { Language } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { type PhraseKey, chooseLanguage, currentLanguage, onLanguageChange, t } from '../platform/text/i18n.ts';
import { needsPlate, readPixels } from '../ui/image/logo-plate.ts';
import { showBackground } from './login-background.ts';
import { cachedTheme, loadTheme } from './queries.ts';

/** Time to wait for the portal's theme before falling back to the cached one, in milliseconds. */
const themeTimeoutMs = 400;

/** Returns a required element; throws if the page's HTML lacks it. */
export function requiredElement<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T {
  const element = within.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

/** Translates the page now and after every change of language. */
export function localisePage(): void {
  const select = requiredElement<HTMLSelectElement>('.language select');
  const localise = () => {
    applyPhrases(document);
    select.value = currentLanguage();
    delete document.documentElement.dataset['untranslated'];
  };
  localise();
  onLanguageChange(localise);
  select.addEventListener('change', () => chooseLanguage(select.value as Language));
}

/** Translates all elements with `data-phrase` (text) or `data-name` (accessible name). */
function applyPhrases(within: ParentNode): void {
  for (const element of within.querySelectorAll<HTMLElement>('[data-phrase]'))
    element.textContent = t(element.dataset['phrase'] as PhraseKey);
  for (const element of within.querySelectorAll<HTMLElement>('[data-name]'))
    element.setAttribute('aria-label', t(element.dataset['name'] as PhraseKey));
}

/** Applies the portal's theme: the cached one if loading takes too long, then the loaded one. */
export async function applyPortalTheme(): Promise<void> {
  const pendingTheme = loadTheme();
  const earlyTheme = await Promise.race([
    pendingTheme,
    new Promise<undefined>((resolve) => setTimeout(resolve, themeTimeoutMs)),
  ]);
  renderTheme(earlyTheme ?? cachedTheme());
  if (!earlyTheme) renderTheme(await pendingTheme);
}

function renderTheme(theme: Theme): void {
  const { landscape, portrait } = theme.loginBoxPosition;
  Object.assign(document.documentElement.dataset, { landscape, portrait, themed: '' });
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  if (logo) requiredElement('.brand').replaceChildren(createLogo(logo));
  requiredElement('.powered').hidden = !logo;
  showBackground(requiredElement('.scene'), requiredElement<HTMLButtonElement>('.pause-button'), theme);
}

function createLogo(url: string): HTMLImageElement {
  const logo = new Image();
  logo.className = 'logo';
  logo.dataset['name'] = 'sessions.login.logo' satisfies PhraseKey;
  logo.addEventListener('load', () => {
    if (needsPlate(readPixels(logo))) logo.dataset['plate'] = '';
  });
  logo.src = url;
  logo.setAttribute('aria-label', t('sessions.login.logo'));
  return logo;
}
