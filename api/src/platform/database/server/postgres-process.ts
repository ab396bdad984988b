import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/** Long enough for crash recovery. */
export const startSeconds = 300;
const stopSeconds = 60;

/** The content of `postmaster.pid`. */
export interface RunningServer {
  pid: number;
  port: number;
  socketDir: string;
  status: string;
}

/** Parses `postmaster.pid` of a cluster; undefined if there is none. */
export function readPidFile(cluster: string): RunningServer | undefined {
  const lines = readPidFileText(cluster)?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/** A healthy server that a crashed process left running on this cluster. Waits for one that is stopping, and stops one without a socket. */
export async function findRunningServer(cluster: string): Promise<RunningServer | undefined> {
  const server = readPidFile(cluster);
  if (!server) return undefined;
  if (!isServing(server, cluster)) {
    replaceStalePid(cluster);
    return undefined;
  }
  const hasStarted = () => readPidFile(cluster)?.status === 'ready' || !isAlive(server.pid);
  if (
    readPidFile(cluster)?.status === 'stopping'
      ? !(await waitUntil(() => !isAlive(server.pid), stopSeconds))
      : !(await waitUntil(hasStarted, startSeconds))
  ) {
    throw new ConfigurationError(
      `PostgreSQL (process ${server.pid}) does not respond and does not stop: see ${cluster}.log, end that process, then start again.`,
    );
  }
  const current = readPidFile(cluster);
  if (!current || !isAlive(server.pid)) return undefined;
  if (existsSync(join(current.socketDir, `.s.PGSQL.${current.port}`))) return current;
  await stopServer(current, cluster);
  return undefined;
}

/** Stops the server by a fast shutdown (SIGINT): it aborts open transactions and flushes all committed ones. */
export async function stopServer({ pid, socketDir }: RunningServer, cluster: string): Promise<void> {
  const hasEnded = () => readPidFile(cluster)?.pid !== pid && !isAlive(pid);
  sendSignal(pid, 'SIGINT');
  if (!(await waitUntil(hasEnded, stopSeconds))) {
    // immediate shutdown without a checkpoint: the next start recovers from the WAL, so nothing is lost
    sendSignal(pid, 'SIGQUIT');
    if (!(await waitUntil(() => !isAlive(pid), stopSeconds)))
      throw new ConfigurationError(`PostgreSQL (process ${pid}) does not end; see ${cluster}.log.`);
  }
  rmSync(socketDir, { recursive: true, force: true });
}

/** Awaits a promise; if this process exits in the meantime, signals the child process. */
export async function signalOnExit<T>(
  pid: number | undefined,
  name: 'SIGINT' | 'SIGTERM',
  result: Promise<T>,
): Promise<T> {
  const onExit = () => pid && sendSignal(pid, name);
  process.once('exit', onExit);
  try {
    return await result;
  } finally {
    process.off('exit', onExit);
  }
}

/** Signals a process that may already have ended; a negative pid signals its process group. */
export function sendSignal(pid: number, name: 'SIGINT' | 'SIGTERM' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended already
  }
}

/** Whether the process of the pid file is alive and is the server of this cluster. */
function isServing({ pid }: RunningServer, cluster: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(`-D ${cluster} `);
}

/**
 * Replaces the pid of a stale pid file by our own. After a crash the old pid may belong to an unrelated process, and PostgreSQL
 * would refuse to start; a pid file with its parent's pid counts as stale, and it still checks for surviving backends.
 */
function replaceStalePid(cluster: string): void {
  const rest = readPidFileText(cluster)?.split('\n').slice(1);
  if (rest) writeFileSync(join(cluster, 'postmaster.pid'), [process.pid, ...rest].join('\n'));
}

/** Polls a condition every 10 milliseconds; false if it does not hold within `seconds`. */
export async function waitUntil(condition: () => boolean, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (!condition()) {
    if (performance.now() > end) return false;
    await pause(10);
  }
  return true;
}

/** A zombie process counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return commandOf(pid) !== '';
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

function readPidFileText(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
}
