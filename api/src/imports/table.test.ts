import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TableRow } from './kind.ts';
import { readColumns, readTable } from './table.ts';

async function rowsOf(bytes: Uint8Array): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of readTable(bytes)) rows.push(row);
  return rows;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('reads a file of several programs, whose lines end in any mixture', async () => {
  const rows = [
    ['code', 'name'],
    ['S1', 'Headrow'],
    ['S2', 'Brig\r\ngate'],
    ['S3', ''],
  ];
  const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
  await fc.assert(
    fc.asyncProperty(fc.array(lineEnd, { minLength: rows.length, maxLength: rows.length }), async (ends) => {
      const text = rows.map((cells, index) => cells.map((cell) => `"${cell}"`).join(',') + ends[index]).join('');
      expect(await rowsOf(bytesOf(text))).toEqual(rows.map((cells, index) => ({ row: index + 1, cells })));
    }),
  );
});

test('counts the lines of a long file where a line end falls between two chunks', async () => {
  const lines = Array.from({ length: 9_000 }, (_, index) => `S${index},x`);
  const rows = await rowsOf(bytesOf(lines.join('\r\n')));
  expect(rows.map(({ row, cells }) => `${row}:${cells.join()}`)).toEqual(
    lines.map((line, index) => `${index + 1}:${line}`),
  );
});

test.each(['', '\u001A', '\r\n\u001A', '\n\u001A\u001A'])('leaves out the end of a file of DOS: %j', async (end) => {
  expect(await rowsOf(bytesOf(`code,name\r\nS1,Headrow${end}`))).toEqual([
    { row: 1, cells: ['code', 'name'] },
    { row: 2, cells: ['S1', 'Headrow'] },
  ]);
});

test('keeps the last letter of a file in UTF-16 whose byte is that of the end of a file of DOS', async () => {
  const bytes = Buffer.from('\uFEFFname\n\u011A', 'utf16le').swap16();
  expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual([['name'], ['\u011A']]);
});

test.each(['\r\n', '\n', '\r'])('takes the separator that the first line names: %j', async (lineEnd) => {
  expect(await rowsOf(bytesOf(`sep=|${lineEnd}a|b${lineEnd}1,5|2`))).toEqual([
    { row: 2, cells: ['a', 'b'] },
    { row: 3, cells: ['1,5', '2'] },
  ]);
});

const cellsOf = async (text: string) => (await rowsOf(bytesOf(text))).map(({ cells }) => cells);
const columns = { known: [{ name: 'code', sample: '' }] };
const table = [
  ['code', 'name', 'street'],
  ['S1', 'Headrow', '12, "The" Headrow'],
  ['S2', 'Briggate', ''],
];
const csvOf = (rows: readonly string[][], delimiter: string) =>
  rows.map((cells) =>
    cells.map((cell) => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
  );
const inOneCell = (line: string) => `"${line.replaceAll('"', '""')}"`;

test.each([',', ';', '\t', '|'])('reads a file with the delimiter %j', async (delimiter) => {
  expect(await cellsOf(csvOf(table, delimiter).join('\r\n'))).toEqual(table);
});

test.each([',', ';', '\t', '|'])('splits a file whose lines are one cell each, by %j', async (delimiter) => {
  const lines = csvOf(table, delimiter).map(inOneCell);
  expect(await cellsOf(lines.join('\r\n'))).toEqual(table);
  expect(await cellsOf(lines.map((line) => `${line},,`).join('\r\n'))).toEqual(table);
  expect(await readColumns(bytesOf(lines.join('\r\n')), columns)).toEqual(table[0]);
  expect(await readColumns(bytesOf(lines[0]!), columns)).toEqual(table[0]);
});

test('splits the lines that alone are one cell, since they have quotes', async () => {
  const lines = csvOf(table, ',').map((line) => (line.includes('"') ? inOneCell(line) : line));
  expect(await cellsOf(lines.join('\r\n'))).toEqual(table);
});

test('names a file whose lines are one cell each and cannot be split', async () => {
  const lines = [inOneCell('code,name,street'), inOneCell('S1,Headrow')];
  await expect(cellsOf(lines.join('\r\n'))).rejects.toMatchObject({ code: 'import.oneColumn' });
});

test('keeps a file of one column, and a cell with the delimiter in it', async () => {
  const names = [['Name, first'], ['Ada'], ['Grace']];
  expect(await cellsOf('"Name, first"\r\nAda\r\nGrace')).toEqual(names);
  expect(await cellsOf('code,name,street\r\nS1,"Head, row",x\r\n"a,b"')).toEqual([
    table[0],
    ['S1', 'Head, row', 'x'],
    ['a,b'],
  ]);
});

test('other work has its turn while short rows are read, and empty rows count as rows', async () => {
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  const rows = await rowsOf(bytesOf(`code,name\n${'\n'.repeat(20_000)}${'A\n'.repeat(30_000)}\n\nA,Leeds\n`));
  clearImmediate(next);
  expect(rows.map(({ row }) => row)).toEqual([
    1,
    ...Array.from({ length: 30_000 }, (_, index) => 20_002 + index),
    50_004,
  ]);
  expect(turns).toBeGreaterThan(100);
});
