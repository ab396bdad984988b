/** JSON with sorted object keys. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([first], [second]) => (first < second ? -1 : 1)))
      : part,
  );

/** Deep equality that ignores the order of object keys. */
export const sameValue = (first: unknown, second: unknown): boolean => canonicalJson(first) === canonicalJson(second);
