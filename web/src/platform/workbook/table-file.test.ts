import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { expect, test } from 'vitest';
import { cellsOf } from '../../../test/saved-files.ts';
import { convertCsvFile, createTableFile } from './table-file.ts';

const table = [
  ['code', 'name', 'note'],
  ['00042', '=1+1', '+44 113'],
  ['', 'Two "lines"\r\nof, text', "'@SUM(A1)"],
];
const csv = byteOrderMark + table.map(csvLine).join('');

test('a CSV file becomes a workbook of the same texts: leading zeros are kept, and nothing is a formula', async () => {
  const { file, name } = await convertCsvFile('xlsx', 'Structure.csv', csv);
  expect(name).toBe('Structure.xlsx');
  expect(await cellsOf(file)).toEqual(table);
});

test('a CSV file stays as it is', async () => {
  const { file, name } = await convertCsvFile('csv', 'Structure.csv', csv);
  expect([name, await file.arrayBuffer()]).toEqual(['Structure.csv', new TextEncoder().encode(csv).buffer]);
});

test('a long CSV file is converted without losing a row or splitting a character', async () => {
  const long = Array.from({ length: 30_000 }, (_, row) => [`${row}`, '🛒 basket'.repeat(row % 3)]);
  const { file } = await convertCsvFile('xlsx', 'Long.csv', long.map(csvLine).join(''));
  expect((await cellsOf(file)).map(([code, text = '']) => [code, text])).toEqual(long);
});

test('pages of rows become a file in each format', async () => {
  const pages = table.map((row) => [row]);
  expect(await (await createTableFile('csv', 'Users', pages)).file.text()).toBe(csv);
  expect(await cellsOf((await createTableFile('xlsx', 'Users', pages)).file)).toEqual(table);
});

test.each([
  ['a text', [['x'.repeat(32_768)]]],
  ['rows', Array.from({ length: 1_048_577 }, () => [])],
])('refuses %s beyond what Excel can hold, instead of losing content', async (_what, rows) => {
  await expect(createTableFile('xlsx', 'Users', [rows])).rejects.toMatchObject({ code: 'download.tooLargeForExcel' });
});

test('the sheet has a name that Excel accepts', async () => {
  const { file } = await createTableFile('xlsx', `Stores [north]: a/b 'c' and many more of them`, [[['code']]]);
  const { readSheets } = await import('./workbook-reader.ts');
  expect((await readSheets(file)).map(({ name }) => name)).toEqual(['Stores  north   a b  c  and man']);
});
