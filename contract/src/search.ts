/**
 * Normalisation of search texts and searches: words are compared by their letters and digits alone. User names, e-mail
 * addresses and codes are compared by `normalised` of fields.ts, which normalises less.
 */

/** Accents of Latin, Greek and Cyrillic letters, Hebrew points, and Arabic vowel marks. */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]+/g;

/** Punctuation, spaces, invisible characters, modifier letters that are used as apostrophes, and the Arabic tatweel. */
const ignored = /[\p{P}\p{Sk}\p{Z}\p{Cc}\p{Cf}\u02b9-\u02bf\u0640]+/gu;

/** Letters that Unicode does not decompose, with the form they are searched by. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u0629': '\u0647',
  '\u06a9': '\u0643',
};
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

const offset = (text: string, from: number, to: number) => String.fromCharCode(text.charCodeAt(0) - from + to);

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(letter, (one) => letters[one] ?? one)
    .replace(/[\u30a1-\u30f6]/g, (katakana) => offset(katakana, 0x30a1, 0x3041))
    .replace(/[\u0660-\u0669]/g, (digit) => offset(digit, 0x0660, 0x30))
    .replace(/[\u06f0-\u06f9]/g, (digit) => offset(digit, 0x06f0, 0x30))
    .normalize('NFC')
    .replace(ignored, '');

/** An umlaut is found by its vowel alone and by the vowel followed by e, however it is stored. */
function spellings(field: string): string[] {
  const plain = folded(field);
  const written = folded(field.normalize('NFC').replace(/[äöüøÄÖÜØ]/g, '$&e'));
  return [...new Set([plain, written, plain.replace(/([aou])e/g, '$1')])];
}

/** The first character of every text of this normalisation; texts of the earlier one do not begin with a space. */
const mark = ' ';

/**
 * The stored search text of a record with these fields. Each field is also included without spaces, since "O'Brien" and
 * "Stoke-on-Trent" are often searched as one word.
 */
export const searchText = (...fields: readonly string[]): string => mark + fields.flatMap(spellings).join(' ').trim();

/** The words of a search, folded; each has to be in the search text, in any order. Empty if the search has neither letter nor digit. */
export const searchWords = (search: string): string[] => [
  ...new Set(
    search
      .split(/\s+/u)
      .map(folded)
      .filter((word) => word !== ''),
  ),
];

/** Whether a search finds a text; for lists that are searched in the browser. */
export function matchesSearch(search: string, ...fields: readonly string[]): boolean {
  const text = searchText(...fields);
  return searchWords(search).every((word) => text.includes(word));
}
