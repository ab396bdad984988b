import type { ImportRow } from '@storeward/contract/imports';
import { isFormula } from '@storeward/contract/csv';
import { beforeEach, expect, test } from 'vitest';
import { startPortal } from '../../test/start-portal.ts';
import { applyUserLanguage } from '../platform/text/i18n.ts';
import { createTableFile } from '../platform/workbook/table-file.ts';
import { cellErrorMessage, errorsTable } from './import-file.ts';
import { phrase } from '../../test/phrase.ts';

const invalidRow = (row: number, cells: string[], column: string | null = null): ImportRow => ({
  row,
  cells,
  outcome: 'wrong',
  faults: [{ column, messageCode: 'import.twice' }],
  kept: false,
  written: false,
});
const message = phrase('errors.import.twice');
const linesOf = async (columns: string[], rows: ImportRow[], mapping: string[] | null = null) =>
  (await createTableFile('csv', 'errors', [errorsTable({ columns, mapping }, rows)]).then(({ file }) => file.text()))
    .replace(/^\uFEFF/, '')
    .split('\r\n');

beforeEach(startPortal);

test('writes an invalid row as it is in the file, with its errors in the last column', async () => {
  const rows = [invalidRow(2, ['UK-1', "'+44 113"], 'code'), invalidRow(3, ['UK-2'])];
  expect(await linesOf(['code', 'phoneNumber'], rows)).toEqual([
    'code,phoneNumber,errors',
    `UK-1,+44 113,code: ${message}`,
    `UK-2,,${message}`,
    '',
  ]);
});

test('writes a row with more cells than the file has columns in full, and widens the header to the widest row', async () => {
  const rows = [invalidRow(2, ['UK-1', 'Leeds', '', 'Yorkshire', '']), invalidRow(3, ['UK-2', 'York'])];
  expect(await linesOf(['code', 'name'], rows)).toEqual([
    'code,name,,,errors',
    `UK-1,Leeds,,Yorkshire,${message}`,
    `UK-2,York,,,${message}`,
    '',
  ]);
});

test('keeps a refused formula refused, and names the other rows of an error', async () => {
  const rows: ImportRow[] = [
    {
      ...invalidRow(2, ['UK-1', '=1+1'], 'code'),
      faults: [
        { column: 'code', messageCode: 'import.twice', rows: [7, 1009] },
        { column: 'name', messageCode: 'import.formula' },
      ],
    },
  ];
  const [, line = ''] = await linesOf(['code', 'name'], rows);
  expect(line).toContain(`UK-1,⚠ =1+1,"code: ${message} (also in rows 7, 1,009); name: This begins like a formula`);
  expect(isFormula('⚠ =1+1')).toBe(true);
});

test('keeps the file’s own headings and names them in the errors', async () => {
  const rows = [invalidRow(2, ['UK-1', 'Leeds'], 'code'), invalidRow(3, ['UK-2', 'York'], 'parentCode')];
  expect(await linesOf(['Filialnr', 'Ort'], rows, ['code', ''])).toEqual([
    'Filialnr,Ort,errors',
    `UK-1,Leeds,Filialnr: ${message}`,
    `UK-2,York,parentCode: ${message}`,
    '',
  ]);
});

test('leaves out an earlier error column, wherever it is and however it is written', async () => {
  const rows = [invalidRow(2, ['UK-1', 'long past', 'Leeds', 'past', 'more'])];
  expect(await linesOf(['code', 'Errors', 'name', ' errors'], rows)).toEqual([
    'code,name,,errors',
    `UK-1,Leeds,more,${message}`,
    '',
  ]);
});

test('names the countries that a cell may mean, in the language of the reader', async () => {
  await applyUserLanguage('de');
  const error = { column: 'country', messageCode: 'import.countryUnknown', nearest: ['AT', 'AU'] };
  expect(cellErrorMessage(error)).toBe('Kein Land hat diesen Namen oder Code. Ähnlich: Österreich, Australien');
});

test('names the column of a file that fills two fields in the errors of both', async () => {
  const rows = [invalidRow(2, ['Leeds'], 'code'), invalidRow(3, ['York'], 'name')];
  expect(await linesOf(['Ort'], rows, ['name|code'])).toEqual([
    'Ort,errors',
    `Leeds,Ort: ${message}`,
    `York,Ort: ${message}`,
    '',
  ]);
});
