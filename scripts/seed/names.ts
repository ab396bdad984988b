import { normalised } from '@storeward/contract/fields';
import { type Culture, nameLists } from './name-lists.ts';
import type { Random } from './random.ts';

/** A made-up person's name, and the word they sign in with. */
export type Name = {
  readonly firstName: string;
  readonly lastName: string;
  readonly userName: string;
  readonly culture: Culture;
};

const mixed: readonly Culture[] = [
  ...Array.from({ length: 9 }, () => 'english' as const),
  ...Array.from({ length: 4 }, () => 'iberian' as const),
  'french',
  'french',
  'germanic',
  'germanic',
  'slavic',
  'slavic',
  'turkish',
  'vietnamese',
  'chinese',
  'chinese',
  'japanese',
  'korean',
  'arabic',
  'thai',
  'cyrillic',
  'greek',
  'indian',
];

/** Makes up names of one culture, or of all; no two share the word they sign in with. */
export function namesFrom(random: Random, taken: Iterable<string> = []): (culture?: Culture) => Name {
  const used = new Map<string, number>(Array.from(taken, (word) => [word, 1]));
  return (culture = random.pick(mixed)) => {
    const lists = nameLists[culture];
    const first = written(random.pick(lists.first));
    const last = written(random.pick(lists.last));
    const word = `${first.word}.${last.word}`;
    const times = (used.get(word) ?? 0) + 1;
    used.set(word, times);
    return { firstName: first.name, lastName: last.name, userName: times === 1 ? word : `${word}${times}`, culture };
  };
}

// A few letters are letters of their own and not a Latin one with an accent.
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
  þ: 'th',
};
const known = new Map<string, { name: string; word: string }>();

/** A name from the lists, and how it is typed on any keyboard. */
function written(entry: string): { name: string; word: string } {
  const found = known.get(entry);
  if (found) return found;
  const [name = '', latin = name] = entry.split('/');
  const word = normalised(latin).replace(/[^a-z]/g, (letter) => letters[letter] ?? '');
  const made = { name, word };
  known.set(entry, made);
  return made;
}
