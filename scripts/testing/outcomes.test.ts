import { expect, test } from 'vitest';
import { counts, filesToRepeat, type Outcome, type Run, slowestFiles, withRepetition } from './outcomes.ts';

const outcome = (state: Outcome['state'], { file = 'a.test.ts', title = 'one' } = {}): Outcome => ({
  file,
  title,
  state,
  ...(state === 'failed' && { message: `\u001B[31m${title} is wrong\u001B[39m\nat line 1` }),
});
const run = (outcomes: readonly Outcome[], errors: readonly string[] = []): Run => ({
  outcomes,
  errors,
  fileTimes: {},
});

test('repeats each file with a failure once', () => {
  const outcomes = [outcome('failed'), outcome('failed', { title: 'two' }), outcome('passed', { file: 'b.test.ts' })];
  expect(filesToRepeat(run(outcomes))).toEqual(['a.test.ts']);
});

test('repeats up to 20 files, and none of more, or if an error belongs to no file', () => {
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => outcome('failed', { file: `${index}` }));
  expect(filesToRepeat(run(failed(20)))).toHaveLength(20);
  expect(filesToRepeat(run(failed(21)))).toEqual([]);
  expect(filesToRepeat(run(failed(1), ['the database did not start']))).toEqual([]);
});

test('a test that fails in both runs has failed', () => {
  const { run: joined, unstable } = withRepetition(run([outcome('failed')]), run([outcome('failed')]));
  expect(counts(joined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(unstable).toEqual([]);
});

test('a test that fails in one of the two runs is unstable, with the first line of its message', () => {
  const [failed, passed] = [run([outcome('failed')]), run([outcome('passed')])];
  for (const { run: joined, unstable } of [withRepetition(failed, passed), withRepetition(passed, failed)]) {
    expect(counts(joined)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(unstable).toEqual([{ file: 'a.test.ts', title: 'one', message: 'one is wrong' }]);
  }
});

test('a failure of a test that only the second run reports counts', () => {
  const second = run([outcome('passed'), outcome('failed', { title: 'two' })]);
  expect(counts(withRepetition(run([outcome('failed')]), second).run)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('of two tests with the same title the one that fails twice has failed', () => {
  const both = run([outcome('failed'), outcome('passed')]);
  expect(counts(withRepetition(both, both).run)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a file that the second run does not report keeps its failures', () => {
  const { run: joined, unstable } = withRepetition(run([outcome('failed')]), run([]));
  expect(counts(joined).failed).toBe(1);
  expect(unstable).toEqual([]);
});

test('an error of the second run that belongs to no file counts as a failure', () => {
  expect(counts(withRepetition(run([outcome('failed')]), run([outcome('passed')], ['crashed'])).run).failed).toBe(1);
});

test('lists the slowest files with their share of the time of all files', () => {
  expect(slowestFiles({ 'a.test.ts': 1_000, 'b.test.ts': 3_000 }, 1)).toEqual([
    { file: 'b.test.ts', seconds: 3, percent: 75 },
  ]);
});
