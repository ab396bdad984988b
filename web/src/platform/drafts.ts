/** What somebody has typed into a form and not saved. */
export type Draft = { readonly values: Readonly<Record<string, unknown>>; readonly at: number };

type Row = Draft & { readonly key: string; readonly person: string };

const dayLong = 24 * 60 * 60 * 1000;
const secret = /password|secret|^pin$|token|key$/i;
const unsaved = new Map<string, number>();

/** Keeps what was typed into a form for a day, for whoever typed it and for nobody else; secrets never. */
export async function keepDraft(person: string, form: string, values: Draft['values']): Promise<void> {
  const open = Object.entries(values).filter(([name]) => !secret.test(name));
  if (open.length === 0) return;
  unsaved.set(form, open.length);
  const row: Row = { key: keyOf(person, form), person, values: Object.fromEntries(open), at: Date.now() };
  await within('readwrite', (shelf) => shelf.put(row));
}

/** What somebody had typed into a form within the last day. */
export async function findDraft(person: string, form: string): Promise<Draft | undefined> {
  const row = await within('readonly', (shelf) => shelf.get(keyOf(person, form)) as IDBRequest<Row | undefined>);
  return row && isFresh(row) ? row : undefined;
}

/** Forgets what was typed into a form, because it was saved or is not wanted any longer. */
export async function dropDraft(person: string, form: string): Promise<void> {
  unsaved.delete(form);
  await within('readwrite', (shelf) => shelf.delete(keyOf(person, form)));
}

/** Forgets all that a person has typed, and whatever is older than a day. */
export async function dropDrafts(person?: string): Promise<void> {
  unsaved.clear();
  await dropWhere((row) => row.person === person || !isFresh(row));
}

/** Forgets whatever is older than a day, whoever typed it. */
export const dropStaleDrafts = (): Promise<void> => dropWhere((row) => !isFresh(row));

/** How many changes that are kept stand unsaved in the forms of this tab. */
export const unsavedChanges = (): number => [...unsaved.values()].reduce((sum, count) => sum + count, 0);

async function dropWhere(isGone: (row: Row) => boolean): Promise<void> {
  const rows = await within('readonly', (shelf) => shelf.getAll() as IDBRequest<Row[]>);
  const gone = rows?.filter(isGone) ?? [];
  await Promise.all(gone.map(({ key }) => within('readwrite', (shelf) => shelf.delete(key))));
}

const keyOf = (person: string, form: string) => `${person} ${form}`;

const isFresh = ({ at }: Draft) => Math.abs(Date.now() - at) < dayLong;

let opened: Promise<IDBDatabase> | undefined;

/** Does one thing on the shelf of drafts; a browser that keeps nothing answers with nothing. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (shelf: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    opened ??= openShelf();
    const database = await opened;
    return await settled(work(database.transaction('drafts', mode).objectStore('drafts')));
  } catch {
    opened = undefined;
    return undefined;
  }
}

function openShelf(): Promise<IDBDatabase> {
  const request = indexedDB.open('storeward', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('drafts', { keyPath: 'key' }));
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => failed(request.error ?? new Error('Nothing can be kept here')));
  });
}
