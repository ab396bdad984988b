import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { claimDataDir } from './data-dir.ts';
import { ensureCluster, owner, whyNot } from './postgres-cluster.ts';
import { end, endingWithUs, leftBehind, noteOf, signal, startSeconds, until } from './postgres-process.ts';
import type { Running } from './postgres-process.ts';
import { postgresPrograms } from './postgres-program.ts';
import type { Programs } from './postgres-program.ts';
import { Trouble } from './trouble.ts';

/** The embedded database while it runs; it answers on a socket that only this account can reach, on no network port. */
export interface Postgres {
  socketDir: string;
  port: number;
  ownerUrl: string;
  stop(): Promise<void>;
}

/** What may be said about the start: where the files are, who is told of progress, and whether a crash may lose data (tests). */
export interface PostgresOptions {
  dataDir: string;
  log?: (line: string) => void;
  fast?: boolean;
  /** Work of ours for the time in which the server gets ready; nothing is asked of it before that is over. */
  meanwhile?: () => Promise<unknown>;
}

const database = 'storeward';
const port = 5432;

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  synchronous_commit: 'on',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // What a statement was refused for is told to its sender; here it would only spread people's names into a file.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
};

/** Starts the embedded PostgreSQL in the data folder, or takes over the one that a crash has left running there. */
export async function startPostgres({
  dataDir,
  log = () => {},
  fast = false,
  meanwhile = async () => undefined,
}: PostgresOptions): Promise<Postgres> {
  const claim = claimDataDir(dataDir);
  try {
    const cluster = join(claim.path, 'postgres');
    const programs = postgresPrograms(cluster, log);
    await ensureCluster(cluster, programs, fast);
    const left = await leftBehind(cluster);
    if (left) log(`Taking over the PostgreSQL that an earlier run has left behind (process ${left.pid}).`);
    const running = left ?? (await start(cluster, programs, fast, meanwhile));
    const stopOnExit = () => signal(running.pid, 'SIGINT');
    process.once('exit', stopOnExit);
    const ownerUrl = `postgresql://${owner}@localhost/${database}?host=${encodeURIComponent(running.socketDir)}&port=${running.port}`;
    let stopped: Promise<void> | undefined;
    const stop = () => {
      process.off('exit', stopOnExit);
      stopped ??= end(running, cluster).then(claim.release);
      return stopped;
    };
    try {
      await ensureDatabase(running, log);
    } catch (error) {
      if (!left) await stop();
      throw error;
    }
    return { socketDir: running.socketDir, port: running.port, ownerUrl, stop };
  } catch (error) {
    claim.release();
    throw error;
  }
}

async function start(
  cluster: string,
  programs: Programs,
  fast: boolean,
  meanwhile: () => Promise<unknown>,
): Promise<Running> {
  const socketDir = makeSocketDir(cluster, programs.uid);
  const wanted = { ...settings, ...(fast ? fastSettings : {}), unix_socket_directories: socketDir, port: String(port) };
  const [file, args] = programs.command('postgres', [
    '-D',
    cluster,
    ...Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const logFile = `${cluster}.log`;
  const { descriptor, from } = openLog(logFile);
  // A session of its own, so that Ctrl-C in the terminal reaches the API first, which then stops the database in order.
  const child = spawn(file, args, { env: programs.env, stdio: ['ignore', descriptor, descriptor], detached: true });
  closeSync(descriptor);
  child.unref();
  let ended = '';
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, by) => (ended = `it ended with ${code ?? by}`));
  const ready = () => noteOf(cluster)?.pid === child.pid && noteOf(cluster)?.status === 'ready';
  const inTime = await endingWithUs(
    child.pid,
    'SIGINT',
    meanwhile().then(() => until(() => ended !== '' || ready(), startSeconds)),
  );
  if (inTime && ended === '' && child.pid) return { pid: child.pid, port, socketDir, status: 'ready' };
  if (child.pid) signal(child.pid, 'SIGINT');
  rmSync(socketDir, { recursive: true, force: true });
  throw new Trouble(whyNot(readFileSync(logFile, 'utf8').slice(from) || ended || 'it took too long', cluster));
}

/** A socket's path has at most 107 bytes, and the data folder may be deep: so a short folder that belongs to us alone. */
function makeSocketDir(cluster: string, uid: number | undefined): string {
  const name = `storeward-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir();
  const path = join(base, name);
  try {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { mode: 0o700 });
    if (uid !== undefined) chownSync(path, uid, uid);
  } catch (error) {
    const stranger = lstatSync(path, { throwIfNoEntry: false });
    const because = stranger ? 'it belongs to another account' : (error as Error).message;
    throw new Trouble(
      `Cannot make the folder ${path} for the database's socket (${because}): set TMPDIR to a folder of your own.`,
    );
  }
  return path;
}

/** The server writes its log itself, so that it outlives us; a long one is put aside first. */
function openLog(file: string): { descriptor: number; from: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 8_000_000) renameSync(file, `${file}.1`);
  return { descriptor: openSync(file, 'a', 0o600), from: size > 8_000_000 ? 0 : size };
}

async function ensureDatabase({ pid, socketDir, port: at }: Running, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({
    host: socketDir,
    port: at,
    user: owner,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // a connection that breaks is told of by the question that was on its way
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) {
      log('Making a new database.');
      await client.query(`create database ${database}`);
    }
  } catch (error) {
    throw new Trouble(
      `PostgreSQL (process ${pid}) runs but does not answer (${(error as Error).message}): end it, then start again.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
