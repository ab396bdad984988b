import { defaultTheme } from '@storeward/contract/settings/theme';
import type { t as phrase } from '../platform/i18n.ts';
import type { PhraseKey } from '../platform/phrase-keys.ts';

const others = ['autoLogoutDuration', 'provider', 'otherName', 'secret', 'displayName', 'displayLogo'] as const;
type Known = (typeof others)[number] | keyof typeof defaultTheme;

const isKnown = (field: string): field is Known =>
  field in defaultTheme || (others as readonly string[]).includes(field);

/** What a field is called. */
export const fieldWord = (field: string): PhraseKey =>
  isKnown(field) ? `settings.radar.field.${field}` : 'settings.radar.field.unknown';

/** A value as it is written in a line; nothing stands for a picture that there is none of. */
export function valueWords(t: typeof phrase, value: unknown): string {
  if (value === null || value === undefined) return t('settings.radar.nothing');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
