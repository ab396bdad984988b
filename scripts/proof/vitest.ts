import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one file of tests, perhaps of a copy of the product elsewhere; tells how it ended and all that it said. */
export function vitest(
  file: string,
  settings: Record<string, string>,
  cwd = root,
): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    cwd,
    env: { ...process.env, ...settings, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (words += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, words })));
}
