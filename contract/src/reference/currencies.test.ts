import { expect, test } from 'vitest';
import { currencyCodes, currencyDigits } from './currencies.ts';
import { countryCodes } from './countries.ts';

test('decimal digits follow ISO 4217, not the browser’s defaults', () => {
  expect(['GBP', 'HUF', 'IDR', 'JPY', 'KRW', 'IQD', 'KWD'].map(currencyDigits)).toEqual([2, 2, 2, 0, 0, 3, 3]);
});

test.each([
  ['country', countryCodes, /^[A-Z]{2}$/, 249],
  ['currency', currencyCodes, /^[A-Z]{3}$/, 155],
] as const)('every %s code is listed once and in order', (_, codes, shape, count) => {
  expect(codes).toHaveLength(count);
  expect(codes).toEqual([...new Set(codes)].sort());
  for (const code of codes) expect(code).toMatch(shape);
});
