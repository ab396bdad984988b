import type { ReferenceList } from '@storeward/contract/settings/kinds/choice-source';

const formatters = new Map<string, Intl.DisplayNames>();

function displayName(type: 'region' | 'language' | 'currency', code: string, locale: string): string {
  const key = `${type} ${locale}`;
  const formatter = formatters.get(key) ?? new Intl.DisplayNames([locale], { type });
  formatters.set(key, formatter);
  try {
    return formatter.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The name of a country in the given locale; the code if it is unknown. */
export const countryName = (code: string, locale: string): string => displayName('region', code, locale);

/** The name of a language with its code, for example 'English (en)'. */
export function languageName(code: string, locale: string): string {
  const name = displayName('language', code, locale);
  return name === code ? code : `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} (${code})`;
}

/** The name of an entry of a reference list in the given locale; undefined for lists that give their own names. */
export function referenceName(list: ReferenceList, code: string, locale: string): string | undefined {
  if (list === 'countries') return countryName(code, locale);
  if (list === 'languages') return languageName(code, locale);
  return list === 'currencies' ? displayName('currency', code, locale) : undefined;
}
