/** Deterministic random numbers from a seed text. */
export type Random = {
  /** An integer from 0 up to, but not including, the limit. */
  below(end: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** A random element of the list. */
  pick<T>(list: readonly T[]): T;
  /** A UUIDv7 with the given timestamp. */
  id(timestamp: number): string;
  /** Random hexadecimal digits. */
  hex(digits: number): string;
};

/** Creates a generator from a seed text. */
export function createRandom(seed: string): Random {
  const bits = sfc32(seed);
  const hexWord = () => bits().toString(16).padStart(8, '0');
  const below = (end: number) => Math.floor((bits() / 2 ** 32) * end);
  return {
    below,
    chance: (probability) => bits() / 2 ** 32 < probability,
    pick<T>(list: readonly T[]): T {
      const element = list[below(list.length)];
      if (element === undefined) throw new Error('Cannot pick from an empty list.');
      return element;
    },
    id(timestamp) {
      const time = timestamp.toString(16).padStart(12, '0');
      const [a, b, c] = [hexWord(), hexWord(), hexWord()];
      const variant = '89ab'[below(4)];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(1, 4)}-${variant}${a.slice(4, 7)}-${b}${c.slice(0, 4)}`;
    },
    hex: (digits) =>
      Array.from({ length: Math.ceil(digits / 8) }, hexWord)
        .join('')
        .slice(0, digits),
  };
}

/** The sfc32 generator, seeded with a hash of the text. */
function sfc32(seed: string): () => number {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  let [a, b, c, counter] = [hash, hash ^ 0x9e3779b9, Math.imul(hash, 0x85ebca6b), 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}
