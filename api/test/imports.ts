import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { type TestResponse, serverSentEvents } from './response.ts';
import { newId } from '../src/platform/database/ids.ts';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  type TestUser,
} from './builders.ts';
import type { TestServer } from './server.ts';

export const nodeImportUrl = '/node-management/imports';

const toCsvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

/** Formats rows with the same columns as CSV, with every cell quoted. */
export const toCsv = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(toCsvLine).join('');
};

/** An organisation with the company C and the role Manager, to import nodes and users into, and its administrator. */
export async function createImportTarget(server: TestServer): Promise<{ org: TestNode; admin: ApiClient }> {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const org = await createOrganisation(server);
  await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'C' });
  await createRole(server, { organisation: org, name: 'Manager', name_norm: 'manager' });
  return { org, admin: await createClient(server, await createUser(server, { node: org })) };
}

/** Helpers for the endpoints of one import kind. */
export function importsAt(url: string) {
  /** Uploads a file; `columns` is the mapping of its columns. */
  const upload = (
    client: ApiClient,
    content: string | Uint8Array,
    {
      fileName = 'File.csv',
      columns,
      constants,
    }: { fileName?: string; columns?: readonly string[]; constants?: Readonly<Record<string, string>> } = {},
  ): Promise<TestResponse> => {
    const query = new URLSearchParams({
      fileName,
      ...(columns && { columns: columns.join(',') }),
      ...(constants && { constants: JSON.stringify(constants) }),
    });
    return client.post(`${url}?${String(query)}`, Buffer.from(content), { 'content-type': 'text/csv' });
  };

  /** Requests the proposed mapping of a file's columns. */
  const postHeader = (client: ApiClient, content: string | Uint8Array): Promise<TestResponse> =>
    client.post(`${url}/head`, Buffer.from(content), { 'content-type': 'text/csv' });

  /** Waits until a run is idle, by its event stream; returns the last state and all updates. */
  async function waitUntilIdle(client: ApiClient, id: string): Promise<ImportRun & { updates: ImportRun[] }> {
    const { text } = await client.get(`${url}/${id}`, { accept: 'text/event-stream' });
    const updates = serverSentEvents(text).map((event) => (event as { result: ImportRun }).result);
    return { ...updates.at(-1)!, updates };
  }

  async function uploadAndCheck(
    client: ApiClient,
    content: string | Uint8Array,
    columns?: readonly string[],
  ): Promise<ImportRun> {
    const { status, body, text } = await upload(client, content, columns && { columns });
    if (status !== 200) throw new Error(`the file was rejected: ${text}`);
    return waitUntilIdle(client, body.result.id);
  }

  /** Starts or undoes a run and waits for its end. */
  async function runToEnd(client: ApiClient, { id }: Pick<ImportRun, 'id'>, action: 'start' | 'undo' = 'start') {
    const { status, text } = await client.put(`${url}/${id}/${action}`);
    if (status !== 200) throw new Error(`${action} was rejected: ${text}`);
    return waitUntilIdle(client, id);
  }

  const importFile = async (client: ApiClient, content: string | Uint8Array) =>
    runToEnd(client, await uploadAndCheck(client, content));

  /** The rows of a run, optionally of one outcome. */
  async function rowsOf(client: ApiClient, { id }: Pick<ImportRun, 'id'>, outcome = ''): Promise<ImportRow[]> {
    const outcomeQuery = outcome ? `&outcome=${outcome}` : '';
    return (await client.get(`${url}/${id}/rows?size=1000${outcomeQuery}`)).body.result;
  }

  /** The error codes of invalid rows, by row number and column. */
  const cellErrorsOf = async (client: ApiClient, run: Pick<ImportRun, 'id'>) =>
    Object.fromEntries(
      (await rowsOf(client, run, 'wrong')).map(({ row, faults }) => [
        row,
        Object.fromEntries(faults.map(({ column, messageCode }) => [column ?? 'row', messageCode])),
      ]),
    );

  return { upload, postHeader, waitUntilIdle, uploadAndCheck, runToEnd, importFile, rowsOf, cellErrorsOf };
}

export const settingImportUrl = '/node-management/settings/imports';

/** Helpers for node imports. */
export const { upload, waitUntilIdle, uploadAndCheck, runToEnd, importFile, rowsOf, cellErrorsOf } =
  importsAt(nodeImportUrl);

export const countsOf = ({ created, updated, unchanged, wrong }: ImportRun) => [created, updated, unchanged, wrong];

/** Inserts a run with one row in this state. */
export async function createImportRun(
  server: TestServer,
  { id: userId, assignmentId, node }: TestUser,
  state: string,
  kind = 'nodes',
) {
  const id = newId();
  await server.query(
    `insert into import_runs (id, org_id, node_id, tpath, kind, user_id, assignment_id, session_id, host, address, file_name, columns,
       unknown_columns, state, checked, row_count, to_do, created, next_try, rows_until, created_date, created_by, updated_date, updated_by)
     values ($1, $2, $3, $4, $9, $5, $6, $1, $7, '', 'Structure.csv', '{code}', '{}', $8, true, 1, 1, 1, clock() + interval '1 day',
       clock() + interval '1 day', clock(), $5, clock(), $5)`,
    [id, node.orgId, node.id, node.tpath, userId, assignmentId ?? newId(), node.host, state, kind],
  );
  await server.query(
    `insert into import_rows (run_id, org_id, row, cells, rank, key, depends_on) values ($1, $2, 2, '{x}', 0, 'x', '')`,
    [id, node.orgId],
  );
  return { id };
}

/** A company with a region and two stores, children before parents. */
export const newBranch = [
  { type: 'Store', code: 'W-2', name: 'Bath', parentCode: 'W-R', status: 'disabled' },
  { type: 'STORE', code: 'W-1', name: '東京, 店', parentCode: 'w-r', status: '' },
  { type: 'trading region', code: 'W-R', name: 'Ÿorkshire "West" and more', parentCode: 'W', status: 'yes' },
  { type: 'company', code: 'W', name: 'West', parentCode: '', status: 'true' },
];

export const findNodeByCode = async (client: ApiClient, code: string) =>
  (await client.get(`/node-management/node/search?search=${encodeURIComponent(code)}`)).body.result.find(
    (row: { code: string }) => row.code === code,
  );

/** All nodes of an organisation as stored, including deleted ones. */
export const treeState = (server: TestServer, orgId: string) =>
  server.query<{ exists: boolean }>(
    `select id, parent_id, tpath, name, code, region, street, status, deleted_date is null as "exists" from nodes
      where org_id = $1 order by id`,
    [orgId],
  );
