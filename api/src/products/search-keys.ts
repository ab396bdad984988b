/** A product with more words has no keys, since each pair of words makes one. */
const maxPairedWords = 20;
/** More keys make a search no more selective. */
const maxSearchKeys = 6;

/** Letters of scripts that do not separate words, in which a word can begin anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether the word is written in a script that does not separate words. */
export const isUnspaced = (word: string): boolean => unspaced.test(word);

const shortest = 2;
const longest = 3;

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const beginningsOf = (words: readonly string[]): string[] =>
  distinct(words.filter(({ length }) => length >= longest).map((word) => word.slice(0, longest)));
const neighboursOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, index) => word.slice(index, index + 2));
const pairsOf = (beginnings: readonly string[]): string[] => {
  const sorted = beginnings.toSorted();
  return sorted.flatMap((first, index) => sorted.slice(index + 1).map((second) => `${first} ${second}`));
};

/** FNV-1a with 32 bits; a collision only costs a comparison. */
function hash(text: string, from = 0x811c9dc5): number {
  let result = from;
  for (let index = 0; index < text.length; index += 1) result = Math.imul(result ^ text.charCodeAt(index), 0x01000193);
  return result | 0;
}

/** Keys contain the organisation, so that a search does not read products of others. */
const hashed = (orgId: string, keys: readonly string[]): number[] => {
  const seed = hash(orgId);
  return distinct(keys.map((key) => hash(key, seed)));
};

/**
 * The keys by which an index finds a product: the beginnings of its words, and each pair of beginnings within one name
 * or the SKU, since two words can each begin thousands of names but together only few. Null for names with many words,
 * which a search compares one by one.
 */
export function productSearchKeys(orgId: string, texts: readonly (readonly string[])[]): number[] | null {
  const words = distinct(texts.flat());
  const beginnings = texts.map(beginningsOf);
  if (beginnings.some(({ length }) => length > maxPairedWords)) return null;
  return hashed(orgId, [
    ...words.filter(({ length }) => length >= shortest).map((word) => word.slice(0, shortest)),
    ...beginningsOf(words),
    ...beginnings.flatMap(pairsOf),
    ...words.filter(isUnspaced).flatMap(neighboursOf),
  ]);
}

/** The keys of every product whose name or SKU has words with these beginnings; empty if the words are too short for any. */
export function searchKeysOf(orgId: string, words: readonly string[]): number[] {
  const spaced = words.filter((word) => !isUnspaced(word));
  const beginnings = beginningsOf(spaced);
  const pairs = pairsOf(beginnings);
  const short = spaced.filter(({ length }) => length === shortest);
  const single = beginnings.length > 0 ? beginnings : short;
  const neighbours = words.filter(isUnspaced).flatMap(neighboursOf);
  return hashed(orgId, [...(pairs.length > 0 ? pairs : single), ...neighbours].slice(0, maxSearchKeys));
}
