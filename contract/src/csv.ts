/** Text that a spreadsheet interprets as a formula, in ASCII or full-width characters, after any quotes and spaces. */
const formula = /^['\s]*[=+\-@\t\r＝＋－＠]/;

/** A phone number or a signed number: a spreadsheet displays it and evaluates nothing. */
const signedNumber = /^(?:\+\d[\d ().-]*|-\d+(?:[.,]\d+)?)$/;

/** Formats a CSV cell: quoted if necessary, and prefixed with an apostrophe if a spreadsheet would run it as a formula. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = value == null ? '' : String(value);
  // protects against CSV injection through user input
  const safe = typeof value === 'string' && formula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
  return /[",;\n\r\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `csvCell` puts before a formula. */
export const unescapeCsvCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Put in front of a formula that an import has refused, so that no spreadsheet runs it and no import accepts it. */
const refusedFormulaMark = '⚠ ';

/** The cell of a refused formula in the file of invalid rows. */
export const refusedFormula = (cell: string): string => refusedFormulaMark + cell.trim().replace(/^(?:⚠\s*)+/, '');

/**
 * Whether a spreadsheet would run a cell as a formula, or an import has refused it as one before; signed numbers and
 * phone numbers are not formulas.
 */
export const isFormula = (cell: string): boolean =>
  /^\s*⚠\s*[=+\-@＝＋－＠]/.test(cell) || /^\s*[=@\t\r＝＠]/.test(cell) || /^\s*[+\-＋－](?![\d\s().,/-]*$)/.test(cell);

export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;

/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';
