import { deriveTokens, typeTokens } from '@storeward/contract/themes/theme-tokens';
import type { Tokens } from '@storeward/contract/themes/theme-tokens';
import type { Theme } from '@storeward/contract/settings/sections/theme';

/** The CSP nonce for style elements created by scripts. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

const styleSheet = new CSSStyleSheet();

/** Applies a theme (colours of both schemes, font, type size) and returns its style sheet. */
export function applyTheme(theme: Theme): string {
  const { light, dark } = deriveTokens(theme);
  const selectors = { light: ':root:root', dark: ':root:root[data-mantine-color-scheme="dark"]' };
  const css = `${rule(selectors.light, { ...light, ...typeTokens(theme) })}${rule(selectors.dark, dark)}`;
  styleSheet.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(styleSheet)) document.adoptedStyleSheets.push(styleSheet);
  return css;
}

function rule(selector: string, tokens: Tokens): string {
  const lines = Object.entries(tokens).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${lines.join(';')}}`;
}
