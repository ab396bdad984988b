/** A map that drops entries which were not used for a while. */
export type RecentEntries<V> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
};

/**
 * Keeps up to `max` entries, and each for one to two times `keepMs` after its last use: it has an older and a newer half, a used entry
 * moves to the newer one, and when that is full or old it becomes the older one, which is dropped as a whole.
 */
export function recentEntries<V>(max: number, keepMs: number, now = () => performance.now()): RecentEntries<V> {
  let older = new Map<string, V>();
  let newer = new Map<string, V>();
  let since = now();
  const set = (key: string, value: V) => {
    if ((newer.size >= max / 2 && !newer.has(key)) || now() - since >= keepMs) {
      older = newer;
      newer = new Map();
      since = now();
    }
    older.delete(key);
    newer.set(key, value);
  };
  return {
    get(key) {
      const value = newer.get(key) ?? older.get(key);
      if (value !== undefined && !newer.has(key)) set(key, value);
      return value;
    },
    set,
    delete(key) {
      older.delete(key);
      newer.delete(key);
    },
  };
}
