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

/** An ISO 3166-1 alpha-2 code, or an empty string. */
export const CountryCode = z
  .string()
  .check(z.refine((code: string) => code === '' || countryCodes.includes(code), 'field.invalid'));
