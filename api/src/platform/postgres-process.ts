import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Trouble } from './trouble.ts';

/** A start may have to replay what a crash left unfinished, so it gets its time. */
export const startSeconds = 300;
const stopSeconds = 60;

/** What a running PostgreSQL writes about itself into its folder. */
export interface Running {
  pid: number;
  port: number;
  socketDir: string;
  status: string;
}

/** The server that works in this folder, as its own note tells; undefined when there is no note. */
export function noteOf(cluster: string): Running | undefined {
  const lines = readNote(cluster)?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/** A healthy server of this folder, if one is there; one that is ending or cannot be reached is waited for and is gone. */
export async function leftBehind(cluster: string): Promise<Running | undefined> {
  const note = noteOf(cluster);
  if (!note) return undefined;
  if (!isServing(note, cluster)) {
    disownNote(cluster);
    return undefined;
  }
  const settled = () => noteOf(cluster)?.status === 'ready' || !isAlive(note.pid);
  if (
    noteOf(cluster)?.status === 'stopping'
      ? !(await until(() => !isAlive(note.pid), stopSeconds))
      : !(await until(settled, startSeconds))
  ) {
    throw new Trouble(
      `PostgreSQL (process ${note.pid}) neither works nor ends: see ${cluster}.log, end that process, then start again.`,
    );
  }
  const now = noteOf(cluster);
  if (!now || !isAlive(note.pid)) return undefined;
  if (existsSync(join(now.socketDir, `.s.PGSQL.${now.port}`))) return now;
  await end(now, cluster);
  return undefined;
}

/** Ends the server in order: open statements are cut off, everything acknowledged is on disk. */
export async function end({ pid, socketDir }: Running, cluster: string): Promise<void> {
  const gone = () => noteOf(cluster)?.pid !== pid && !isAlive(pid);
  signal(pid, 'SIGINT');
  if (!(await until(gone, stopSeconds))) {
    // Without a last checkpoint: the next start replays the log, and nothing is lost either.
    signal(pid, 'SIGQUIT');
    if (!(await until(() => !isAlive(pid), stopSeconds)))
      throw new Trouble(`PostgreSQL (process ${pid}) does not end; see ${cluster}.log.`);
  }
  rmSync(socketDir, { recursive: true, force: true });
}

/** Waits for something that a process of ours is doing; should we have to leave meanwhile, it is told to end, too. */
export async function endingWithUs<T>(
  pid: number | undefined,
  name: 'SIGINT' | 'SIGTERM',
  done: Promise<T>,
): Promise<T> {
  const leave = () => pid && signal(pid, name);
  process.once('exit', leave);
  try {
    return await done;
  } finally {
    process.off('exit', leave);
  }
}

/** Sends a signal to a process that may already be gone; a number below zero means all of its group. */
export function signal(pid: number, name: 'SIGINT' | 'SIGTERM' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Whether the process of the note is alive and really the server of this folder. */
function isServing({ pid }: Running, cluster: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(`-D ${cluster} `);
}

/**
 * A number from before the last crash may belong to anybody now, and PostgreSQL would refuse to start because of it. With
 * our own number there, the new server knows the note as stale, and still looks for survivors of the old one.
 */
function disownNote(cluster: string): void {
  const rest = readNote(cluster)?.split('\n').slice(1);
  if (rest) writeFileSync(join(cluster, 'postmaster.pid'), [process.pid, ...rest].join('\n'));
}

/** Waits, looking again every few milliseconds, until it is so; false when it is not so in time. */
export async function until(isSo: () => boolean, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await pause(10);
  }
  return true;
}

/** A process that has ended but was not yet collected counts as gone. */
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

function readNote(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
}
