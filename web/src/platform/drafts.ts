/** Unsaved values of a form; `at` is the time of saving in epoch milliseconds. */
export type Draft = { readonly values: Readonly<Record<string, unknown>>; readonly at: number };

type StoredDraft = Draft & { readonly key: string; readonly person: string };

const maxAge = 24 * 60 * 60 * 1000;
const secretFieldName = /password|secret|^pin$|token|key$/i;
const unsavedCounts = new Map<string, number>();

/** Saves the values of a form for one day, for this user only. Secret fields are left out. */
export async function saveDraft(userId: string, form: string, values: Draft['values']): Promise<void> {
  const storable = Object.entries(values).filter(([name]) => !secretFieldName.test(name));
  if (storable.length === 0) return;
  unsavedCounts.set(form, storable.length);
  const row: StoredDraft = {
    key: draftKey(userId, form),
    person: userId,
    values: Object.fromEntries(storable),
    at: Date.now(),
  };
  await withStore('readwrite', (store) => store.put(row));
}

/** The user's draft of a form, if it is at most one day old. */
export async function findDraft(userId: string, form: string): Promise<Draft | undefined> {
  const row = await withStore(
    'readonly',
    (store) => store.get(draftKey(userId, form)) as IDBRequest<StoredDraft | undefined>,
  );
  return row && isFresh(row) ? row : undefined;
}

export async function deleteDraft(userId: string, form: string): Promise<void> {
  unsavedCounts.delete(form);
  await withStore('readwrite', (store) => store.delete(draftKey(userId, form)));
}

/** Deletes all drafts of a user, and every expired draft. */
export async function deleteDrafts(userId?: string): Promise<void> {
  unsavedCounts.clear();
  await deleteWhere((row) => row.person === userId || !isFresh(row));
}

/** Deletes the drafts that are older than one day, of all users. */
export const deleteStaleDrafts = (): Promise<void> => deleteWhere((row) => !isFresh(row));

/** The number of changed fields saved as drafts by this tab. */
export const unsavedChangeCount = (): number => [...unsavedCounts.values()].reduce((sum, count) => sum + count, 0);

async function deleteWhere(predicate: (row: StoredDraft) => boolean): Promise<void> {
  const rows = await withStore('readonly', (store) => store.getAll() as IDBRequest<StoredDraft[]>);
  const matching = rows?.filter(predicate) ?? [];
  await Promise.all(matching.map(({ key }) => withStore('readwrite', (store) => store.delete(key))));
}

const draftKey = (userId: string, form: string) => `${userId} ${form}`;

const isFresh = ({ at }: Draft) => Math.abs(Date.now() - at) < maxAge;

let openedDatabase: Promise<IDBDatabase> | undefined;

/** Runs one request on the object store. Resolves to `undefined` if IndexedDB is not available. */
async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    openedDatabase ??= openDatabase();
    const database = await openedDatabase;
    return await promisify(work(database.transaction('drafts', mode).objectStore('drafts')));
  } catch {
    openedDatabase = undefined;
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('storeward', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('drafts', { keyPath: 'key' }));
  return promisify(request);
}

function promisify<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')));
  });
}
