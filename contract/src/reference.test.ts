import { expect, test } from 'vitest';
import { languageFor, TimeZone } from './reference.ts';

test.each([
  ['en-US', 'en'],
  ['zh', 'zh-CN'],
  ['ja', 'ja-JP'],
  ['DE-at', 'de'],
  ['pt-BR', undefined],
])('resolves the language tag %s to %s', (requested, language) => {
  expect(languageFor(requested)).toBe(language);
});

test('rejects a time zone that does not exist', () => {
  expect(TimeZone.safeParse('Europe/London').success).toBe(true);
  expect(TimeZone.safeParse('Mars/Olympus').error?.issues[0]?.message).toBe('field.invalid');
});
