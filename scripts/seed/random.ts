/** Chance that falls the same way every time: what is drawn depends on the seed word alone. */
export type Random = {
  /** A number from 0 up to, but not, the one given. */
  below(end: number): number;
  /** Whether an event of this probability happens. */
  happens(probability: number): boolean;
  /** One of the list. */
  pick<T>(list: readonly T[]): T;
  /** A new id in the form of those the portal makes, dated by the moment given. */
  id(moment: number): string;
  /** So many random hexadecimal digits. */
  hex(digits: number): string;
};

/** Starts a run of chance from a seed word. */
export function randomFrom(seed: string): Random {
  const bits = sfc32(seed);
  const word = () => bits().toString(16).padStart(8, '0');
  const below = (end: number) => Math.floor((bits() / 2 ** 32) * end);
  return {
    below,
    happens: (probability) => bits() / 2 ** 32 < probability,
    pick<T>(list: readonly T[]): T {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('there is nothing to pick from an empty list');
      return found;
    },
    id(moment) {
      const time = moment.toString(16).padStart(12, '0');
      const [a, b, c] = [word(), word(), word()];
      const variant = '89ab'[below(4)];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(1, 4)}-${variant}${a.slice(4, 7)}-${b}${c.slice(0, 4)}`;
    },
    hex: (digits) =>
      Array.from({ length: Math.ceil(digits / 8) }, word)
        .join('')
        .slice(0, digits),
  };
}

/** A small and fast generator of good quality (sfc32), wound up with a hash of the seed word. */
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
