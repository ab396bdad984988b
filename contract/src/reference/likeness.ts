/** The pairs of neighbouring characters of a text. */
export const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));

/** How much two texts are alike, from 0 to 1, by the pairs that they share. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of other) if (one.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size || 1);
}
