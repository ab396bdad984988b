import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { Outcome } from './outcomes.ts';

/** Writes the outcomes of a run as JSON to the file that `OUTCOMES_FILE` names. */
// oxlint-disable-next-line import/no-default-export -- required by Playwright
export default class OutcomesReporter implements Reporter {
  readonly #outcomes: Outcome[] = [];
  readonly #fileTimes: Record<string, number> = {};
  readonly #errors: string[] = [];

  onTestEnd(test: TestCase, { status, duration, error }: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    this.#fileTimes[file] = (this.#fileTimes[file] ?? 0) + duration;
    // the path starts with the project and the file
    const title = test.titlePath().slice(3).join(' > ');
    if (status === 'passed' || status === 'skipped') this.#outcomes.push({ file, title, state: status });
    else this.#outcomes.push({ file, title, state: 'failed', message: error?.message ?? status });
  }

  onError({ message }: TestError): void {
    this.#errors.push(message ?? 'an error without a message');
  }

  onEnd(): void {
    const run = { outcomes: this.#outcomes, fileTimes: this.#fileTimes, errors: this.#errors };
    writeFileSync(process.env['OUTCOMES_FILE']!, JSON.stringify(run));
  }

  printsToStdio(): boolean {
    return false;
  }
}
