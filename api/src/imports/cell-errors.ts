import { isFormula } from '@storeward/contract/csv';
import type { ErrorCode } from '@storeward/contract/errors';
import { refusedCharacter } from '@storeward/contract/fields';
import { isPhoneField } from '@storeward/contract/phone-number';
import type { CellError } from '@storeward/contract/imports';
import { nearestCountries } from '@storeward/contract/reference/country-names';
import { nearestTimeZones } from '@storeward/contract/reference/nearest-time-zones';
import type { Cells } from './kind.ts';
import type { KnownColumns } from './table.ts';

/** The errors of the cells of a row that do not depend on the kind of import. */
export const cellErrors = (cells: readonly string[], columns: readonly string[], known: KnownColumns): CellError[] => [
  ...contentErrors(cells, known),
  ...excessCellErrors(cells, columns, known),
];

/** A number that a spreadsheet shows shortened: its last digits are gone, and two codes may have become one. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/;

/** What a spreadsheet writes instead of a value: a column that is too narrow, or an error, in the languages of the portal. */
const errorWord = /^(?:#{2,}|#N\/[ABD]|#NV|#[A-ZÄÖÜ_]{2,20}(?:\/0)?[!?]|#GETTING_DATA|Err:\d{3})$/i;

const contentErrors = (cells: readonly string[], known: KnownColumns): CellError[] =>
  known.flatMap(([index, column]) => {
    const messageCode = contentError((cells[index] ?? '').trim(), column);
    return messageCode ? [{ column, messageCode }] : [];
  });

/** Whether a row is refused because of a formula. */
export const holdsFormula = (cells: readonly string[], known: KnownColumns): boolean =>
  contentErrors(cells, known).some(({ messageCode }) => messageCode === 'import.formula');

function contentError(cell: string, column: string): ErrorCode | undefined {
  // a phone number keeps none of the characters that make a formula, and names the one that it refuses
  if (isFormula(cell) && !isPhoneField(column)) return 'import.formula';
  if (shortened.test(cell)) return 'import.shortened';
  return errorWord.test(cell) ? 'import.errorWord' : undefined;
}

/** Reports cells beyond the header row: the row's other cells may have shifted into the wrong columns. */
const excessCellErrors = (cells: readonly string[], columns: readonly string[], known: KnownColumns): CellError[] =>
  cells.some(
    (cell, index) => cell.trim() !== '' && !columns[index]?.trim() && !known.some(([filling]) => filling === index),
  )
    ? [{ column: null, messageCode: 'import.cellsBeyond' }]
    : [];

/** The errors of a row, with what their cells may mean, or the character that is refused. */
export const withDetails = (errors: readonly CellError[], cells: Cells): CellError[] =>
  errors.map((error) => {
    const { column, messageCode } = error;
    const cell = cells.get(column ?? '') ?? '';
    if (messageCode === 'field.timeZone') return { ...error, nearest: nearestTimeZones(cell) };
    if (messageCode === 'import.countryUnknown') return { ...error, nearest: nearestCountries(cell) };
    const character = messageCode === 'field.invalidCharacter' && refusedCharacter(column ?? '', cell);
    return character ? { ...error, character } : error;
  });
