import { normalised } from '@storeward/contract/fields';
import { type Culture, nameLists } from './name-lists.ts';
import type { Random } from './random.ts';

/** A generated name with its user name. */
export type Name = {
  readonly firstName: string;
  readonly lastName: string;
  readonly userName: string;
  readonly culture: Culture;
};

/** Cultures weighted by frequency. */
const weightedCultures: readonly Culture[] = [
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

/** Generates names of one culture, or of all, with unique user names. */
export function namesFrom(random: Random, taken: Iterable<string> = []): (culture?: Culture) => Name {
  const used = new Map<string, number>(Array.from(taken, (userName) => [userName, 1]));
  return (culture = random.pick(weightedCultures)) => {
    const lists = nameLists[culture];
    const first = romanised(random.pick(lists.first));
    const last = romanised(random.pick(lists.last));
    const base = `${first.latin}.${last.latin}`;
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    return { firstName: first.name, lastName: last.name, userName: times === 1 ? base : `${base}${times}`, culture };
  };
}

// letters that Unicode normalisation does not decompose
const transliterations: Readonly<Record<string, string>> = {
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
const cache = new Map<string, { name: string; latin: string }>();

/** A name of the lists and its lower-case Latin letters. */
function romanised(entry: string): { name: string; latin: string } {
  const cached = cache.get(entry);
  if (cached) return cached;
  const [name = '', romanisation = name] = entry.split('/');
  const latin = normalised(romanisation).replace(/[^a-z]/g, (letter) => transliterations[letter] ?? '');
  const result = { name, latin };
  cache.set(entry, result);
  return result;
}
