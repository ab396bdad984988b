import { byteOrderMark, cellMeaning, csvLine } from '@storeward/contract/csv';
import type { ImportColumn } from '@storeward/contract/imports';
import fc from 'fast-check';
import { readHead, readTable } from '../src/imports/table.ts';

/** What became of some random files that were written as exports are and read as imports are. */
export type RoundTrips = { readonly cells: number; readonly changed: string[]; readonly executable: string[] };

/** What makes trouble in tables: what parts cells, what begins formulas, other scripts, and letters of two halves. */
const trouble = [
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

const aCell = fc
  .array(fc.oneof(fc.constantFrom(...trouble), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 5 })
  // no field of ours holds what no text in the database can hold, nor spaces around its words
  .map((parts) => parts.join('').replaceAll('\0', '').trim());

const filesOf = (columns: readonly ImportColumn[]) =>
  fc.array(fc.tuple(...columns.map(() => aCell)), { minLength: 1, maxLength: 20 });

/** Whether a spreadsheet would run what it finds in a cell. */
const isExecutable = (cell: string) => /^[=+\-@\t\r＝＋－＠]/.test(cell.trimStart()) || /^[\t\r]/.test(cell);

/** Writes so many random files of some columns, and reads each again. */
export async function roundTrips(columns: readonly ImportColumn[], files: number, seed: number): Promise<RoundTrips> {
  const seen: RoundTrips & { cells: number } = { cells: 0, changed: [], executable: [] };
  const head = columns.map(({ name }) => name);
  for (const [number, rows] of fc.sample(filesOf(columns), { numRuns: files, seed }).entries()) {
    // a row that says nothing is none
    const told = rows.map((cells, at) => cells.with(0, cells[0] || `row ${at}`));
    const text = byteOrderMark + csvLine(head) + told.map((cells) => csvLine(cells)).join('');
    const lines: string[][] = [];
    for await (const { cells } of readTable(Buffer.from(text))) lines.push(cells);
    const { known } = readHead(lines[0] ?? [], { columns });
    const read = lines.slice(1).map((cells) => [...known.keys()].map((at) => cellMeaning(cells[at]?.trim() ?? '')));
    seen.cells += told.length * head.length;
    const where = (row: number) => `file ${number}, row ${row}: ${JSON.stringify([told[row], read[row]])}`;
    if (read.length !== told.length) seen.changed.push(`file ${number}: ${read.length} rows of ${told.length}`);
    for (const [row, cells] of told.entries())
      if (JSON.stringify(cells) !== JSON.stringify(read[row])) seen.changed.push(where(row));
    for (const cells of lines) seen.executable.push(...cells.filter(isExecutable));
  }
  return seen;
}
