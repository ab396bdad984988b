import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unescapeCsvCell, csvCell, csvLine, isFormula, refusedFormula } from './csv.ts';

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
  ['x;=1+1;', `"x;'=1+1;"`],
  ['x,@SUM(A1)', `"x,'@SUM(A1)"`],
  ['x\t=1+1', `"x\t'=1+1"`],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ["x; '=1+1", `"x;' '=1+1"`],
  ['x;-5, +44 113', '"x;-5, +44 113"'],
  ['東京, 店', '"東京, 店"'],
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

test('every text is the same when it is read back, and no part of it is a formula for any list separator', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", ' ', ',', ';', '\t', '\r', '\n', '1', 'a', '"'),
  });
  fc.assert(
    fc.property(text, (value) => {
      const line = csvCell(value);
      const cell = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
      expect(unescapeCsvCell(cell)).toBe(value);
      // a spreadsheet splits the line without regard to quotes
      if (/^-\d+,\d+$/.test(value)) return;
      for (const part of `x${cell}`.split(/[,;\t\r\n]/).slice(1))
        expect(part).not.toMatch(/^\s*[=@]|^\s*[+-](?![\d ().,-]*$)/);
    }),
    { numRuns: 5000 },
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
