import { expect, test } from 'vitest';
import { durationIn } from './duration.ts';

test.each([
  ['00:30:00', '00:30:00'],
  ['0:30:00', '00:30:00'],
  [' 1.05.09 ', '01:05:09'],
  ['１：３０：００', '01:30:00'],
  ['99:59:59', '99:59:59'],
  // minutes or hours: two numbers do not tell
  ['8:30', undefined],
  ['0830', undefined],
  ['1:60:00', undefined],
  ['1:30.00', undefined],
  ['100:00:00', undefined],
  ['', undefined],
])('%j is the duration %s', (text, duration) => {
  expect(durationIn(text)).toBe(duration);
});
