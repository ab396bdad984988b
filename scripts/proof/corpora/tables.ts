import { csvLine } from '@storeward/contract/csv';
import { hostileTables, refusedCells, savedTables, type TableFile } from '../../../api/test/table-files.ts';
import { unreadableFiles } from '../../../api/test/unreadable-files.ts';
import type { Outcome, Target } from './corpus.ts';
import { readFile } from './imports.ts';

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
  const { rows } = await readFile(
    target,
    imports,
    Buffer.from(csvLine(['code', 'name']) + `S1,"${cell.replaceAll('"', '""')}"`),
  );
  return rows && (rows[0]!.faults.find(({ column }) => column === 'name')?.messageCode ?? null);
}

async function rowsOrError(target: Target, path: string, bytes: Buffer): Promise<TableFile['expected'] | undefined> {
  const { columns, rows, error } = await readFile(target, path, bytes);
  return rows ? [columns, ...rows.map(({ cells }) => cells)] : error;
}
