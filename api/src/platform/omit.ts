/** A copy of an object without the given properties. */
export function omit<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Omit<T, K> {
  const omitted: readonly PropertyKey[] = keys;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !omitted.includes(key))) as Omit<T, K>;
}
