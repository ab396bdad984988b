import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { client } from './load.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A listening child process: port, pid, milliseconds to its first response, and a function that stops it. */
export type Running = {
  readonly port: number;
  readonly pid: number;
  readonly milliseconds: number;
  readonly stop: () => Promise<void>;
};

/** Starts a program of the project and waits for its first response at `path`. */
export async function start(program: string, environment: Record<string, string>, path: string): Promise<Running> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [`${root}${program}`], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { send, close } = client(port, 'localhost');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} exited with ${child.exitCode}`);
    const responded = await send({ path }).then(
      () => true,
      () => false,
    );
    if (responded) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  close();
  return { port, pid: child.pid!, milliseconds: performance.now() - startedAt, stop: () => stopProcess(child) };
}

/** The product on a data folder. */
export const startProduct = (dataDir: string, settings: Record<string, string> = {}): Promise<Running> =>
  start('api/src/main.ts', { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_DATA: 'off', ...settings }, '/health/ready');

/** Resident memory of a process in MiB (Linux only, else NaN). */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

function stopProcess(child: ChildProcess): Promise<void> {
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
