import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteOrderMark, unescapeCsvCell, csvCell, csvLine, isFormula, readCsv, refusedFormula } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' space ', '" space "'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+44 113', '+44 113'],
  ['+97126670052', '+97126670052'],
  ['+44 (0)113 496-0127', '+44 (0)113 496-0127'],
  ['-5', '-5'],
  ['-5,25', '"-5,25"'],
  ['+1+1', "'+1+1"],
  ['+44 113=1', "'+44 113=1"],
  ['-2+3', "'-2+3"],
  ['+A1', "'+A1"],
  ["'+44 113", "''+44 113"],
  ['＝1+1', "'＝1+1"],
  ["'=1+1", "''=1+1"],
  ["d'Or", "d'Or"],
  [-5, '-5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  ['東京, 店', '"東京, 店"'],
  ['x;=1+1;', `"x;'=1+1;"`],
  ['x, @SUM(A1)', `"x,' @SUM(A1)"`],
  ['x\t＝1', `"x\t'＝1"`],
  ['x\r\n-2+3', `"x\r\n'-2+3"`],
  ['x;"=1+1"', `"x;'""=1+1"""`],
  ['=1;=2', `"'=1;'=2"`],
  ['51.5,-0.12', '"51.5,-0.12"'],
  ['x;-5,3+cmd|x', `"x;'-5,3+cmd|x"`],
  ['a;b=c', '"a;b=c"'],
] as const)('csvCell formats %j as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('csvLine joins the cells in order', () => {
  expect(csvLine(['a', 1, 'b,c'])).toBe('a,1,"b,c"\r\n');
});

test.each(['=1+1', "'=1", "''@x", '+44 113 496 0127', "'+44 113", '+1+1', '-5', "d'Or", "'quoted'", '', '－5'])(
  'unescapeCsvCell restores %j',
  (value) => {
    expect(unescapeCsvCell(csvCell(value))).toBe(value);
  },
);

/** Texts of the characters that matter to formulas, separators and quotes. */
const cells = fc.string({
  unit: fc.constantFrom(...Array.from(`'" \t\r\n;,=+-@＝＋－＠x15.()|\u00a0`)),
  maxLength: 24,
});

test('unescapeCsvCell restores every text that csvCell has escaped', () => {
  fc.assert(
    fc.property(cells, (text) => {
      const written = csvCell(text);
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(unescapeCsvCell(read)).toBe(text);
    }),
    { numRuns: 20_000 },
  );
});

test('readCsv restores all cells of all rows, wherever the parts of the file end', async () => {
  const table = fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const file = byteOrderMark + rows.map(csvLine).join('');
      const parts = Array.from({ length: Math.ceil(file.length / size) }, (_, part) =>
        file.slice(part * size, (part + 1) * size),
      );
      expect((await Array.fromAsync(readCsv(parts))).flat()).toEqual(rows);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['a,b', 'a\r\n"b', 'a\r\nb"c\r\n'])('readCsv refuses a file that ends within a row: %j', async (file) => {
  await expect(Array.fromAsync(readCsv([file]))).rejects.toThrow('ends within a row');
});

test('no spreadsheet finds a formula in a written cell, whichever separator it expects', () => {
  // a number, or one whose closing quote makes it a text
  const harmless = /^(?:\+\d[\d ().-]*|-\d+(?:[.,]\d+)?)\s*(?:"|$)/;
  fc.assert(
    fc.property(cells, fc.constantFrom(';', ',', '\t'), (text, separator) => {
      const parts = csvLine(['a', text, 'b'])
        .split(/[\r\n]/)
        .flatMap((line) => line.split(separator))
        .map((part) => part.replace(/^["\s]+/, ''));
      expect(parts.filter((part) => /^[=+\-@＝＋－＠]/.test(part) && !harmless.test(part))).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ['=HYPERLINK("http://x")', true],
  ['@SUM(A1)', true],
  ['+1+cmd|calc', true],
  ['-2+3+cmd', true],
  ['＝1', true],
  ['+44 (0)113 496-0127', false],
  ['-5', false],
  ['-', false],
  ["'=1", false],
  ['a=b', false],
] as const)('isFormula of %j is %j', (cell, is) => {
  expect(isFormula(cell)).toBe(is);
});

test('unescapeCsvCell removes the apostrophe that earlier exports put before a phone number', () => {
  expect(unescapeCsvCell("'+44 113 496 0127")).toBe('+44 113 496 0127');
});

test.each(['=1+1', ' =1+1', '@SUM(A1)', '+1+cmd|calc', '＝1', '⚠ =1+1'])(
  'the refused formula %j is a formula again when it is read, and none for a spreadsheet',
  (cell) => {
    const written = csvCell(refusedFormula(cell));
    expect(written).toMatch(/^"?⚠ [^⚠]+$/);
    expect(isFormula(unescapeCsvCell(written))).toBe(true);
    expect(refusedFormula(refusedFormula(cell))).toBe(refusedFormula(cell));
  },
);
