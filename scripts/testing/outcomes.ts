import { stripVTControlCharacters } from 'node:util';

/** One test of a run; a file or group that failed outside its tests counts as a test that failed. */
export type Outcome = {
  /** Relative to the project. */
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly message?: string;
};

/** What a run of a test runner reports. */
export type Run = {
  readonly outcomes: readonly Outcome[];
  /** Time of each file in milliseconds, its setup included. */
  readonly fileTimes: Readonly<Record<string, number>>;
  /** Errors that belong to no file. */
  readonly errors: readonly string[];
};

export type Unstable = Pick<Outcome, 'file' | 'title' | 'message'>;

const mostFiles = 20;

/** The files with failures, which are run again alone; none if there are so many that the cause is not chance. */
export function filesToRepeat({ outcomes, errors }: Run): string[] {
  const files = [...new Set(failures(outcomes).map(({ file }) => file))];
  return errors.length > 0 || files.length > mostFiles ? [] : files;
}

/**
 * Joins a run with the repetition of its failed files. What failed in both has failed; what failed in one of them only is
 * unstable and counts as passed. A file that the repetition does not report keeps its outcomes of the first run.
 */
export function withRepetition(first: Run, repeated: Run): { readonly run: Run; readonly unstable: Unstable[] } {
  const repeatedFiles = new Set(repeated.outcomes.map(({ file }) => file));
  const isRepeated = ({ file }: Outcome) => repeatedFiles.has(file);
  const [failedFirst, failedAgain] = [failures(first.outcomes).filter(isRepeated), failures(repeated.outcomes)];
  const [keysFailedFirst, keysFailedAgain] = [new Set(failedFirst.map(key)), new Set(failedAgain.map(key))];
  const keysPassedFirst = new Set(first.outcomes.filter(({ state }) => state === 'passed').map(key));
  // tests of one file may share a title
  const onlyPassedFirst = (outcome: Outcome) => keysPassedFirst.has(key(outcome)) && !keysFailedFirst.has(key(outcome));
  const outcomes = repeated.outcomes.map((outcome): Outcome =>
    onlyPassedFirst(outcome) ? { ...outcome, state: 'passed' } : outcome,
  );
  const unstable = [
    ...failedFirst.filter((outcome) => !keysFailedAgain.has(key(outcome))),
    ...failedAgain.filter(onlyPassedFirst),
  ];
  return {
    run: {
      outcomes: [...first.outcomes.filter((outcome) => !isRepeated(outcome)), ...outcomes],
      fileTimes: first.fileTimes,
      errors: [...first.errors, ...repeated.errors],
    },
    unstable: unstable.map(({ file, title, message = '' }) => ({ file, title, message: firstLine(message) })),
  };
}

/** How many tests passed, failed and were skipped; an error that belongs to no file counts as a failed test. */
export function counts({ outcomes, errors }: Run): { passed: number; failed: number; skipped: number } {
  const count = (expected: Outcome['state']) => outcomes.filter(({ state }) => state === expected).length;
  return { passed: count('passed'), failed: count('failed') + errors.length, skipped: count('skipped') };
}

/** The files that took longest, with their share of the time of all files in percent. */
export function slowestFiles(
  fileTimes: Run['fileTimes'],
  most = 10,
): { readonly file: string; readonly seconds: number; readonly percent: number }[] {
  const all = Object.values(fileTimes).reduce((sum, time) => sum + time, 0);
  return Object.entries(fileTimes)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([file, time]) => ({ file, seconds: time / 1000, percent: (time / all) * 100 }));
}

function failures(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ state }) => state === 'failed');
}

function key({ file, title }: Outcome): string {
  return `${file}\n${title}`;
}

function firstLine(message: string): string {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
  return line;
}
