import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' space ', '" space "'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+44 113', "'+44 113"],
  ['-5', "'-5"],
  [-5, '-5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  ['東京, 店', '"東京, 店"'],
] as const)('%j is the cell %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a line holds its cells in order', () => {
  expect(csvLine(['a', 1, 'b,c'])).toBe('a,1,"b,c"\r\n');
});
