import { byteOrderMark, unescapeCsvCell, csvLine } from '@storeward/contract/csv';
import type { ImportColumn } from '@storeward/contract/imports';
import fc from 'fast-check';
import { parseHeader, readTable } from '../src/imports/table.ts';

/** The result of writing random files as exports and reading them as imports: cells that changed, and cells that a spreadsheet would run. */
export type RoundTrips = { readonly cells: number; readonly changed: string[]; readonly executable: string[] };

/** Problematic cell content: separators, formulas, other scripts, surrogate pairs and combining characters. */
const specialStrings = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  '""',
  ',',
  ';',
  '|',
  ' ',
  '\u00a0',
  '=1+1',
  '=HYPERLINK("https://x.example","y")',
  '+cmd|/c calc',
  "'=1",
  "''",
  '-2',
  '+44 113',
  '@SUM(A1)',
  'sep=;',
  '\uFEFF',
  'Ÿ',
  'ß',
  '東京',
  '한국',
  'עברית',
  '👩🏽‍🚀',
  '_x0041_',
  '__proto__',
  '0044',
  '1e5',
  'TRUE',
  '#N/A',
  '\\',
];

const cell = fc
  .array(fc.oneof(fc.constantFrom(...specialStrings), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 5 })
  // no field contains zero bytes or surrounding spaces
  .map((parts) => parts.join('').replaceAll('\0', '').trim());

const filesOf = (columns: readonly ImportColumn[]) =>
  fc.array(fc.tuple(...columns.map(() => cell)), { minLength: 1, maxLength: 20 });

// a signed number or a phone number is a value, which a spreadsheet does not run
const isExecutable = (cell: string) =>
  (/^[=+\-@\t\r＝＋－＠]/.test(cell.trimStart()) && !/^[+-][\d\s().,/-]*$/.test(cell.trim())) || /^[\t\r]/.test(cell);

/** Writes and reads `files` random files with these columns. */
export async function roundTrips(columns: readonly ImportColumn[], files: number, seed: number): Promise<RoundTrips> {
  const outcome: RoundTrips & { cells: number } = { cells: 0, changed: [], executable: [] };
  const head = columns.map(({ name }) => name);
  for (const [number, rows] of fc.sample(filesOf(columns), { numRuns: files, seed }).entries()) {
    // empty rows are skipped by the reader, so fill the first cell
    const written = rows.map((cells, index) => cells.with(0, cells[0] || `row ${index}`));
    const text = byteOrderMark + csvLine(head) + written.map((cells) => csvLine(cells)).join('');
    const lines: string[][] = [];
    for await (const { cells } of readTable(Buffer.from(text))) lines.push(cells);
    const { known: columnIndexes } = parseHeader(lines[0] ?? [], { known: columns });
    const read = lines
      .slice(1)
      .map((cells) => [...columnIndexes.keys()].map((index) => unescapeCsvCell(cells[index]?.trim() ?? '')));
    outcome.cells += written.length * head.length;
    const describeRow = (row: number) => `file ${number}, row ${row}: ${JSON.stringify([written[row], read[row]])}`;
    if (read.length !== written.length)
      outcome.changed.push(`file ${number}: ${read.length} rows of ${written.length}`);
    for (const [row, cells] of written.entries())
      if (JSON.stringify(cells) !== JSON.stringify(read[row])) outcome.changed.push(describeRow(row));
    for (const cells of lines) outcome.executable.push(...cells.filter(isExecutable));
  }
  return outcome;
}
