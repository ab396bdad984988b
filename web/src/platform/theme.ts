import { deriveTokens, typeTokens } from '@storeward/contract/theme-tokens';
import type { Tokens } from '@storeward/contract/theme-tokens';
import type { Theme } from '@storeward/contract/settings/theme';

/** The one-time word that lets style sheets made by the page pass its security policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

const sheet = new CSSStyleSheet();

/** Repaints the page in a theme: its colours for both schemes, its font and its type size. Hands out the style sheet that does. */
export function applyTheme(theme: Theme): string {
  const { light, dark } = deriveTokens(theme);
  const own = { light: ':root:root', dark: ':root:root[data-mantine-color-scheme="dark"]' };
  const look = `${rule(own.light, { ...light, ...typeTokens(theme) })}${rule(own.dark, dark)}`;
  sheet.replaceSync(look);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  return look;
}

function rule(selector: string, tokens: Tokens): string {
  const lines = Object.entries(tokens).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${lines.join(';')}}`;
}
