import { describe, expect, test } from 'vitest';
import { languages } from '../../reference.ts';
import { localeForDates } from '../../runtime-configuration.ts';
import { effectiveDateLocale } from './dates.ts';

const at = (node: string, value: unknown, mode: 'free' | 'locked' = 'free') => ({ node, value, mode });

describe('the date locale of a node', () => {
  test.for([
    ['the installation’s where none is set', [], 'en-AU'],
    ['the nearest one', [at('org', 'en-GB'), at('company', 'en-US')], 'en-US'],
    ['the one that is locked above', [at('org', 'en-GB', 'locked'), at('company', 'en-US')], 'en-GB'],
    ['never one that is not offered', [at('org', 'tlh-KX')], 'en-AU'],
  ] as const)('is %s', ([, values, expected]) => {
    expect(effectiveDateLocale(values, 'en-AU')).toBe(expected);
  });
});

describe('a formatted date', () => {
  const format = (language: string, dateLocale: string) =>
    new Intl.DateTimeFormat(localeForDates(language, dateLocale), { dateStyle: 'medium' }).format(
      new Date(2026, 10, 20),
    );

  test('has the order of the date locale in English, where both orders are common', () => {
    expect(['en-GB', 'en-US'].map((locale) => format('en', locale))).toEqual(['20 Nov 2026', 'Nov 20, 2026']);
  });

  test('has the words of its language, whatever the date locale', () => {
    const [british, american] = ['en-GB', 'en-US'].map((locale) =>
      languages.filter((language) => language !== 'en').map((language) => format(language, locale)),
    );
    expect(british).toEqual(american);
    expect(british).toContain('20.11.2026');
  });
});
