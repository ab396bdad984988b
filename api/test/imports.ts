import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { type Answer, toldLive } from './answer.ts';
import { newId } from '../src/platform/ids.ts';
import type { Caller, Person } from './builders.ts';
import type { House } from './server.ts';

/** Where places are imported. */
export const nodeImportUrl = '/node-management/imports';

const written = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

/** A file of some rows, all of the same columns, each cell as it is. */
export const fileOf = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(written).join('');
};

/** Bringing in files of one kind through its doors. */
export function importsAt(url: string) {
  /** Uploads a file, as it is; with columns, by what somebody said that each of them is. */
  const upload = (
    caller: Caller,
    content: string | Uint8Array,
    { fileName = 'File.csv', columns }: { fileName?: string; columns?: readonly string[] } = {},
  ): Promise<Answer> => {
    const query = new URLSearchParams({ fileName, ...(columns && { columns: columns.join(',') }) });
    return caller.post(`${url}?${String(query)}`, Buffer.from(content), { 'content-type': 'text/csv' });
  };

  /** What the columns of a file are offered to be taken for. */
  const headOf = (caller: Caller, content: string | Uint8Array): Promise<Answer> =>
    caller.post(`${url}/head`, Buffer.from(content), { 'content-type': 'text/csv' });

  /** Waits until an import rests, by being told of each of its steps; answers how it stands, and all that was told. */
  async function rested(caller: Caller, id: string): Promise<ImportRun & { told: ImportRun[] }> {
    const { text } = await caller.get(`${url}/${id}`, { accept: 'text/event-stream' });
    const told = toldLive(text).map((answer) => (answer as { result: ImportRun }).result);
    return { ...told.at(-1)!, told };
  }

  /** Uploads a file and waits for its check. */
  async function checked(
    caller: Caller,
    content: string | Uint8Array,
    columns?: readonly string[],
  ): Promise<ImportRun> {
    const { status, body, text } = await upload(caller, content, columns && { columns });
    if (status !== 200) throw new Error(`the file was refused: ${text}`);
    return rested(caller, body.result.id);
  }

  /** Starts an import, or takes one back, and waits for its end. */
  async function ended(caller: Caller, { id }: Pick<ImportRun, 'id'>, how: 'start' | 'undo' = 'start') {
    const { status, text } = await caller.put(`${url}/${id}/${how}`);
    if (status !== 200) throw new Error(`${how} was refused: ${text}`);
    return rested(caller, id);
  }

  /** Checks a file and starts it. */
  const imported = async (caller: Caller, content: string | Uint8Array) =>
    ended(caller, await checked(caller, content));

  /** The rows of an import, of one outcome alone if wanted. */
  async function rowsOf(caller: Caller, { id }: Pick<ImportRun, 'id'>, outcome = ''): Promise<ImportRow[]> {
    const wanted = outcome ? `&outcome=${outcome}` : '';
    return (await caller.get(`${url}/${id}/rows?size=1000${wanted}`)).body.result;
  }

  /** What is wrong with each row: its number, and by column the name of what is. */
  const faultsOf = async (caller: Caller, run: Pick<ImportRun, 'id'>) =>
    Object.fromEntries(
      (await rowsOf(caller, run, 'wrong')).map(({ row, faults }) => [
        row,
        Object.fromEntries(faults.map(({ column, messageCode }) => [column ?? 'row', messageCode])),
      ]),
    );

  return { upload, headOf, rested, checked, ended, imported, rowsOf, faultsOf };
}

/** Where settings are imported. */
export const settingImportUrl = '/node-management/settings/imports';

/** Bringing in files of places. */
export const { upload, rested, checked, ended, imported, rowsOf, faultsOf } = importsAt(nodeImportUrl);

/** How many rows came to what. */
export const countsOf = ({ created, updated, unchanged, wrong }: ImportRun) => [created, updated, unchanged, wrong];

/** An import of one row, as far as this. */
export async function anImport(house: House, { id: userId, assignmentId, at }: Person, state: string, kind = 'nodes') {
  const id = newId();
  await house.rows(
    `insert into import_runs (id, org_id, node_id, tpath, kind, user_id, assignment_id, session_id, host, address, file_name, columns,
       unknown_columns, state, checked, row_count, to_do, created, next_try, rows_until, created_date, created_by, updated_date, updated_by)
     values ($1, $2, $3, $4, $9, $5, $6, $1, $7, '', 'Structure.csv', '{code}', '{}', $8, true, 1, 1, 1, clock() + interval '1 day',
       clock() + interval '1 day', clock(), $5, clock(), $5)`,
    [id, at.orgId, at.id, at.tpath, userId, assignmentId ?? newId(), at.host, state, kind],
  );
  await house.rows(
    `insert into import_rows (run_id, org_id, row, cells, rank, key, leans_on) values ($1, $2, 2, '{x}', 0, 'x', '')`,
    [id, at.orgId],
  );
  return { id };
}

/** A company with a region and two stores, the lowest rows first. */
export const newBranch = [
  { type: 'Store', code: 'W-2', name: 'Bath', parentCode: 'W-R', status: 'disabled' },
  { type: 'STORE', code: 'W-1', name: '東京, 店', parentCode: 'w-r', status: '' },
  { type: 'trading region', code: 'W-R', name: 'Ÿorkshire "West" and more', parentCode: 'W', status: 'yes' },
  { type: 'company', code: 'W', name: 'West', parentCode: '', status: 'true' },
];

/** The place that has this code, as a search finds it. */
export const placeWith = async (caller: Caller, code: string) =>
  (await caller.get(`/node-management/node/search?search=${encodeURIComponent(code)}`)).body.result.find(
    (row: { code: string }) => row.code === code,
  );

/** Every place of an organisation, as it is stored. */
export const stateOfTree = (house: House, orgId: string) =>
  house.rows<{ there: boolean }>(
    `select id, parent_id, tpath, name, code, region, street, status, deleted_date is null as there from nodes
      where org_id = $1 order by id`,
    [orgId],
  );
