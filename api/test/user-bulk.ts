import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { newId } from '../src/platform/database/ids.ts';
import { serverSentEvents } from './response.ts';
import { insertTaskRun } from './bulk.ts';
import type { ApiClient, TestUser } from './builders.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

export const userBulkUrl = '/user-management/bulk-changes';

/** Waits until a bulk change is idle, by its event stream. */
export async function waitForBulkRun(client: ApiClient, id: string): Promise<ImportRun> {
  const { text } = await client.get(`${userBulkUrl}/${id}`, { accept: 'text/event-stream' });
  return (serverSentEvents(text).at(-1) as { result: ImportRun }).result;
}

/** Starts a bulk change and waits until it is idle. */
export async function runBulkChange(client: ApiClient, request: unknown): Promise<ImportRun> {
  const { status, text, body } = await client.post(userBulkUrl, request);
  if (status !== 200) throw new Error(`the change was refused: ${text}`);
  return waitForBulkRun(client, body.result.id);
}

/** The outcome or error code of each user, by user name. */
export async function bulkOutcomes(
  client: ApiClient,
  { id }: Pick<ImportRun, 'id'>,
): Promise<Record<string, string | null>> {
  const rows: ImportRow[] = (await client.get(`${userBulkUrl}/${id}/rows?size=1000`)).body.result;
  return Object.fromEntries(
    rows.map(({ cells, outcome, faults, kept }) => [cells[0], kept ? 'kept' : (faults[0]?.messageCode ?? outcome)]),
  );
}

const createRun = (server: TestServer, user: TestUser, state: string) =>
  insertTaskRun(server, user, state, {
    kind: 'userChanges',
    columns: ['userName', 'name'],
    task: { action: 'enable' },
  });

/** Sample requests for the bulk change endpoints. */
export const userBulkSamples: Readonly<Record<string, (user: Pick<TestUser, 'id'>) => RequestParts>> = {
  'userBulk.preview': ({ id }) => ({ body: { action: 'enable', ids: [id] } }),
  'userBulk.create': ({ id }) => ({ body: { action: 'enable', ids: [id] } }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo'].map((endpoint) => [`userBulk.${endpoint}`, () => ({ id: newId() })]),
  ),
};

/** Sample requests with existing runs in the required state. */
export const populatedUserBulkSamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  'userBulk.get': (server, user) => createRun(server, user, 'stopped'),
  'userBulk.rows': (server, user) => createRun(server, user, 'stopped'),
  'userBulk.start': (server, user) => createRun(server, user, 'stopped'),
  'userBulk.stop': (server, user) => createRun(server, user, 'running'),
  'userBulk.undo': (server, user) => createRun(server, user, 'done'),
};
