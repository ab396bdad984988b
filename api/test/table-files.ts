import type { ErrorCode } from '@storeward/contract/errors';
import { importLimits } from '@storeward/contract/imports';

type Rows = readonly (readonly string[])[];

/** A file with its rows, or with the error that refuses it. */
export type TableFile = { readonly title: string; readonly bytes: Buffer; readonly expected: Rows | ErrorCode };

/** One table as programs save it: whatever the file looks like, these are its rows. */
const table: Rows = [
  ['code', 'name', 'street', 'note'],
  ['S1', 'Kaufhaus Überall', '12, "The" Headrow', '007'],
  ['S2', '東京駅前', 'Level 3\nof the arcade', 'a;b|c\td'],
  ['S3', "O’Neill's", '', '-5'],
];

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text, 'utf8'),
  'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf8'),
  'UTF-16 of Windows': utf16,
  'UTF-16 of old Macs': (text) => utf16(text).swap16(),
};
const delimiters = [',', ';', '\t', '|'];
const lineEnds: Readonly<Record<string, readonly string[]>> = {
  Windows: ['\r\n'],
  Unix: ['\n'],
  'old Macs': ['\r'],
  'several programs': ['\r\n', '\n', '\r'],
};
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const quotings: Readonly<Record<string, (cell: string) => string>> = {
  'quotes where they are necessary': (cell) => (/[",;|\t\n]/.test(cell) ? quoted(cell) : cell),
  'quotes around every cell': quoted,
};
const endings: Readonly<Record<string, string>> = {
  'no line end': '',
  'empty lines at the end': '\r\n\r\n',
  'empty cells at the end': '\r\n,,,',
};

/** Every way to save the table. */
export function* savedTables(): Generator<TableFile> {
  for (const [encoding, encode] of Object.entries(encodings))
    for (const delimiter of delimiters)
      for (const [system, ends] of Object.entries(lineEnds))
        for (const [quoting, cellText] of Object.entries(quotings))
          for (const [ending, end] of Object.entries(endings)) {
            const lines = table.map((cells) => cells.map(cellText).join(delimiter));
            const text = lines.map((line, index) => (index === 0 ? '' : ends[index % ends.length]) + line).join('');
            const title = [encoding, JSON.stringify(delimiter), system, quoting, ending].join(', ');
            yield { title, bytes: encode(text + end.replaceAll(',', delimiter)), expected: table };
          }
}

/** Cells of names with the error that refuses their row; null for those that only look as if they were refused. */
export const refusedCells: readonly (readonly [cell: string, error: ErrorCode | null])[] = [
  ['=1+1', 'import.formula'],
  [' =1+1', 'import.formula'],
  ['@SUM(A1)', 'import.formula'],
  ['+A1', 'import.formula'],
  ['-A1+1', 'import.formula'],
  ['＝1', 'import.formula'],
  ['=HYPERLINK("x")', 'import.formula'],
  ['⚠ =1+1', 'import.formula'],
  ['1.2E+17', 'import.shortened'],
  ['4,00638E+12', 'import.shortened'],
  ['#REF!', 'import.errorWord'],
  ['#DIV/0!', 'import.errorWord'],
  ['#######', 'import.errorWord'],
  ['+49 30 1234', null],
  ['-5', null],
  ['#1 Shop', null],
  ['1=1', null],
];

const head = ['code', 'name'];
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const longest = 'x'.repeat(importLimits.rowBytes - 100);
const lines = ['code,name,street', 'S1,Headrow,"12, Headrow"'];
const inOneCell = (by: string) => lines.map((line) => quoted(line.replaceAll(/,(?! )/g, by))).join('\r\n');
const split: Rows = [
  ['code', 'name', 'street'],
  ['S1', 'Headrow', '12, Headrow'],
];

const hostile: readonly (readonly [title: string, content: string | Buffer, expected: Rows | ErrorCode])[] = [
  ['an end of file of DOS', 'code,name\r\nS1,Headrow\u001A', [head, ['S1', 'Headrow']]],
  ['several ends of file of DOS', 'code,name\nS1,Headrow\n\u001A\u001A', [head, ['S1', 'Headrow']]],
  ['an end of file within a cell', 'code,name\nS1,Head\u001Arow\n', [head, ['S1', 'Head\u001Arow']]],
  ['a last letter that ends like DOS', utf16('code,name\nS1,\u011A').swap16(), [head, ['S1', '\u011A']]],
  ['a zero at the end', 'code,name\nS1,Headrow\0', 'import.encoding'],
  ['a zero in the headings', 'co\0de,name\nS1,Headrow\n', 'import.encoding'],
  ['a zero in UTF-16', utf16('code,name\nS1,\0'), 'import.encoding'],
  ['Windows-1252', latin1('code,name\nS1,Caf\xe9\n'), 'import.encoding'],
  ['a euro sign of Windows-1252', latin1('code,name\nS1,5 \x80\n'), 'import.encoding'],
  ['UTF-16 without its mark', Buffer.from('code,name\nS1,Headrow\n', 'utf16le'), 'import.encoding'],
  ['UTF-16 of old Macs without its mark', Buffer.from('code,name\nS1,A\n', 'utf16le').swap16(), 'import.encoding'],
  ['UTF-16 that ends within a letter', utf16('code,name\nS1,Headrow').subarray(0, -1), 'import.encoding'],
  ['half of a pair in UTF-16', utf16('code,name\nS1,\uD83D\n'), 'import.encoding'],
  ['UTF-32', latin1('\xff\xfe\0\0c\0\0\0o\0\0\0'), 'import.encoding'],
  ['an overlong letter', latin1('code,name\nS1,\xc0\xaf\n'), 'import.encoding'],
  ['half of a pair in UTF-8', latin1('code,name\nS1,\xed\xa0\x80\n'), 'import.encoding'],
  ['UTF-8 that ends within a letter', Buffer.from('code,name\nS1,東').subarray(0, -1), 'import.encoding'],
  ['a mark alone', '\uFEFF', 'import.empty'],
  ['line ends alone', '\r\n\n\r\r\n', 'import.empty'],
  ['blanks alone', ' \t \n  ', 'import.empty'],
  [
    'two marks',
    '\uFEFF\uFEFFcode,name\nS1,A\n',
    [
      ['\uFEFFcode', 'name'],
      ['S1', 'A'],
    ],
  ],
  ['a quote within a cell', 'code,name\nS1,5" nail\n', 'import.brokenQuotes'],
  ['text after a quote', 'code,name\nS1,"A"B\n', 'import.brokenQuotes'],
  ['a quote of JSON', '[{"code":"S1"}]', 'import.brokenQuotes'],
  ['doubled quotes', 'code,name\nS1,"""A"""\n', [head, ['S1', '"A"']]],
  ['line ends within quotes', 'code,name\nS1,"A\rB\r\nC\nD"\n', [head, ['S1', 'A\rB\r\nC\nD']]],
  ['typographic quotes', 'code,name\nS1,“A”\n', [head, ['S1', '“A”']]],
  ['a named separator', 'sep=|\r\ncode|name\r\nS1|1,5;2\r\n', [head, ['S1', '1,5;2']]],
  ['a named separator in capitals', 'SEP=;\ncode;name\nS1;A,B\n', [head, ['S1', 'A,B']]],
  ['separators within cells', 'code;name\nS1;"A;B,C|D"\n', [head, ['S1', 'A;B,C|D']]],
  ...delimiters.map((by) => [`all columns in one, with ${JSON.stringify(by)}`, inOneCell(by), split] as const),
  ['columns in one that differ in number', '"code,name,street"\r\n"S1,Headrow"\r\n', 'import.oneColumn'],
  ['a cell as long as a row may be', `code,name\nS1,${longest}\n`, [head, ['S1', longest]]],
  ['a longer row', `code,name\nS1,${longest.repeat(2)}\n`, 'import.rowTooLong'],
  ['a heading that is longer than a row', `code,${longest.repeat(2)}\nS1,A\n`, 'import.rowTooLong'],
  ['rows of different lengths', 'code,name\nS1\nS2,A,B\n', [head, ['S1'], ['S2', 'A', 'B']]],
  ['empty lines between', '\n\ncode,name\n\n,\nS1,A\n', [head, ['S1', 'A']]],
  [
    'unknown headings',
    'code,kleur,kleur\nS1,A,B\n',
    [
      ['code', 'kleur', 'kleur'],
      ['S1', 'A', 'B'],
    ],
  ],
  [
    'headings of objects',
    'code,__proto__\nS1,constructor\n',
    [
      ['code', '__proto__'],
      ['S1', 'constructor'],
    ],
  ],
  ['invisible letters', 'code,name\nS1,\u202EA\u200B\n', [head, ['S1', '\u202EA\u200B']]],
  ...refusedCells.map(
    ([cell]) => [`the cell ${JSON.stringify(cell)}`, `code,name\nS1,${quoted(cell)}\n`, [head, ['S1', cell]]] as const,
  ),
];

/** Files that look like the table and are not, or that hold what no table should. */
export const hostileTables: readonly TableFile[] = hostile.map(([title, content, expected]) => ({
  title,
  bytes: Buffer.from(content),
  expected,
}));
