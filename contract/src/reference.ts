import * as z from 'zod/mini';

/** The languages the portal speaks; English is the default. */
export const languages = ['en', 'fr', 'zh-CN', 'nl', 'ja-JP', 'it', 'de'] as const;

/** A language the portal speaks. */
export const Language = z.enum(languages, {
  error: ({ input }) => (input === undefined || input === '' ? 'field.required' : 'field.invalid'),
});
export type Language = z.infer<typeof Language>;

/** What each language calls itself, so that everybody finds their own. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  'zh-CN': '简体中文',
  nl: 'Nederlands',
  'ja-JP': '日本語',
  it: 'Italiano',
  de: 'Deutsch',
};

/** The portal's language for what a browser or a user asks for: the same, else the same tongue, else none. */
export function languageFor(wanted: string): Language | undefined {
  const tag = wanted.toLowerCase();
  return (
    languages.find((language) => language.toLowerCase() === tag) ??
    languages.find((language) => language.toLowerCase().split('-')[0] === tag.split('-')[0])
  );
}

/** The time zones of the world, by their IANA names. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

/** A time zone by its IANA name; older names of the same zone are understood too. */
export const TimeZone = z
  .string('field.required')
  .check(z.minLength(1, { error: 'field.required', abort: true }), z.refine(isTimeZone, 'field.invalid'));

const knownZones = new Set(timeZones);

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A country by its two-letter code, or nothing. */
export const CountryCode = z.string().check(z.regex(/^([A-Z]{2})?$/, 'field.invalid'));
