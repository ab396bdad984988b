import { expect, test } from 'vitest';
import { hostileTables, savedTables, type TableFile } from '../../test/table-files.ts';
import { ApiError } from '../platform/errors.ts';
import { readTable } from './table.ts';

async function rowsOrError({ bytes }: TableFile): Promise<TableFile['expected']> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readTable(bytes)) rows.push(cells);
    return rows;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test('the rows of a table are the same in every encoding, with every delimiter, line end and quoting', async () => {
  const files = [...savedTables()];
  const different: unknown[] = [];
  for (const file of files) {
    const rows = await rowsOrError(file);
    if (JSON.stringify(rows) !== JSON.stringify(file.expected)) different.push({ title: file.title, rows });
  }
  expect(files).toHaveLength(4 * 4 * 4 * 2 * 3);
  expect(different).toEqual([]);
});

test.each(hostileTables.map((file) => [file.title, file] as const))(
  'a file with %s has its rows, or the error that names it',
  async (_title, file) => {
    expect(await rowsOrError(file)).toEqual(file.expected);
  },
);
