import { contrast } from '@storeward/contract/colours';
import type { HotkeyColour } from '@storeward/contract/settings/lists/hotkey-looks';
import { type Theme, themeFrom } from '@storeward/contract/settings/sections/theme';

type KeyColours = { readonly background: string; readonly text: string };

/** The contrast that WCAG AA requires of text. */
const textContrast = 4.5;

/** The text colour of the theme if it is readable, else black or white. */
function readable(background: string, text: string): KeyColours {
  if (contrast(background, text) >= textContrast) return { background, text };
  return {
    background,
    text: contrast(background, '#000000') > contrast(background, '#FFFFFF') ? '#000000' : '#FFFFFF',
  };
}

/** The colours of keys in a theme; a key without a colour has those of the page. */
export function keyColours(values: Readonly<Record<string, unknown>>): Record<HotkeyColour, KeyColours> {
  const theme: Theme = themeFrom(values);
  return {
    primary: readable(theme.primaryColour, theme.contractPrimaryColour),
    secondary: readable(theme.secondaryColour, theme.contractSecondaryColour),
    success: readable(theme.successColour, theme.contrastSuccessColour),
    warn: readable(theme.warnColour, theme.contractWarnColour),
    error: readable(theme.errorColour, theme.contrastErrorColour),
    neutral: readable(theme.neutralColour, theme.textColour),
  };
}
