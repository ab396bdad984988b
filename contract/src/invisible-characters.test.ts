import { expect, test } from 'vitest';
import { namesWithInvisible, namesWithJoiners } from '../test/names.ts';
import { withoutInvisible } from './invisible-characters.ts';

test.each(namesWithInvisible)('%s is dropped from a name', (_, text) => {
  expect(withoutInvisible(text)).toBe('Admin');
});

test.each<readonly [string, string]>([
  ...namesWithJoiners,
  ['a text of nothing else', '\u200B \u00AD'],
  ['an override of the writing direction', 'gpj\u202Eexe'],
  ['an ordinary name', 'Żółkiewski & Söhne'],
])('%s stays as it is', (_, text) => {
  expect(withoutInvisible(text)).toBe(text);
});

const many = 200_000;

// a pattern that looks back over what it has passed would take hours
test.each([
  ['tags of a flag', '🏴', '\u{E0041}', '🏴' + '\u{E0041}'.repeat(many)],
  ['tags of no flag', 'A', '\u{E0041}', 'A'],
  ['joiners', 'क', '\u200D', 'क\u200D'],
  ['variants', '❤', '\uFE0F', '❤\uFE0F'],
  ['marks and joiners', 'क', '\u094D\u200D', 'क' + '\u094D\u200D'.repeat(many)],
])('a text of very many %s is read in one pass', (_, start, repeated, visible) => {
  expect(withoutInvisible(start + repeated.repeat(many)) === visible).toBe(true);
});
