import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberCell, readFloat, readNumber, writeNumber } from './numbers.ts';
import { type Language, languages } from '../reference.ts';

const decimals = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt(0n, 10n ** 12n), fc.stringMatching(/^\d{0,6}$/))
  .map(([sign, whole, fraction]) => {
    const digits = fraction.replace(/0+$/, '');
    const text = `${whole}${digits && `.${digits}`}`;
    return text === '0' ? text : `${sign}${text}`;
  });

test.each(languages)('a number that %s shows is read as the same, however often it is saved', (language) => {
  fc.assert(
    fc.property(decimals, fc.boolean(), (stored, groups) => {
      const shown = writeNumber(stored, language, { groups });
      expect(readNumber(shown, language)).toEqual({ decimal: stored });
    }),
  );
  // what the browser itself writes, for example with narrow spaces between groups
  for (const value of [8000, 8, 1234.5, 1_234_567, -0.125, 1.234])
    expect(readFloat(new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(value), language)).toBe(
      value,
    );
});

test('a number that a file has is read as the same', () => {
  fc.assert(
    fc.property(decimals, (stored) => {
      expect(readNumber(numberCell(stored))).toEqual({ decimal: stored });
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (stored) => {
      expect(readFloat(numberCell(stored + 0))).toBe(stored + 0);
    }),
  );
});

test.each<[string, Language, number]>([
  ['8.000', 'de', 8000],
  ['8,000', 'de', 8],
  ['8.000', 'en', 8],
  ['8,000', 'en', 8000],
  ['12,50', 'en', 12.5],
  ['12.50', 'de', 12.5],
  ['1.299,00', 'en', 1299],
  ['1,299.00', 'de', 1299],
  ['1.234.567', 'en', 1_234_567],
  ['1 234,5', 'fr', 1234.5],
  ['8\u202F000', 'fr', 8000],
  ["1'299.5", 'de', 1299.5],
  ['１２．５', 'ja-JP', 12.5],
  ['\u22121,5', 'nl', -1.5],
  [' 007 ', 'it', 7],
  ['.5', 'en', 0.5],
  ['5.', 'en', 5],
])('%s in %s is %d', (text, language, value) => expect(readFloat(text, language)).toBe(value));

test.each([
  ['8.000', undefined, 'field.numberAmbiguous'],
  ['8,000', undefined, 'field.numberAmbiguous'],
  ['8.000', 'fr', 'field.numberAmbiguous'],
  ['', 'en', 'field.number'],
  ['.', 'en', 'field.number'],
  ['1.2.3', 'en', 'field.number'],
  ['1,234.567,8', 'en', 'field.number'],
  ['1.234,567.891', 'en', 'field.number'],
  ['1.234,567.891,2', 'en', 'field.number'],
  ['12 34', 'fr', 'field.number'],
  ['4.00638E+12', 'en', 'field.number'],
  ['1e5', 'en', 'field.number'],
  ['twelve', 'en', 'field.number'],
  ['0x10', 'en', 'field.number'],
  ['123456789012345678', 'en', 'field.numberDigits'],
  [`1${' '.repeat(100_000)}1`, 'en', 'field.number'],
] as const)('%s in %s is refused', (text, language, error) => expect(readFloat(text, language)).toEqual({ error }));
