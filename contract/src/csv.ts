/** Text that a spreadsheet interprets as a formula, in ASCII or full-width characters, after any quotes and spaces. */
const formula = /^['"\s]*[=+\-@\t\r＝＋－＠]/;

/** A phone number or a signed number: a spreadsheet displays it and evaluates nothing. */
const signedNumber = /^(?:\+\d[\d ().-]*|-\d+(?:[.,]\d+)?)$/;

/** What may separate the cells or lines of a file for a spreadsheet that expects another separator than ours. */
const separators = /([;,\t\r\n])/;

/** Applies a function to the parts of a cell that a spreadsheet with another separator takes for cells of their own. */
const mapLaterParts = (text: string, change: (part: string, isLast: boolean) => string): string => {
  const parts = text.split(separators); // at odd places the separators
  return parts
    .map((part, index) => (index === 0 || index % 2 === 1 ? part : change(part, index === parts.length - 1)))
    .join('');
};

/**
 * Formats a CSV cell: quoted if necessary, and with an apostrophe wherever a spreadsheet would begin a formula: at the start
 * of the cell, and after each separator in it, since quotes do not protect a cell where another separator is expected.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  // protects against CSV injection through user input
  const safe = typeof value === 'string' ? escapeFormulas(value) : value == null ? '' : String(value);
  return /[",;\n\r\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function escapeFormulas(text: string): string {
  const escaped = mapLaterParts(text, (part, isLast) =>
    formula.test(part) && !(isLast && signedNumber.test(part.trim())) ? `'${part}` : part,
  );
  return formula.test(escaped) && !signedNumber.test(escaped) ? `'${escaped}` : escaped;
}

/** Removes the apostrophes that `csvCell` puts before formulas. */
export function unescapeCsvCell(cell: string): string {
  const escaped = cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
  return mapLaterParts(escaped, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part));
}

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

/** The media type of CSV files. */
export const csvType = 'text/csv; charset=utf-8';

/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

/** A cell with the separator after it; a cell that is not complete yet does not match. */
const writtenCell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/y;

/** Reads what `csvLine` has written, from parts that may end anywhere; the cells are as they were given to `csvLine`. */
export async function* readCsv(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[][]> {
  let text = '';
  let isFirst = true;
  for await (const part of parts) {
    text += isFirst && part.startsWith(byteOrderMark) ? part.slice(1) : part;
    isFirst = false;
    const { rows, end } = completeRows(text);
    text = text.slice(end);
    if (rows.length > 0) yield rows;
  }
  if (text !== '') throw new Error('The file ends within a row.');
}

/** The rows at the start of a text that are complete, and where they end. */
function completeRows(text: string): { rows: string[][]; end: number } {
  const rows: string[][] = [];
  let cells: string[] = [];
  let end = 0;
  writtenCell.lastIndex = 0;
  for (let cell = writtenCell.exec(text); cell; cell = writtenCell.exec(text)) {
    const [, quoted, plain = '', separator] = cell;
    cells.push(unescapeCsvCell(quoted?.replaceAll('""', '"') ?? plain));
    if (separator === ',') continue;
    rows.push(cells);
    cells = [];
    end = writtenCell.lastIndex;
  }
  return { rows, end };
}
