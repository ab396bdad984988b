/** Text that a spreadsheet interprets as a formula, in ASCII or full-width characters, after any quotes and spaces. */
const formula = /^['\s]*[=+\-@\t\r＝＋－＠]/;

/** A phone number or a signed number: a spreadsheet displays it and evaluates nothing. */
const signedNumber = /^(?:\+\d[\d ().-]*|-\d+(?:[.,]\d+)?)$/;

/** Whether a spreadsheet runs a text, or what follows a separator in it, unless an apostrophe precedes it. */
const needsApostrophe = (text: string): boolean => formula.test(text) && !signedNumber.test(text.trim());

/**
 * Where a spreadsheet may split a cell: one whose list separator is another than the file's takes no notice of the quotes
 * around the cell.
 */
const separators = /([,;\t\r\n])/;

/** Changes each part of a text that follows a separator. */
const changeParts = (text: string, change: (part: string) => string): string =>
  text
    .split(separators)
    .map((part, index) => (index > 0 && index % 2 === 0 ? change(part) : part))
    .join('');

/**
 * Formats a CSV cell: quoted if necessary, and with an apostrophe before whatever a spreadsheet would run as a formula, also
 * if it splits the cell.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = value == null ? '' : String(value);
  // protects against CSV injection through user input
  const safe = typeof value === 'string' && !signedNumber.test(text) ? withApostrophes(text) : text;
  return /[",;\n\r\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const withApostrophes = (text: string): string =>
  (formula.test(text) ? "'" : '') + changeParts(text, (part) => (needsApostrophe(part) ? `'${part}` : part));

const isEscaped = (text: string): boolean => text.startsWith("'") && formula.test(text);

/** Removes the apostrophes that `csvCell` puts before formulas. */
export const unescapeCsvCell = (cell: string): string =>
  isEscaped(cell) ? changeParts(cell, unescapePart).slice(1) : changeParts(cell, unescapePart);

const unescapePart = (part: string): string => (isEscaped(part) ? part.slice(1) : part);

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
