import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { browserPath } from '../browser-flags.ts';
import type { Figure, ProofOptions } from './setup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Checks every screen and state in both widths; the tests check each in one of them. */
export const accessibility = browserMatrix(
  'e2e/accessibility.spec.ts',
  'screens and states in both widths, light and dark',
);

/** Opens every screen in every language; the tests open each in some. */
export const languages = browserMatrix('e2e/languages.spec.ts', 'screens in seven languages');

/** Denies and opens every screen; the tests take every third. */
export const denials = browserMatrix(
  'e2e/denials.spec.ts',
  'screens denied without their permission, and opened with it',
);

/** Builds the web app and runs a file of browser tests with all cells of its matrix. */
function browserMatrix(file: string, label: string) {
  return async ({ log }: ProofOptions): Promise<Figure[]> => {
    const commands = [
      ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line', file],
    ];
    let output = '';
    let passed = true;
    for (const args of commands) {
      if (!passed) break;
      const env = { ...process.env, FULL_MATRIX: '1', CHROMIUM: browserPath(), NO_COLOR: '1' };
      const run = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
      output = `${run.stdout}${run.stderr}`;
      passed = run.status === 0;
    }
    if (!passed) log(output);
    const measured = output.match(/\d+ (?:passed|failed)/g)?.join(', ') ?? 'the browser tests did not run';
    return [{ label, measured, expected: 'none failed', passed }];
  };
}
