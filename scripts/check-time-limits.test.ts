import { expect, test } from 'vitest';
import { timeLimitErrors } from './check-time-limits.ts';

const errorsOf = (source: string, path = 'api/test/a.test.ts') => timeLimitErrors(new Map([[path, source]]));

test.for([
  ['a test’s last argument', `test('a', () => {}, 5_000);`],
  ['a hook’s last argument', `beforeAll(() => {}, 5_000);`],
  ['the options of a test', `test('a', { timeout: 5_000 }, () => {});`],
  ['a limit that is computed', `test('a', { timeout: 5_000 + rounds * 10 }, () => {});`],
  ['a limit that depends', `test('a', () => {}, isWhole ? 9_000 : 5_000);`],
  ['the options of a poll', `await expect.poll(read, { timeout: 5_000 }).toBe(1);`],
  ['a wait’s last argument', `await vi.waitFor(check, 5_000);`],
  ['the options of an expectation', `await expect(page.getByText('x')).toBeVisible({ timeout: 5_000 });`],
  ['the limit of a browser test', `test.setTimeout(5_000);`],
] as const)('refuses a number as %s', ([, source]) => {
  expect(errorsOf(source)).toHaveLength(1);
  expect(errorsOf(source, 'api/src/a.ts')).toEqual([]);
});

test('names the file, the line and the way to mend it', () => {
  expect(errorsOf(`\nawait vi.waitFor(check, 5_000);`)).toEqual([
    'api/test/a.test.ts:2 5_000: a test sets no limit of time in numbers; leave it out, or use longTest or longWait of api/test/limits.ts',
  ]);
});

test.for([
  [`test('a', longTest, () => {});`],
  [`test.setTimeout(longTest.timeout);`],
  [`await vi.waitUntil(check, { interval: 20 });`],
  [`window.setTimeout(work, 5_000);`],
  [`test.each([1, 2])('adds %i', () => {});`],
] as const)('accepts %s', ([source]) => {
  expect(errorsOf(source)).toEqual([]);
});
