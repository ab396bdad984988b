import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one test file, optionally in a copy of the project; returns the exit code and the output. */
export function vitest(
  file: string,
  settings: Record<string, string>,
  cwd = root,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    cwd,
    env: { ...process.env, ...settings, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
