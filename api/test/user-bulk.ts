import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { newId } from '../src/platform/ids.ts';
import { toldLive } from './answer.ts';
import { aRunMadeHere } from './bulk.ts';
import type { Caller, Person } from './builders.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** Where many users are changed at once. */
export const userBulkUrl = '/user-management/bulk-changes';

/** Waits until a change of many users rests, by being told of each of its steps. */
export async function changesRested(caller: Caller, id: string): Promise<ImportRun> {
  const { text } = await caller.get(`${userBulkUrl}/${id}`, { accept: 'text/event-stream' });
  return (toldLive(text).at(-1) as { result: ImportRun }).result;
}

/** Begins a change of many users and waits for its end. */
export async function changed(caller: Caller, order: unknown): Promise<ImportRun> {
  const { status, text, body } = await caller.post(userBulkUrl, order);
  if (status !== 200) throw new Error(`the change was refused: ${text}`);
  return changesRested(caller, body.result.id);
}

/** What became of each user: by name the name of what stood in the way, or what was done. */
export async function userEndsOf(
  caller: Caller,
  { id }: Pick<ImportRun, 'id'>,
): Promise<Record<string, string | null>> {
  const rows: ImportRow[] = (await caller.get(`${userBulkUrl}/${id}/rows?size=1000`)).body.result;
  return Object.fromEntries(
    rows.map(({ cells, outcome, faults, kept }) => [cells[0], kept ? 'kept' : (faults[0]?.messageCode ?? outcome)]),
  );
}

const aRun = (house: House, about: Person, state: string) =>
  aRunMadeHere(house, about, state, { kind: 'userChanges', columns: ['userName', 'name'], task: { action: 'enable' } });

/** For each door of such changes: what to send, given somebody to ask about. */
export const userBulkSamples: Readonly<Record<string, (about: Pick<Person, 'id'>) => Wish>> = {
  'userBulk.preview': ({ id }) => ({ body: { action: 'enable', ids: [id] } }),
  'userBulk.create': ({ id }) => ({ body: { action: 'enable', ids: [id] } }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo'].map((door) => [`userBulk.${door}`, () => ({ id: newId() })]),
  ),
};

/** For doors of such changes: makes what they are about. */
export const userBulkGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  'userBulk.get': (house, about) => aRun(house, about, 'stopped'),
  'userBulk.rows': (house, about) => aRun(house, about, 'stopped'),
  'userBulk.start': (house, about) => aRun(house, about, 'stopped'),
  'userBulk.stop': (house, about) => aRun(house, about, 'running'),
  'userBulk.undo': (house, about) => aRun(house, about, 'done'),
};
