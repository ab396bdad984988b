/** Letters of scripts in which a joiner changes the form of its neighbours: Arabic, those of India, and the like. */
const joined =
  '(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Inherited}])[\\p{L}\\p{M}]';
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

/** The invisible characters that have a meaning where they are; the groups of an expression keep the others. */
const meant = [
  `(?<=${joined}\\p{M}*)[\\u200C\\u200D](?=${joined})`,
  // the virama that a joiner follows belongs to all scripts of India
  `(?<=\\p{M})[\\u200C\\u200D](?=${joined})`,
  `(?<=${emoji})\\u200D(?=\\p{Extended_Pictographic})`,
  // how an emoji or an ideograph is drawn, and the digit of a keycap
  `(?<=[\\p{Extended_Pictographic}\\p{Script=Han}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]`,
  `(?<=[\\d#*])\\uFE0F(?=\\u20E3)`,
  // overrides of the writing direction are refused, not dropped
  '[\\u202A-\\u202E\\u2066-\\u2069]',
  // flags of parts of a country
  `(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]*)[\\u{E0020}-\\u{E007F}]`,
].join('|');
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const meantOrIgnorable = new RegExp(`(${meant})|\\p{Default_Ignorable_Code_Point}`, 'gu');

/**
 * A name or another text without invisible characters that mean nothing where they are, by which two names would differ
 * that look the same. Joiners of words and of emoji, variants of ideographs, and flags keep theirs. A text of nothing else
 * stays, so that it can be refused by its own name.
 */
export function withoutInvisible(value: string): string {
  if (!ignorable.test(value)) return value;
  const visible = value.replace(meantOrIgnorable, (_, kept: string | undefined) => kept ?? '');
  return visible.trim() === '' ? value : visible;
}
