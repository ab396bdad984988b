import * as z from 'zod/mini';
import { countryCodes } from './reference/countries.ts';

/** The portal's languages; the first is the default. */
export const languages = ['en', 'fr', 'zh-CN', 'nl', 'ja-JP', 'it', 'de'] as const;

export const Language = z.enum(languages, {
  error: ({ input }) => (input === undefined || input === '' ? 'field.required' : 'field.invalid'),
});
export type Language = z.infer<typeof Language>;

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  'zh-CN': '简体中文',
  nl: 'Nederlands',
  'ja-JP': '日本語',
  it: 'Italiano',
  de: 'Deutsch',
};

/** The portal's language for a BCP 47 tag: exact match, else the same primary subtag, else undefined. */
export function languageFor(requested: string): Language | undefined {
  const tag = requested.toLowerCase();
  return (
    languages.find((language) => language.toLowerCase() === tag) ??
    languages.find((language) => language.toLowerCase().split('-')[0] === tag.split('-')[0])
  );
}

/** IANA time zone names, UTC first. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

/** An IANA time zone name; deprecated aliases are accepted too. */
export const TimeZone = z
  .string('field.required')
  .check(z.minLength(1, { error: 'field.required', abort: true }), z.refine(isTimeZone, 'field.invalid'));

const timeZoneNames = new Set(timeZones);

function isTimeZone(name: string): boolean {
  if (timeZoneNames.has(name)) return true;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The time zone that a text such as `GMT+1:00 Europe/Andorra` names; the text itself if it names none or several. */
export function timeZoneIn(text: string): string {
  if (isTimeZone(text)) return text;
  const named = [...new Set(text.split(/[\s()[\],;]+/).filter((word) => word.includes('/') && isTimeZone(word)))];
  return named.length === 1 ? named[0]! : text;
}

/** An ISO 3166-1 alpha-2 code, or an empty string. */
export const CountryCode = z
  .string()
  .check(z.refine((code: string) => code === '' || countryCodes.includes(code), 'field.invalid'));
