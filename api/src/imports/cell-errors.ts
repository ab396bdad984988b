import { isFormula } from '@storeward/contract/csv';
import type { CellError } from '@storeward/contract/imports';
import { nearestTimeZones } from '@storeward/contract/reference/nearest-time-zones';
import type { Cells } from './kind.ts';

/** The errors of the cells of a row that do not depend on the kind of import. */
export const cellErrors = (
  cells: readonly string[],
  columns: readonly string[],
  known: ReadonlyMap<number, string>,
): CellError[] => [...formulaErrors(cells, known), ...excessCellErrors(cells, columns, known)];

const formulaErrors = (cells: readonly string[], known: ReadonlyMap<number, string>): CellError[] =>
  [...known].flatMap(([index, column]) =>
    isFormula(cells[index] ?? '') ? [{ column, messageCode: 'import.formula' }] : [],
  );

/** Reports cells beyond the header row: the row's other cells may have shifted into the wrong columns. */
const excessCellErrors = (
  cells: readonly string[],
  columns: readonly string[],
  known: ReadonlyMap<number, string>,
): CellError[] =>
  cells.some((cell, index) => cell.trim() !== '' && !columns[index]?.trim() && !known.has(index))
    ? [{ column: null, messageCode: 'import.cellsBeyond' }]
    : [];

/** The errors of a row, with what their cells may mean. */
export const withNearest = (errors: readonly CellError[], cells: Cells): CellError[] =>
  errors.map((error) =>
    error.messageCode === 'field.timeZone'
      ? { ...error, nearest: nearestTimeZones(cells.get(error.column ?? '') ?? '') }
      : error,
  );
