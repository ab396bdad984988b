import { errors } from '@storeward/contract/errors';
import { parse } from 'csv-parse/sync';
import { ApiError } from '../platform/errors.ts';
import type { TableRow } from './kind.ts';

/** What separates the cells of a line in common files, the most usual first. */
const delimiters = [',', ';', '\t', '|'] as const;

/** The most frequent delimiter of a text outside quotes. */
export function delimiterOf(text: string): string {
  const unquoted = text.replace(/"[^"]*"/g, 'x');
  const count = (character: string) => unquoted.split(character).length;
  return delimiters.reduce((best: string, character) => (count(character) > count(best) ? character : best), ',');
}

/** The cells of a line that is the content of one cell; that cell alone if it is no line. */
function cellsIn(text: string, delimiter: string): string[] {
  try {
    const [cells = [], another] = parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true });
    return another ? [text] : cells;
  } catch {
    return [text];
  }
}

/** The only cell of a row that has others but no content in them. */
const onlyCell = ([first = '', ...others]: readonly string[]): string | undefined =>
  others.some((cell) => cell.trim() !== '') ? undefined : first;

/** The headings of a file whose lines are one cell each; undefined for any other file. */
export function headingsInOneCell(header: readonly string[]): string[] | undefined {
  const text = onlyCell(header);
  const cells = text === undefined ? [] : cellsIn(text, delimiterOf(text));
  return cells.length > 1 ? cells : undefined;
}

/**
 * Splits rows that a spreadsheet has saved as one cell each, as it does with a file of another separator: all of them, or
 * those with quotes. A row is split only if it has as many cells as the header row.
 */
export async function* splitRows(rows: AsyncIterable<TableRow>, delimiter: string): AsyncGenerator<TableRow> {
  let header: TableRow | undefined;
  let split: { readonly by: string; readonly count: number } | undefined;
  let isOpen = false;
  for await (const line of rows) {
    if (!header) {
      header = line;
      isOpen = headingsInOneCell(line.cells) !== undefined;
      if (isOpen) continue;
      yield line;
      continue;
    }
    if (isOpen) {
      isOpen = false;
      split = splitOf(header, line);
      yield split ? { ...header, cells: headingsInOneCell(header.cells)! } : header;
    }
    const text = onlyCell(line.cells);
    if (split) yield { ...line, cells: cellsInRow(line, text, split) };
    else if (line.cells.length === 1 && header.cells.length > 1) {
      const cells = cellsIn(line.cells[0]!, delimiter);
      yield cells.length === header.cells.length ? { ...line, cells } : line;
    } else yield line;
  }
  if (isOpen && header) yield { ...header, cells: headingsInOneCell(header.cells)! };
}

/** How the rows are split: by the headings and the first row below them, which have to agree. */
function splitOf(header: TableRow, { row, cells }: TableRow) {
  const by = delimiterOf(onlyCell(header.cells)!);
  const count = headingsInOneCell(header.cells)!.length;
  const text = onlyCell(cells);
  if (text !== undefined && cellsIn(text, by).length === count) return { by, count };
  if (text?.includes(by)) throw oneColumnError(row);
  return undefined;
}

function cellsInRow({ row }: TableRow, text: string | undefined, { by, count }: { by: string; count: number }) {
  const cells = text === undefined ? [] : cellsIn(text, by);
  if (cells.length !== count) throw oneColumnError(row);
  return cells;
}

function oneColumnError(row: number): ApiError {
  const messageCode = 'import.oneColumn';
  return new ApiError(messageCode, {
    errors: [{ path: `row ${row}`, messageCode, message: errors[messageCode].text }],
  });
}
