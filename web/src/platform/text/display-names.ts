const formatters = new Map<string, Intl.DisplayNames>();

function displayName(type: 'region' | 'language', code: string, locale: string): string {
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
