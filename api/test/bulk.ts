import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import type { BulkPreview } from '@storeward/contract/settings/bulk-override';
import { toldLive } from './answer.ts';
import { newId } from '../src/platform/ids.ts';
import { aNode, anOrganisation, aUser, type Caller, type Person, type Place, signedIn } from './builders.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** Where settings of many places are changed at once. */
export const bulkUrl = '/node-management/bulk-override';

let words = 0;

/** An organisation with a company, two regions and six stores, four of them in the North; and its administrator. */
export async function aChain(house: House) {
  const org = await anOrganisation(house, { word: `bulk${(words += 1)}`, name: 'Acorn' });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Britain', code: 'GB' });
  const north = await aNode(house, { parent: company, nodeType: 'TRADING_REGION', name: 'North', code: 'NORTH' });
  const south = await aNode(house, { parent: company, nodeType: 'TRADING_REGION', name: 'South', code: 'SOUTH' });
  const stores: Place[] = [];
  for (const at of [1, 2, 3, 4, 5, 6])
    stores.push(
      await aNode(house, { parent: at < 5 ? north : south, nodeType: 'STORE', name: `Store ${at}`, code: `S${at}` }),
    );
  const admin = await signedIn(house, await aUser(house, { at: org }));
  return { org, company, north, south, stores, admin };
}

/** The address of a section of a place. */
export const sectionUrl = ({ id }: Pick<Place, 'id'>, section = 'ebasketDisplay', more = '') =>
  `/node-management/node/${id}/settings/${section}${more}`;

/** Gives a place a name for its e-basket. */
export const nameBasket = (caller: Caller, place: Place, value: string | null, mode = 'free') =>
  caller.put(sectionUrl(place), { fields: { displayName: value === null ? null : { value, mode } } });

/** Gives a place the time after which its people are signed out. */
export const setIdle = (caller: Caller, place: Place, value: string, mode = 'free') =>
  caller.put(sectionUrl(place, 'nodeConfig'), { fields: { autoLogoutDuration: { value, mode } } });

/** What each place says about a field itself; null where it inherits. */
export async function saidBy(caller: Caller, places: readonly Place[], field = 'displayName', section?: string) {
  const said: unknown[] = [];
  for (const place of places)
    said.push((await caller.get(sectionUrl(place, section))).body.result.fields[field].own?.value ?? null);
  return said;
}

/** Asks what a bulk override would do. */
export const previewed = async (caller: Caller, order: unknown): Promise<BulkPreview> => {
  const { status, text, body } = await caller.post(`${bulkUrl}/preview`, order);
  if (status !== 200) throw new Error(`the preview was refused: ${text}`);
  return body.result;
};

/** Waits until a bulk override rests, by being told of each of its steps. */
export async function bulkRested(caller: Caller, id: string): Promise<ImportRun> {
  const { text } = await caller.get(`${bulkUrl}/${id}`, { accept: 'text/event-stream' });
  return (toldLive(text).at(-1) as { result: ImportRun }).result;
}

/** Begins a bulk override and waits for its end. */
export async function overridden(caller: Caller, order: unknown): Promise<ImportRun> {
  const { status, text, body } = await caller.post(bulkUrl, order);
  if (status !== 200) throw new Error(`the bulk override was refused: ${text}`);
  return bulkRested(caller, body.result.id);
}

/** Takes a bulk override back and waits for its end. */
export async function takenBack(caller: Caller, { id }: Pick<ImportRun, 'id'>): Promise<ImportRun> {
  const { status, text } = await caller.put(`${bulkUrl}/${id}/undo`);
  if (status !== 200) throw new Error(`undoing was refused: ${text}`);
  return bulkRested(caller, id);
}

/** What became of each place: by its code the name of what stood in the way, or what was done. */
export async function endsOf(caller: Caller, { id }: Pick<ImportRun, 'id'>): Promise<Record<string, string | null>> {
  const rows: ImportRow[] = (await caller.get(`${bulkUrl}/${id}/rows?size=1000`)).body.result;
  return Object.fromEntries(
    rows.map(({ cells, outcome, faults, kept }) => [cells[0], kept ? 'kept' : (faults[0]?.messageCode ?? outcome)]),
  );
}

/** A bulk override as far as this, of no place in particular. */
const aBulkRun = (house: House, about: Person, state: string) =>
  aRunMadeHere(house, about, state, {
    kind: 'overrides',
    columns: ['code', 'name'],
    task: {
      action: 'clear',
      source: { id: about.at.id, name: '', nodeType: 'COMPANY' },
      sections: [],
      reason: null,
      values: {},
    },
  });

/** Work that no file asked for, as far as this and of nothing in particular. */
export async function aRunMadeHere(
  house: House,
  { id: userId, assignmentId, at }: Person,
  state: string,
  { kind, columns, task }: { kind: string; columns: readonly string[]; task: object },
) {
  const id = newId();
  await house.rows(
    `insert into import_runs (id, org_id, node_id, tpath, kind, user_id, assignment_id, session_id, host, address, file_name, columns,
       unknown_columns, task, state, checked, row_count, to_do, updated, next_try, rows_until, created_date, created_by, updated_date, updated_by)
     values ($1, $2, $3, $4, $10, $5, $6, $1, $7, '', '', $11, '{}', $9, $8, true, 1, 1, 1, clock() + interval '1 day',
       clock() + interval '1 day', clock(), $5, clock(), $5)`,
    [
      id,
      at.orgId,
      at.id,
      at.tpath,
      userId,
      assignmentId ?? newId(),
      at.host,
      state,
      JSON.stringify(task),
      kind,
      columns,
    ],
  );
  return { id };
}

const order = ({ id }: Pick<Place, 'id'>) => ({
  sourceId: id,
  sections: ['ebasketDisplay'],
  action: 'clear',
  nodeIds: [id],
});

/** For each door of bulk overrides: what to send, given somebody to ask about. */
export const bulkSamples: Readonly<Record<string, (about: Pick<Person, 'at'>) => Wish>> = {
  'bulkOverrides.preview': ({ at }) => ({ body: order(at) }),
  'bulkOverrides.create': ({ at }) => ({ body: order(at) }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo'].map((door) => [`bulkOverrides.${door}`, () => ({ id: newId() })]),
  ),
};

/** For doors of bulk overrides: makes what they are about. */
export const bulkGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  ...Object.fromEntries(
    ['preview', 'create'].map((door) => [
      `bulkOverrides.${door}`,
      async (house: House, { at }: Person) => {
        if (at.nodeType !== 'STORE') await aNode(house, { parent: at, nodeType: 'STORE' });
        return { body: order(at) };
      },
    ]),
  ),
  'bulkOverrides.get': (house, about) => aBulkRun(house, about, 'stopped'),
  'bulkOverrides.rows': (house, about) => aBulkRun(house, about, 'stopped'),
  'bulkOverrides.start': (house, about) => aBulkRun(house, about, 'stopped'),
  'bulkOverrides.stop': (house, about) => aBulkRun(house, about, 'running'),
  'bulkOverrides.undo': (house, about) => aBulkRun(house, about, 'done'),
};
