/** What a spreadsheet would take for a formula, in half and full width, behind whatever quotes and spaces. */
const formula = /^['\s]*[=+\-@\t\r＝＋－＠]/;

/** A value as a cell of a table in text form: quoted where it has to be, and never taken for a formula by a spreadsheet. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const words = value == null ? '' : String(value);
  // whoever opens the file must not run what somebody typed into a name
  const tame = typeof value === 'string' && formula.test(words) ? `'${words}` : words;
  return /[",;\n\r\t]|^\s|\s$/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

/** What a cell means that was made harmless for spreadsheets: the same without the quote before it. */
export const cellMeaning = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Whether a cell would be run by a spreadsheet: it begins like a formula, and is no number of a phone or a sum. */
export const isFormula = (cell: string): boolean =>
  /^\s*[=@\t\r＝＠]/.test(cell) || /^\s*[+\-＋－](?![\d\s().,/-]*$)/.test(cell);

/** One line of a table in text form. */
export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;

/** The sign by which spreadsheets know that a file holds letters of every script. */
export const byteOrderMark = '\uFEFF';
