import { expect, test } from 'vitest';
import { workbookBombs, workbookFiles } from '../../../test/workbook-files.ts';
import { ApiError } from '../api/api.ts';
import { readSheets, sheetToCsv } from './workbook-reader.ts';

async function linesOrError(file: Blob): Promise<readonly string[] | string | undefined> {
  try {
    const [sheet] = await readSheets(file);
    if (!sheet) return 'import.empty';
    return (await sheetToCsv(sheet, 'File.xlsx').text())
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1);
  } catch (error) {
    if (error instanceof ApiError) return error.messageCode;
    throw error;
  }
}

// a bomb takes seconds, so only the proof of hostile corpora has them
const bombs = process.env['WORKBOOK_BOMBS'] ? await workbookBombs() : [];

test.each([...(await workbookFiles()), ...bombs])(
  'a workbook with %s has its lines, or the error that names it',
  async (...[, file, expected]) => {
    expect(await linesOrError(file)).toEqual(expected);
  },
);
