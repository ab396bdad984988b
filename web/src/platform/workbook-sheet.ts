import { importLimits } from '@storeward/contract/imports';
import { ApiError } from './api.ts';
import { noWorkbook, reading, type TakesText } from './workbook-parts.ts';
import { type NumberLook, numberText, textMeant } from './workbook-cells.ts';

/** A cell: its text, or what it would have to be worked out from, where the file does not say what came of it. */
export type SheetCell = string | { readonly formula: string };

/** What the sheets of a workbook share. */
export type SharedParts = {
  readonly strings: readonly string[];
  readonly looks: readonly NumberLook[];
  readonly since1904: boolean;
};

/** One sheet: its rows by their number, and why it cannot be taken, where it cannot. */
export type Sheet = {
  readonly name: string;
  readonly rows: Map<number, SheetCell[]>;
  fault?: ApiError;
};

const lastRow = 1_048_576;
/** A row may be as wide as the reader of such files allows; it says itself which columns are too many. */
const widest = importLimits.columns * 2;

type Cell = { at: number; type: string; look: NumberLook | undefined; formula: string | undefined; value?: string };

/** Reads one sheet as its text comes; beyond what an import may hold it is only passed over. */
export function sheetReading(sheet: Sheet, shared: SharedParts): TakesText {
  const merged: string[] = [];
  let row = 0;
  let at = -1;
  let cell: Cell | undefined;
  let heard: 'value' | 'formula' | undefined;
  let aloud = 0;
  let size = 0;
  let cells: SheetCell[] = [];

  const refuse = (messageCode: string) => {
    const path = `row ${row}`;
    sheet.fault ??= new ApiError(400, { messageCode, errors: [{ path, messageCode, message: '' }] });
    sheet.rows.clear();
  };
  const keep = (made: SheetCell, place: number) => {
    const length = typeof made === 'string' ? made.length : made.formula.length;
    if (length === 0) return;
    if (place >= widest) return refuse('import.tooManyColumns');
    size += length;
    if (size > importLimits.bytes) return refuse('import.tooLarge');
    while (cells.length < place) cells.push('');
    cells[place] = made;
  };
  const read = reading({
    open(element, given) {
      if (element === 'row') {
        row = given['r'] === undefined ? row + 1 : Number(given['r']);
        if (!Number.isInteger(row) || row < 1 || row > lastRow) throw noWorkbook();
        at = -1;
        cells = [];
      } else if (element === 'c') {
        at = given['r'] === undefined ? at + 1 : columnIn(given['r']);
        const look = shared.looks[Number(given['s'] ?? 0)];
        cell = { at, type: given['t'] ?? 'n', look, formula: undefined };
      } else if (element === 'v') heard = 'value';
      else if (element === 'f') {
        heard = 'formula';
        if (cell) cell.formula = '';
      }
      // how a text is read aloud stands beside it
      else if (element === 'rPh') aloud += 1;
      else if (element === 't' && aloud === 0) heard = 'value';
      else if (element === 'mergeCell' && given['ref']) merged.push(given['ref']);
      if (heard === 'value' && cell) cell.value ??= '';
    },
    text(words) {
      if (!cell || !heard) return;
      if (heard === 'value') cell.value += words;
      else cell.formula += words;
    },
    close(element) {
      if (element === 'v' || element === 't' || element === 'f') heard = undefined;
      else if (element === 'rPh') aloud -= 1;
      else if (element === 'c' && cell) {
        keep(meant(cell, shared), cell.at);
        cell = undefined;
      } else if (element === 'row' && cells.some((one) => typeof one !== 'string' || one.trim() !== '')) {
        sheet.rows.set(row, cells);
        if (sheet.rows.size > importLimits.rows + 1) refuse('import.tooManyRows');
      }
    },
  });
  return (text, last) => {
    if (sheet.fault) return;
    read(text, last);
    if (last && !sheet.fault) spread(sheet, merged, keepFilled);
  };

  function keepFilled(into: number, made: SheetCell, place: number) {
    row = into;
    cells = sheet.rows.get(into) ?? [];
    keep(made, place);
  }
}

/** What a cell says: what came of a formula is taken as it stands, and nothing is ever worked out. */
function meant({ type, value, look, formula }: Cell, { strings, since1904 }: SharedParts): SheetCell {
  if (value === undefined) return formula === undefined ? '' : { formula: `=${formula}` };
  // what went wrong in the spreadsheet is nobody's name
  if (type === 'e') return { formula: `=${value}` };
  if (type === 's') {
    const text = strings[Number(value)];
    if (text === undefined) throw noWorkbook();
    return text;
  }
  if (type === 'b') return value.trim() === '1' ? 'true' : 'false';
  if (type === 'n') return numberText(value, look ?? { kind: 'plain' }, { since1904 });
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return textMeant(value);
}

/** What stands once over several rows is meant for each of those that have anything else in them. */
function spread(
  sheet: Sheet,
  merged: readonly string[],
  keep: (row: number, made: SheetCell, place: number) => void,
): void {
  const filled = [...sheet.rows.keys()];
  for (const ref of merged) {
    const [, left = '', top, bottom] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(ref) ?? [];
    const place = columnIn(left);
    const made = sheet.rows.get(Number(top))?.[place];
    if (!made) continue;
    for (let at = after(filled, Number(top)); at < filled.length && filled[at]! <= Number(bottom); at += 1) {
      keep(filled[at]!, made, place);
      if (sheet.fault) return;
    }
  }
}

/** Where the rows after this one begin, among those that there are. */
function after(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which column letters mean, counted from 0. */
function columnIn(ref: string): number {
  const letters = /^[A-Z]{1,3}/.exec(ref)?.[0] ?? 'A';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
