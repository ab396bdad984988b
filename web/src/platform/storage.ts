/**
 * Keys of the local storage: `SESSION` the tokens, `APP_SETTING` the device settings, `AUTH` the session state,
 * `CONFIGURATION` the user's configuration, `SEEN` the impersonation, `RECENT` the entries opened through the palette;
 * `LEAVING` is set while signing out.
 */
export type StorageKey =
  | 'SESSION'
  | 'APP_SETTING'
  | 'AUTH'
  | 'ORG_CODE'
  | 'CONFIGURATION'
  | 'SEEN'
  | 'RECENT'
  | 'LEAVING';

/** The parsed value of a key; `undefined` if it is missing, not valid JSON, or storage is not available. */
export function readStored<T>(key: StorageKey): T | undefined {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON, a string as it is. Without storage this does nothing. */
export function writeStored(key: StorageKey, value: unknown): void {
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // Private windows and full disks cannot store anything; the portal works without.
  }
}

export function clearStored(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to clear.
  }
}
