import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { Outcome, Run } from './outcomes.ts';

/** Writes the outcomes of a run as JSON to the file that `OUTCOMES_FILE` names. */
// oxlint-disable-next-line import/no-default-export -- required by Vitest
export default class OutcomesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const errors = unhandled.map((error) => ({ error, path: error['VITEST_TEST_PATH'] as string | undefined }));
    const fileTimes: Record<string, number> = {};
    for (const module of modules) {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const file = fileOf(module.moduleId);
      fileTimes[file] = (fileTimes[file] ?? 0) + collectDuration + setupDuration + duration;
    }
    const run: Run = {
      outcomes: [
        ...modules.flatMap(outcomesOf),
        ...errors.flatMap(({ error, path }) =>
          path === undefined ? [] : [failed(fileOf(path), 'an error outside its tests', error)],
        ),
      ],
      fileTimes,
      errors: errors.flatMap(({ error, path }) => (path === undefined ? [error.message] : [])),
    };
    writeFileSync(process.env['OUTCOMES_FILE']!, JSON.stringify(run));
  }
}

function outcomesOf(module: TestModule): Outcome[] {
  const file = fileOf(module.moduleId);
  // a file may run in several projects
  const title = (name: string) => `[${module.project.name}] ${name}`;
  const groups = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => failed(file, title(suite.fullName), error)),
  );
  const tests = [...module.children.allTests()].map((test): Outcome => {
    const { state, errors } = test.result();
    if (state === 'failed') return failed(file, title(test.fullName), errors[0]);
    return { file, title: title(test.fullName), state: state === 'passed' ? 'passed' : 'skipped' };
  });
  const ended = ['passed', 'failed', 'skipped'].includes(module.state());
  return [
    ...module.errors().map((error) => failed(file, title('the file'), error)),
    ...(ended ? [] : [failed(file, title('the file'), { message: 'did not end' })]),
    ...groups,
    ...tests,
  ];
}

function failed(file: string, title: string, error: { readonly message: string } | undefined): Outcome {
  return { file, title, state: 'failed', message: error?.message ?? '' };
}

function fileOf(path: string): string {
  return relative(process.cwd(), path);
}
