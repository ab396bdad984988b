import { byteOrderMark, cellMeaning, csvLine } from '@storeward/contract/csv';
import { faultColumn, type ImportColumn, type ImportRow } from '@storeward/contract/imports';
import { sayError } from '../platform/i18n.ts';

/** The rows of a file that are wrong, each with what is wrong in words: to be corrected and uploaded again. */
export function faultsFile(columns: readonly string[], rows: readonly ImportRow[]): Blob {
  const lines = rows.map(({ cells, faults }) => [
    ...columns.map((_, at) => cellMeaning(cells[at] ?? '')),
    faults.map(({ column, messageCode }) => `${column ? `${column}: ` : ''}${sayError(messageCode)}`).join('; '),
  ]);
  return asFile([[...columns, faultColumn], ...lines]);
}

/** A file with the columns that are understood, and one row to show what they are for. */
export const sampleFile = (columns: readonly ImportColumn[]): Blob =>
  asFile([columns.map(({ name }) => name), columns.map(({ sample }) => sample)]);

const asFile = (lines: readonly (readonly string[])[]) =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' });
