import { expect, test } from 'vitest';
import { languageFor } from './reference.ts';

test.each([
  ['en-US', 'en'],
  ['zh', 'zh-CN'],
  ['ja', 'ja-JP'],
  ['DE-at', 'de'],
  ['pt-BR', undefined],
])('resolves the language tag %s to %s', (requested, language) => {
  expect(languageFor(requested)).toBe(language);
});
