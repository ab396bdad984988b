import { byteOrderMark, unescapeCsvCell, csvLine } from '@storeward/contract/csv';
import {
  type CellError,
  columnKey,
  errorColumn,
  type ImportColumn,
  type ImportRow,
  type ImportRun,
} from '@storeward/contract/imports';
import { errorMessage } from '../platform/i18n.ts';

/** CSV of the invalid rows with all their cells and an error column, to be corrected and uploaded again. */
export function errorsFile(run: Pick<ImportRun, 'columns' | 'mapping'>, rows: readonly ImportRow[]): Blob {
  const { columns } = run;
  const width = rows.reduce((widest, { cells }) => Math.max(widest, filledLength(cells)), columns.length);
  // drops the error column of an earlier round, which would otherwise accumulate
  const columnIndexes = [...Array(width).keys()].filter((index) => columnKey(columns[index] ?? '') !== errorColumn);
  const line = (cells: readonly string[], last: string) => [...columnIndexes.map((index) => cells[index] ?? ''), last];
  return toCsvBlob([
    line(columns, errorColumn),
    ...rows.map(({ cells, faults }) => line(cells.map(unescapeCsvCell), errorText(run, faults))),
  ]);
}

const errorText = (run: Pick<ImportRun, 'columns' | 'mapping'>, faults: readonly CellError[]) =>
  faults
    .map(({ column, messageCode }) => `${column ? `${headingOf(run, column)}: ` : ''}${errorMessage(messageCode)}`)
    .join('; ');

/** The file's heading for a target column. */
export function headingOf(run: Pick<ImportRun, 'columns' | 'mapping'>, column: string): string {
  const index = run.mapping?.indexOf(column) ?? -1;
  return run.columns[index]?.trim() || column;
}

/** Number of cells up to the last one that is not empty. */
const filledLength = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** CSV with the known columns and one sample row. */
export const sampleFile = (columns: readonly ImportColumn[]): Blob =>
  toCsvBlob([columns.map(({ name }) => name), columns.map(({ sample }) => sample)]);

const toCsvBlob = (lines: readonly (readonly string[])[]) =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' });
