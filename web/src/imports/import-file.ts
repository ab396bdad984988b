import { isFormula, refusedFormula, unescapeCsvCell } from '@storeward/contract/csv';
import {
  type CellError,
  columnKey,
  errorColumn,
  type ImportColumn,
  type ImportRow,
  type ImportRun,
} from '@storeward/contract/imports';
import { effectiveColumns } from '@storeward/contract/imports/column-mapping';
import { countryName } from '../platform/text/display-names.ts';
import { currentLanguage, errorMessage, formatNumber, t } from '../platform/text/i18n.ts';

/** The invalid rows with all their cells and an error column, to be corrected and uploaded again. */
export function errorsTable(run: Pick<ImportRun, 'columns' | 'mapping'>, rows: readonly ImportRow[]): string[][] {
  const { columns } = run;
  // rows that the server added are created again by the next import
  const fileRows = rows.filter(({ row }) => row > 0);
  const width = fileRows.reduce((widest, { cells }) => Math.max(widest, filledLength(cells)), columns.length);
  // drops the error column of an earlier round, which would otherwise accumulate
  const columnIndexes = [...Array(width).keys()].filter((index) => columnKey(columns[index] ?? '') !== errorColumn);
  const line = (cells: readonly string[], last: string) => [...columnIndexes.map((index) => cells[index] ?? ''), last];
  return [
    line(columns, errorColumn),
    ...fileRows.map(({ cells, faults }) => line(cells.map(toErrorsCell), errorText(run, faults))),
  ];
}

/** A formula is marked, since an apostrophe in front would make it a text that the next import accepts. */
const toErrorsCell = (cell: string) => (isFormula(cell) ? refusedFormula(cell) : unescapeCsvCell(cell));

const errorText = (run: Pick<ImportRun, 'columns' | 'mapping'>, cellErrors: readonly CellError[]) =>
  cellErrors
    .map((error) => `${error.column ? `${headingOf(run, error.column)}: ` : ''}${cellErrorMessage(error)}`)
    .join('; ');

/** The message of an error, with what the cell may mean, and the other rows that share it. */
export function cellErrorMessage({ messageCode, rows = [], nearest = [], character = '' }: CellError): string {
  const isCountry = messageCode === 'import.countryUnknown';
  const names = nearest.map((name) => (isCountry ? countryName(name, currentLanguage()) : name)).join(', ');
  const message = names
    ? t('imports.rows.nearest', { message: errorMessage(messageCode), names })
    : `${errorMessage(messageCode)} ${character}`.trim();
  if (rows.length === 0) return message;
  const also = t('imports.rows.alsoIn', { count: rows.length, rows: rows.map(formatNumber).join(', ') });
  return `${message} (${also})`;
}

/** The columns of errors that a file does not have. */
export function columnsNotInFile(
  run: Pick<ImportRun, 'columns' | 'mapping'>,
  cellErrors: readonly CellError[],
): string[] {
  const present = new Set(effectiveColumns(run).flat().map(columnKey));
  return [...new Set(cellErrors.flatMap(({ column }) => (column && !present.has(columnKey(column)) ? [column] : [])))];
}

/** The file's heading for a target column. */
export function headingOf(run: Pick<ImportRun, 'columns' | 'mapping'>, column: string): string {
  const index = run.mapping ? effectiveColumns(run).findIndex((names) => names.includes(column)) : -1;
  return run.columns[index]?.trim() || column;
}

/** Number of cells up to the last one that is not empty. */
const filledLength = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The known columns and one sample row. */
export const sampleTable = (columns: readonly ImportColumn[]): string[][] => [
  columns.map(({ name }) => name),
  columns.map(({ sample }) => sample),
];
