import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import type { ErrorCode } from '@storeward/contract/errors';
import { type ImportRow, type ImportRun, isInProgress } from '@storeward/contract/imports';
import { resultOf } from '../process-state.ts';
import type { Target } from './corpus.ts';

type Importing = Pick<Target, 'client' | 'token'>;

type Read =
  | { readonly columns: string[]; readonly rows: ImportRow[]; readonly path: string; readonly error?: never }
  | { readonly columns?: never; readonly rows?: never; readonly path?: never; readonly error: ErrorCode | undefined };

/** Uploads a file; returns what the import has read of it, or the error that refuses it. */
export async function readFile({ client, token }: Importing, kind: string, bytes: Buffer): Promise<Read> {
  const headers = { ...token, 'content-type': 'text/csv' };
  const { status, text } = await client.send({ path: kind, method: 'POST', headers, body: bytes });
  const body = JSON.parse(text) as { messageCode?: ErrorCode; result: ImportRun };
  if (status !== 200) return { error: body.messageCode };
  const path = `${kind}/${body.result.id}`;
  const { columns } = await untilChecked({ client, token }, path);
  const rows = await resultOf<ImportRow[]>(client, { path: `${path}/rows?size=1000`, headers: token });
  return { columns, rows, path };
}

/** Imports all valid rows of a file, each with the same columns; returns what has become of each row. */
export async function importRows(
  { client, token }: Importing,
  kind: string,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<ImportRow[]> {
  const columns = Object.keys(rows[0]!);
  // every cell in quotes, as it is: a file of ours would put an apostrophe before formulas
  const cellsOf = (row: Readonly<Record<string, string>>) =>
    columns.map((column) => `"${row[column]!.replaceAll('"', '""')}"`).join(',');
  const file = csvLine(columns) + rows.map(cellsOf).join('\r\n');
  const read = await readFile({ client, token }, kind, Buffer.from(file));
  if (!read.rows) throw new Error(`The file was refused: ${String(read.error)}`);
  await resultOf(client, { path: `${read.path}/start`, method: 'PUT', headers: token });
  await untilChecked({ client, token }, read.path);
  return resultOf<ImportRow[]>(client, { path: `${read.path}/rows?size=1000`, headers: token });
}

/** Waits until all rows of a run are checked or written. */
async function untilChecked({ client, token }: Importing, path: string): Promise<ImportRun> {
  for (;;) {
    const run = await resultOf<ImportRun>(client, { path, headers: token });
    if (!isInProgress(run.state)) return run;
    await delay(5);
  }
}

/** The code of a node of this type in the demo organisation: of a group to import stores into, or of a store for users. */
export async function nodeCodeOf({ client, token }: Importing, type: 'STORE_GROUP' | 'STORE'): Promise<string> {
  const { text } = await client.send({ path: '/node-management/export', headers: token });
  return new RegExp(`^${type},([^,"]+),.*,enabled\\r?$`, 'm').exec(text)?.[1] ?? '';
}
