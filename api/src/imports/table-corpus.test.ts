import { expect, test } from 'vitest';
import { readTable } from './table.ts';

/** One table as programs save it: whatever the file looks like, these are its rows. */
const table = [
  ['code', 'name', 'street', 'note'],
  ['S1', 'Kaufhaus Überall', '12, "The" Headrow', '007'],
  ['S2', '東京駅前', 'Level 3\nof the arcade', 'a;b|c\td'],
  ['S3', "O’Neill's", '', '-5'],
];

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text, 'utf8'),
  'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf8'),
  'UTF-16 of Windows': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 of old Macs': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
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

/** Every way to save the table, as the title of a file and its content. */
function* files(): Generator<readonly [title: string, bytes: Buffer]> {
  for (const [encoding, encode] of Object.entries(encodings))
    for (const delimiter of delimiters)
      for (const [system, ends] of Object.entries(lineEnds))
        for (const [quoting, cellText] of Object.entries(quotings))
          for (const [ending, end] of Object.entries(endings)) {
            const lines = table.map((cells) => cells.map(cellText).join(delimiter));
            const text = lines.map((line, index) => (index === 0 ? '' : ends[index % ends.length]) + line).join('');
            const tail = end.replaceAll(',', delimiter);
            yield [[encoding, JSON.stringify(delimiter), system, quoting, ending].join(', '), encode(text + tail)];
          }
}

test('the rows of a table are the same in every encoding, with every delimiter, line end and quoting', async () => {
  const wrong: unknown[] = [];
  let count = 0;
  for (const [title, bytes] of files()) {
    count += 1;
    const rows: string[][] = [];
    try {
      for await (const { cells } of readTable(bytes)) rows.push(cells);
    } catch (error) {
      wrong.push({ title, error });
      continue;
    }
    if (JSON.stringify(rows) !== JSON.stringify(table)) wrong.push({ title, rows });
  }
  expect(count).toBe(4 * 4 * 4 * 2 * 3);
  expect(wrong).toEqual([]);
});
