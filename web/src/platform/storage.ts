/** Where things are kept in the browser: `SESSION` the tokens, `APP_SETTING` what belongs to the device, `AUTH` who is signed in, `CONFIGURATION` what their place works with; `SEEN` as whom they see the portal; `LEAVING` is there while somebody signs out. */
export type Shelf = 'SESSION' | 'APP_SETTING' | 'AUTH' | 'ORG_CODE' | 'CONFIGURATION' | 'SEEN' | 'LEAVING';

/** Reads what is kept on a shelf; nothing when it is empty, spoiled, or the browser keeps nothing. */
export function kept<T>(shelf: Shelf): T | undefined {
  try {
    const text = localStorage.getItem(shelf);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Puts something on a shelf, a single word as it is; a browser that keeps nothing forgets it with the page. */
export function keep(shelf: Shelf, value: unknown): void {
  try {
    localStorage.setItem(shelf, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // Private windows and full disks keep nothing: the portal works on without.
  }
}

/** Empties a shelf. */
export function forget(shelf: Shelf): void {
  try {
    localStorage.removeItem(shelf);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}
