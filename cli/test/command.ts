import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from '../../api/test/after-file.ts';

// without the cache each command would compile all modules anew
const { PATH, NODE_COMPILE_CACHE } = process.env;
const main = join(import.meta.dirname, '../src/main.ts');

export type CommandResult = { readonly code: number | null; readonly output: string; readonly errors: string };

/** A user of the command line, with a folder of settings of their own. */
export function createTerminal(environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'storeward-cli-'));
  const running: ChildProcess[] = [];
  afterFile(() => {
    for (const child of running) child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (args: readonly string[], input = '', settings: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, HOME: folder, XDG_CONFIG_HOME: folder, ...environment, ...settings },
    });
    running.push(child);
    // a command that needs no input may have ended
    child.stdin.on('error', () => undefined).end(input);
    return child;
  };
  const run = (args: readonly string[], input = '', settings: Readonly<Record<string, string>> = {}) =>
    new Promise<CommandResult>((resolve, reject) => {
      const child = start(args, input, settings);
      let [output, errors] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
      child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
      child.on('error', reject).on('close', (code) => resolve({ code, output, errors }));
    });
  return { folder, run, start };
}
