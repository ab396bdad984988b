import { expect, test } from 'vitest';
import { withoutInvisible } from './invisible-characters.ts';

test.each([
  ['a zero-width space', 'Ad\u200Bmin'],
  ['a soft hyphen', 'Ad\u00ADmin'],
  ['a word joiner', 'Ad\u2060min'],
  ['a byte order mark', '\uFEFFAdmin'],
  ['a joiner between Latin letters', 'Ad\u200Dmin'],
  ['a non-joiner at the end', 'Admin\u200C'],
  ['marks of the writing direction', '\u200EAdmin\u200F'],
  ['a variation selector after a letter', 'Admi\uFE0Fn'],
  ['tags', 'Admin\u{E0041}\u{E0042}'],
  ['a Hangul filler', 'Admin\u3164'],
])('%s is dropped from a name', (_, text) => {
  expect(withoutInvisible(text)).toBe('Admin');
});

test.each([
  ['a Persian name', 'می\u200Cخواهم'],
  ['a Hindi conjunct', 'क्\u200Dष'],
  ['a family', '👩\u200D👩\u200D👧'],
  ['a profession with a skin tone', '👩🏽\u200D🚒'],
  ['a coloured heart', '❤\uFE0F'],
  ['a keycap', '1\uFE0F\u20E3'],
  ['a variant of an ideograph', '葛\u{E0100}城'],
  ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['a text of nothing else', '\u200B \u00AD'],
  ['an override of the writing direction', 'gpj\u202Eexe'],
  ['an ordinary name', 'Żółkiewski & Söhne'],
])('%s stays as it is', (_, text) => {
  expect(withoutInvisible(text)).toBe(text);
});
