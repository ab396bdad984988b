const namers = new Map<string, Intl.DisplayNames>();

function nameOf(type: 'region' | 'language', code: string, reader: string): string {
  const key = `${type} ${reader}`;
  const namer = namers.get(key) ?? new Intl.DisplayNames([reader], { type });
  namers.set(key, namer);
  try {
    return namer.of(code) ?? code;
  } catch {
    return code;
  }
}

/** What a country is called in the reader's language; the code itself where nobody knows a name for it. */
export const countryName = (code: string, reader: string): string => nameOf('region', code, reader);

/** What a language is called in the reader's own, with its code: 'English (en)'. */
export function languageName(code: string, reader: string): string {
  const name = nameOf('language', code, reader);
  return name === code ? code : `${name.charAt(0).toLocaleUpperCase(reader)}${name.slice(1)} (${code})`;
}
