import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import type { ErrorCode } from '@storeward/contract/errors';
import { type ImportRow, type ImportRun, isInProgress } from '@storeward/contract/imports';
import { hostileTables, refusedCells, savedTables, type TableFile } from '../../../api/test/table-files.ts';
import { unreadableFiles } from '../../../api/test/unreadable-files.ts';
import { resultOf } from '../process-state.ts';
import type { Outcome, Target } from './corpus.ts';

const imports = '/node-management/imports';
const users = '/user-management/users/import';

/** Tables as files of an import: the rows that are read, or the error that refuses the file. */
export async function* tables(target: Target): AsyncGenerator<Outcome> {
  for (const file of [...savedTables(), ...hostileTables])
    yield { title: file.title, measured: await rowsOrError(target, imports, file.bytes), expected: file.expected };
  for (const [path, key] of [
    [imports, 'code'],
    [users, 'userName'],
  ] as const)
    for (const [title, content, expected] of unreadableFiles(key))
      yield { title, measured: await rowsOrError(target, path, Buffer.from(content)), expected };
  for (const [cell, expected] of refusedCells)
    yield { title: `a name ${JSON.stringify(cell)}`, measured: await errorOfName(target, cell), expected };
}

/** The error that an import finds in the name of a row. */
async function errorOfName(target: Target, cell: string): Promise<string | null | undefined> {
  const { rows } = await read(
    target,
    imports,
    Buffer.from(csvLine(['code', 'name']) + `S1,"${cell.replaceAll('"', '""')}"`),
  );
  return rows && (rows[0]!.faults.find(({ column }) => column === 'name')?.messageCode ?? null);
}

async function rowsOrError(target: Target, path: string, bytes: Buffer): Promise<TableFile['expected'] | undefined> {
  const { columns, rows, error } = await read(target, path, bytes);
  return rows ? [columns, ...rows.map(({ cells }) => cells)] : error;
}

type Read =
  | { readonly columns: string[]; readonly rows: ImportRow[]; readonly error?: never }
  | { readonly columns?: never; readonly rows?: never; readonly error: ErrorCode | undefined };

/** Uploads a file; returns what the import has read of it. */
async function read({ client, token }: Target, path: string, bytes: Buffer): Promise<Read> {
  const headers = { ...token, 'content-type': 'text/csv' };
  const { status, text } = await client.send({ path, method: 'POST', headers, body: bytes });
  const body = JSON.parse(text) as { messageCode?: ErrorCode; result: ImportRun };
  if (status !== 200) return { error: body.messageCode };
  const { id, columns } = await untilChecked({ client, token }, `${path}/${body.result.id}`);
  return { columns, rows: await resultOf(client, { path: `${path}/${id}/rows?size=1000`, headers: token }) };
}

/** Waits until all rows of a run are checked or written. */
export async function untilChecked({ client, token }: Pick<Target, 'client' | 'token'>, path: string) {
  for (;;) {
    const run = await resultOf<ImportRun>(client, { path, headers: token });
    if (!isInProgress(run.state)) return run;
    await delay(5);
  }
}
