import type { Language } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/theme';
import { type PhraseKey, chooseLanguage, currentLanguage, onLanguage, t } from '../platform/i18n.ts';
import { needsPlate, pointsOf } from '../ui/logo-plate.ts';
import { showBackground } from './login-background.ts';
import { knownTheme, loadTheme } from './queries.ts';

/** How long the page waits for its portal's look before it is dressed in the one it knows, in milliseconds. */
const patience = 400;

/** A part of the page that stands in its HTML. */
export function part<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Lets the page speak the language of the moment, and every one that is chosen after it. */
export function speakOnPage(): void {
  const choice = part<HTMLSelectElement>('.language select');
  const speak = () => {
    writeWords(document);
    choice.value = currentLanguage();
    delete document.documentElement.dataset['wordless'];
  };
  speak();
  onLanguage(speak);
  choice.addEventListener('change', () => chooseLanguage(choice.value as Language));
}

/** Writes every word of the page that carries the name of its phrase. */
function writeWords(within: ParentNode): void {
  for (const place of within.querySelectorAll<HTMLElement>('[data-phrase]'))
    place.textContent = t(place.dataset['phrase'] as PhraseKey);
  for (const place of within.querySelectorAll<HTMLElement>('[data-name]'))
    place.setAttribute('aria-label', t(place.dataset['name'] as PhraseKey));
}

/** Dresses the page as its portal wants it: at once as it was the last time, then as it is now. */
export async function dressPage(): Promise<void> {
  const asked = loadTheme();
  const inTime = await Promise.race([asked, new Promise<undefined>((done) => setTimeout(done, patience))]);
  dress(inTime ?? knownTheme());
  if (!inTime) dress(await asked);
}

function dress(theme: Theme): void {
  const { landscape, portrait } = theme.loginBoxPosition;
  Object.assign(document.documentElement.dataset, { landscape, portrait, dressed: '' });
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  if (logo) part('.brand').replaceChildren(logoOf(logo));
  part('.powered').hidden = !logo;
  showBackground(part('.scene'), part<HTMLButtonElement>('.still'), theme);
}

function logoOf(address: string): HTMLImageElement {
  const logo = new Image();
  logo.className = 'logo';
  logo.dataset['name'] = 'sessions.login.logo' satisfies PhraseKey;
  logo.addEventListener('load', () => {
    if (needsPlate(pointsOf(logo))) logo.dataset['plate'] = '';
  });
  logo.src = address;
  logo.setAttribute('aria-label', t('sessions.login.logo'));
  return logo;
}
