import { expect, test } from 'vitest';
import { languageFor, TimeZone } from './reference.ts';

test.each([
  ['en-US', 'en'],
  ['zh', 'zh-CN'],
  ['ja', 'ja-JP'],
  ['DE-at', 'de'],
  ['pt-BR', undefined],
])('a browser that asks for %s is answered in %s', (wanted, language) => {
  expect(languageFor(wanted)).toBe(language);
});

test('a time zone that does not exist is refused', () => {
  expect(TimeZone.safeParse('Europe/London').success).toBe(true);
  expect(TimeZone.safeParse('Mars/Olympus').error?.issues[0]?.message).toBe('field.invalid');
});
