import { byteOrderMark, cellMeaning, csvLine } from '@storeward/contract/csv';
import {
  type CellFault,
  columnWord,
  faultColumn,
  type ImportColumn,
  type ImportRow,
  type ImportRun,
} from '@storeward/contract/imports';
import { sayError } from '../platform/i18n.ts';

/** The rows of a file that are wrong, each with all its cells and with what is wrong in words: to be corrected and uploaded again. */
export function faultsFile(run: Pick<ImportRun, 'columns' | 'mapping'>, rows: readonly ImportRow[]): Blob {
  const { columns } = run;
  const width = rows.reduce((widest, { cells }) => Math.max(widest, filled(cells)), columns.length);
  // what was wrong the last time goes, or each round would add such a column
  const places = [...Array(width).keys()].filter((at) => columnWord(columns[at] ?? '') !== faultColumn);
  const line = (cells: readonly string[], last: string) => [...places.map((at) => cells[at] ?? ''), last];
  return asFile([
    line(columns, faultColumn),
    ...rows.map(({ cells, faults }) => line(cells.map(cellMeaning), inWords(run, faults))),
  ]);
}

const inWords = (run: Pick<ImportRun, 'columns' | 'mapping'>, faults: readonly CellFault[]) =>
  faults
    .map(({ column, messageCode }) => `${column ? `${headingOf(run, column)}: ` : ''}${sayError(messageCode)}`)
    .join('; ');

/** What a column of ours is called in the file. */
export function headingOf(run: Pick<ImportRun, 'columns' | 'mapping'>, column: string): string {
  const at = run.mapping?.indexOf(column) ?? -1;
  return run.columns[at]?.trim() || column;
}

/** How many cells a row has up to the last one that is not empty. */
const filled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** A file with the columns that are understood, and one row to show what they are for. */
export const sampleFile = (columns: readonly ImportColumn[]): Blob =>
  asFile([columns.map(({ name }) => name), columns.map(({ sample }) => sample)]);

const asFile = (lines: readonly (readonly string[])[]) =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' });
