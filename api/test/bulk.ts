import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import type { BulkPreview } from '@storeward/contract/settings/endpoints/bulk-override';
import { serverSentEvents } from './response.ts';
import { newId } from '../src/platform/database/ids.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from './builders.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

export const bulkUrl = '/node-management/bulk-override';

let chainCount = 0;

/** An organisation with a company, two regions, six stores (four in North), and its administrator. */
export async function createChain(server: TestServer) {
  const org = await createOrganisation(server, { slug: `bulk${(chainCount += 1)}`, name: 'Acorn' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Britain', code: 'GB' });
  const north = await createNode(server, {
    parent: company,
    nodeType: 'TRADING_REGION',
    name: 'North',
    code: 'NORTH',
  });
  const south = await createNode(server, {
    parent: company,
    nodeType: 'TRADING_REGION',
    name: 'South',
    code: 'SOUTH',
  });
  const stores: TestNode[] = [];
  for (const number of [1, 2, 3, 4, 5, 6])
    stores.push(
      await createNode(server, {
        parent: number < 5 ? north : south,
        nodeType: 'STORE',
        name: `Store ${number}`,
        code: `S${number}`,
      }),
    );
  const admin = await createClient(server, await createUser(server, { node: org }));
  return { org, company, north, south, stores, admin };
}

export const sectionUrl = ({ id }: Pick<TestNode, 'id'>, section = 'ebasketDisplay', suffix = '') =>
  `/node-management/node/${id}/settings/${section}${suffix}`;

/** Sets the e-basket name of a node; null inherits. */
export const nameBasket = (client: ApiClient, node: TestNode, value: string | null, mode = 'free') =>
  client.put(sectionUrl(node), { fields: { displayName: value === null ? null : { value, mode } } });

/** Sets the automatic sign-out time of a node (hh:mm:ss). */
export const setIdle = (client: ApiClient, node: TestNode, value: string, mode = 'free') =>
  client.put(sectionUrl(node, 'nodeConfig'), { fields: { autoLogoutDuration: { value, mode } } });

/** The value of a field stored at each node; null where it is inherited. */
export async function ownValues(
  client: ApiClient,
  nodes: readonly TestNode[],
  field = 'displayName',
  section?: string,
) {
  const values: unknown[] = [];
  for (const node of nodes)
    values.push((await client.get(sectionUrl(node, section))).body.result.fields[field].own?.value ?? null);
  return values;
}

export const previewOverride = async (client: ApiClient, bulkInput: unknown): Promise<BulkPreview> => {
  const { status, text, body } = await client.post(`${bulkUrl}/preview`, bulkInput);
  if (status !== 200) throw new Error(`the preview was refused: ${text}`);
  return body.result;
};

/** Follows the event stream of a run until it ends or pauses, and returns its last state. */
export async function waitForBulkRun(client: ApiClient, id: string): Promise<ImportRun> {
  const { text } = await client.get(`${bulkUrl}/${id}`, { accept: 'text/event-stream' });
  return (serverSentEvents(text).at(-1) as { result: ImportRun }).result;
}

/** Runs a bulk override to its end. */
export async function runOverride(client: ApiClient, bulkInput: unknown): Promise<ImportRun> {
  const { status, text, body } = await client.post(bulkUrl, bulkInput);
  if (status !== 200) throw new Error(`the bulk override was refused: ${text}`);
  return waitForBulkRun(client, body.result.id);
}

/** Undoes a bulk override to its end. */
export async function undoOverride(client: ApiClient, { id }: Pick<ImportRun, 'id'>): Promise<ImportRun> {
  const { status, text } = await client.put(`${bulkUrl}/${id}/undo`);
  if (status !== 200) throw new Error(`undoing was refused: ${text}`);
  return waitForBulkRun(client, id);
}

/** The outcome or the first error code of each row, by node code. */
export async function outcomesOf(
  client: ApiClient,
  { id }: Pick<ImportRun, 'id'>,
): Promise<Record<string, string | null>> {
  const rows: ImportRow[] = (await client.get(`${bulkUrl}/${id}/rows?size=1000`)).body.result;
  return Object.fromEntries(
    rows.map(({ cells, outcome, faults, kept }) => [cells[0], kept ? 'kept' : (faults[0]?.messageCode ?? outcome)]),
  );
}

/** Inserts a bulk override in a given state, without rows. */
const insertBulkRun = (server: TestServer, user: TestUser, state: string) =>
  insertTaskRun(server, user, state, {
    kind: 'overrides',
    columns: ['code', 'name'],
    task: {
      action: 'clear',
      source: { id: user.node.id, name: '', nodeType: 'COMPANY' },
      sections: [],
      reason: null,
      values: {},
    },
  });

/** Inserts a run without a file in a given state, without rows. */
export async function insertTaskRun(
  server: TestServer,
  { id: userId, assignmentId, node }: TestUser,
  state: string,
  { kind, columns, task }: { kind: string; columns: readonly string[]; task: object },
) {
  const id = newId();
  await server.query(
    `insert into import_runs (id, org_id, node_id, tpath, kind, user_id, assignment_id, session_id, host, address, file_name, columns,
       unknown_columns, task, state, checked, row_count, to_do, updated, next_try, rows_until, created_date, created_by, updated_date, updated_by)
     values ($1, $2, $3, $4, $10, $5, $6, $1, $7, '', '', $11, '{}', $9, $8, true, 1, 1, 1, clock() + interval '1 day',
       clock() + interval '1 day', clock(), $5, clock(), $5)`,
    [
      id,
      node.orgId,
      node.id,
      node.tpath,
      userId,
      assignmentId ?? newId(),
      node.host,
      state,
      JSON.stringify(task),
      kind,
      columns,
    ],
  );
  return { id };
}

const bulkInput = ({ id }: Pick<TestNode, 'id'>) => ({
  sourceId: id,
  sections: ['ebasketDisplay'],
  action: 'clear',
  nodeIds: [id],
});

/** A sample request for each bulk override endpoint. */
export const bulkSamples: Readonly<Record<string, (user: Pick<TestUser, 'node'>) => RequestParts>> = {
  'bulkOverrides.preview': ({ node }) => ({ body: bulkInput(node) }),
  'bulkOverrides.create': ({ node }) => ({ body: bulkInput(node) }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo'].map((name) => [`bulkOverrides.${name}`, () => ({ id: newId() })]),
  ),
};

/** Creates the records that endpoints need to succeed. */
export const bulkFixtures: Readonly<Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>> = {
  ...Object.fromEntries(
    ['preview', 'create'].map((name) => [
      `bulkOverrides.${name}`,
      async (server: TestServer, { node }: TestUser) => {
        if (node.nodeType !== 'STORE') await createNode(server, { parent: node, nodeType: 'STORE' });
        return { body: bulkInput(node) };
      },
    ]),
  ),
  'bulkOverrides.get': (server, user) => insertBulkRun(server, user, 'stopped'),
  'bulkOverrides.rows': (server, user) => insertBulkRun(server, user, 'stopped'),
  'bulkOverrides.start': (server, user) => insertBulkRun(server, user, 'stopped'),
  'bulkOverrides.stop': (server, user) => insertBulkRun(server, user, 'running'),
  'bulkOverrides.undo': (server, user) => insertBulkRun(server, user, 'done'),
};
