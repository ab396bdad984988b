import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { caller } from './load.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A process of ours that is listening: its port, its id, the milliseconds to its first answer, and how to end it. */
export type Running = {
  readonly port: number;
  readonly pid: number;
  readonly milliseconds: number;
  readonly stop: () => Promise<void>;
};

/** Starts one of our programs and waits for its first answer at `path`. */
export async function start(program: string, environment: Record<string, string>, path: string): Promise<Running> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, [`${root}${program}`], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { ask, close } = caller(port, 'localhost');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    const answered = await ask({ path }).then(
      () => true,
      () => false,
    );
    if (answered) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  close();
  return { port, pid: child.pid!, milliseconds: performance.now() - begun, stop: () => ended(child) };
}

/** The whole product on a data folder. */
export const startProduct = (dataDir: string, settings: Record<string, string> = {}): Promise<Running> =>
  start('api/src/main.ts', { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_DATA: 'off', ...settings }, '/health/ready');

/** The memory a process holds now, in MiB (Linux only; elsewhere not a number). */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
