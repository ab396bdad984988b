import { importLimits } from '@storeward/contract/imports';
import { ApiError } from '../api/api.ts';
import { invalidWorkbookError, xmlReader, type TextHandler } from './workbook-parts.ts';
import { type NumberFormat, numberText, decodeEscapes } from '../text/number-format.ts';

/** The text of a cell, or its formula if the file holds no result. */
export type SheetCell = string | { readonly formula: string };

export type SharedParts = {
  readonly strings: readonly string[];
  readonly numberFormats: readonly NumberFormat[];
  readonly since1904: boolean;
};

/** A sheet with its rows by row number; `error` if it cannot be imported. */
export type Sheet = {
  readonly name: string;
  readonly rows: Map<number, SheetCell[]>;
  readonly isHidden: boolean;
  /** The numbers of hidden rows, by hand or by a filter, and the indexes of hidden columns. */
  readonly hiddenRows: Set<number>;
  readonly hiddenColumns: Set<number>;
  error?: ApiError;
};

const maxRow = 1_048_576;
/** Wider than the import allows: the server then names the surplus columns. */
const maxColumns = importLimits.columns * 2;

type Cell = {
  column: number;
  type: string;
  format: NumberFormat | undefined;
  formula: string | undefined;
  value?: string;
  /** The text of the cell itself, which some programs write beside a value. */
  inline?: string;
};

/** Streams one sheet into `sheet`. Beyond the import limits nothing is kept. */
export function sheetReader(sheet: Sheet, shared: SharedParts): TextHandler {
  const merged: string[] = [];
  let row = 0;
  let column = -1;
  let cell: Cell | undefined;
  let collecting: 'value' | 'inline' | 'formula' | undefined;
  let phoneticDepth = 0;
  let size = 0;
  let cells: SheetCell[] = [];

  const reject = (messageCode: string) => {
    const path = `row ${row}`;
    sheet.error ??= new ApiError(400, { messageCode, errors: [{ path, messageCode, message: '' }] });
    sheet.rows.clear();
  };
  const addCell = (content: SheetCell, column: number) => {
    const length = typeof content === 'string' ? content.length : content.formula.length;
    if (length === 0) return;
    if (column >= maxColumns) return reject('import.tooManyColumns');
    size += length;
    if (size > importLimits.bytes) return reject('import.tooLarge');
    while (cells.length < column) cells.push('');
    cells[column] = content;
  };
  const read = xmlReader({
    open(element, attributes) {
      if (element === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        if (!Number.isInteger(row) || row < 1 || row > maxRow) throw invalidWorkbookError();
        column = -1;
        cells = [];
        if (isTrue(attributes['hidden'])) sheet.hiddenRows.add(row);
      } else if (element === 'col' && isTrue(attributes['hidden'])) {
        const last = Math.min(Number(attributes['max']), maxColumns);
        for (let at = Number(attributes['min']); at <= last; at += 1) sheet.hiddenColumns.add(at - 1);
      } else if (element === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnIndex(attributes['r']);
        const format = shared.numberFormats[Number(attributes['s'] ?? 0)];
        cell = { column, type: attributes['t'] ?? 'n', format, formula: undefined };
      } else if (element === 'v') collecting = 'value';
      else if (element === 'f') {
        collecting = 'formula';
        if (cell) cell.formula = '';
      }
      // Phonetic readings are skipped.
      else if (element === 'rPh') phoneticDepth += 1;
      else if (element === 't' && phoneticDepth === 0) collecting = 'inline';
      else if (element === 'mergeCell' && attributes['ref']) merged.push(attributes['ref']);
      if (cell && (collecting === 'value' || collecting === 'inline')) cell[collecting] ??= '';
    },
    text(chunk) {
      if (!cell || !collecting) return;
      cell[collecting] = (cell[collecting] ?? '') + chunk;
    },
    close(element) {
      if (element === 'v' || element === 't' || element === 'f') collecting = undefined;
      else if (element === 'rPh') phoneticDepth -= 1;
      else if (element === 'c' && cell) {
        addCell(cellContent(cell, shared), cell.column);
        cell = undefined;
      } else if (element === 'row' && cells.some((content) => typeof content !== 'string' || content.trim() !== '')) {
        sheet.rows.set(row, cells);
        if (sheet.rows.size > importLimits.rows + 1) reject('import.tooManyRows');
      }
    },
  });
  return (text, last) => {
    if (sheet.error) return;
    read(text, last);
    if (last && !sheet.error) fillMergedCells(sheet, merged, addToRow);
  };

  function addToRow(into: number, content: SheetCell, column: number) {
    row = into;
    cells = sheet.rows.get(into) ?? [];
    addCell(content, column);
  }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** The content of a cell. The stored result of a formula is used; nothing is calculated. */
function cellContent({ type, value, inline, format, formula }: Cell, { strings, since1904 }: SharedParts): SheetCell {
  if (inline !== undefined) return decodeEscapes(inline);
  if (value === undefined) return formula === undefined ? '' : { formula: `=${formula}` };
  // the import refuses it by name
  if (type === 'e') return value.trim();
  if (type === 's') {
    if (value.trim() === '') return '';
    const text = strings[Number(value)];
    if (text === undefined) throw invalidWorkbookError();
    return text;
  }
  if (type === 'b') return value.trim() === '1' ? 'true' : 'false';
  if (type === 'n') return numberText(value, format ?? { kind: 'plain' }, { since1904 });
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return decodeEscapes(value);
}

/** Copies the value of vertically merged cells to every row that has other content. */
function fillMergedCells(
  sheet: Sheet,
  merged: readonly string[],
  addCell: (row: number, content: SheetCell, column: number) => void,
): void {
  const rowNumbers = [...sheet.rows.keys()];
  for (const ref of merged) {
    const [, leftColumn = '', top, bottom] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(ref) ?? [];
    const column = columnIndex(leftColumn);
    const content = sheet.rows.get(Number(top))?.[column];
    if (!content) continue;
    for (let index = firstIndexAfter(rowNumbers, Number(top)); index < rowNumbers.length; index += 1) {
      if (rowNumbers[index]! > Number(bottom)) break;
      addCell(rowNumbers[index]!, content, column);
      if (sheet.error) return;
    }
  }
}

/** Index of the first row number greater than `row`, by binary search. */
function firstIndexAfter(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Zero-based column index of a cell reference. */
function columnIndex(ref: string): number {
  const letters = /^[A-Z]{1,3}/.exec(ref)?.[0] ?? 'A';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
