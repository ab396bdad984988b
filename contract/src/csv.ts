/** A value as a cell of a table in text form: quoted where it has to be, and never taken for a formula by a spreadsheet. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const words = value == null ? '' : String(value);
  // whoever opens the file must not run what somebody typed into a name
  const tame = typeof value === 'string' && /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",;\n\r\t]|^\s|\s$/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

/** One line of a table in text form. */
export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;

/** The sign by which spreadsheets know that a file holds letters of every script. */
export const byteOrderMark = '\uFEFF';
