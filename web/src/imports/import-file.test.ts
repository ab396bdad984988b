import type { ImportRow } from '@storeward/contract/imports';
import { beforeEach, expect, test } from 'vitest';
import { startPortal } from '../../test/portal.ts';
import { faultsFile } from './import-file.ts';

const wrong = (row: number, cells: string[], column: string | null = null): ImportRow => ({
  row,
  cells,
  outcome: 'wrong',
  faults: [{ column, messageCode: 'import.twice' }],
  kept: false,
  written: false,
});
const said = 'This stands in the file more than once';
const linesOf = async (columns: string[], rows: ImportRow[], mapping: string[] | null = null) =>
  (await faultsFile({ columns, mapping }, rows).text()).replace(/^\uFEFF/, '').split('\r\n');

beforeEach(startPortal);

test('a row that is wrong is written as it stands in the file, with what is wrong in the last column', async () => {
  const rows = [wrong(2, ['UK-1', "'+44"], 'code'), wrong(3, ['UK-2'])];
  expect(await linesOf(['code', 'phoneNumber'], rows)).toEqual([
    'code,phoneNumber,errors',
    `UK-1,'+44,code: ${said}`,
    `UK-2,,${said}`,
    '',
  ]);
});

test('a row with more cells than the file has columns is written whole, and the head is as wide as the widest', async () => {
  const rows = [wrong(2, ['UK-1', 'Leeds', '', 'Yorkshire', '']), wrong(3, ['UK-2', 'York'])];
  expect(await linesOf(['code', 'name'], rows)).toEqual([
    'code,name,,,errors',
    `UK-1,Leeds,,Yorkshire,${said}`,
    `UK-2,York,,,${said}`,
    '',
  ]);
});

test('a file with heads of its own keeps them, and is told what is wrong by them', async () => {
  const rows = [wrong(2, ['UK-1', 'Leeds'], 'code'), wrong(3, ['UK-2', 'York'], 'parentCode')];
  expect(await linesOf(['Filialnr', 'Ort'], rows, ['code', ''])).toEqual([
    'Filialnr,Ort,errors',
    `UK-1,Leeds,Filialnr: ${said}`,
    `UK-2,York,parentCode: ${said}`,
    '',
  ]);
});

test('what was wrong the last time is left out, wherever it stands and however it is written', async () => {
  const rows = [wrong(2, ['UK-1', 'long past', 'Leeds', 'past', 'more'])];
  expect(await linesOf(['code', 'Errors', 'name', ' errors'], rows)).toEqual([
    'code,name,,errors',
    `UK-1,Leeds,more,${said}`,
    '',
  ]);
});
