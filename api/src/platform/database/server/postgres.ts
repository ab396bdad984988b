import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
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
import { ensureCluster, owner, explainStartFailure } from './postgres-cluster.ts';
import {
  stopServer,
  signalOnExit,
  findRunningServer,
  isAlive,
  readPidFile,
  sendSignal,
  startSeconds,
  waitUntil,
} from './postgres-process.ts';
import type { RunningServer } from './postgres-process.ts';
import { postgresPrograms } from './postgres-program.ts';
import type { Programs } from './postgres-program.ts';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/** The running embedded database; it listens on a Unix socket that only this account can access, on no network port. */
export interface Postgres {
  socketDir: string;
  port: number;
  ownerUrl: string;
  stop(): Promise<void>;
}

/** `fast` disables durability, for tests: a crash may lose data. */
export interface PostgresOptions {
  dataDir: string;
  log?: (line: string) => void;
  fast?: boolean;
  /** Work to do while the server starts; the start waits for it. */
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
  // errors of statements go to their client only: in the log they would contain personal data
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

/** Starts the embedded PostgreSQL in the data folder, or attaches to one that a crash has left running there. */
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
    const existing = await findRunningServer(cluster);
    if (existing) log(`Taking over the PostgreSQL that an earlier run has left behind (process ${existing.pid}).`);
    const running = existing ?? (await startServer(cluster, programs, fast, meanwhile));
    const stopOnExit = () => sendSignal(running.pid, 'SIGINT');
    process.once('exit', stopOnExit);
    const ownerUrl = ownerUrlOf(running);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      process.off('exit', stopOnExit);
      stopped ??= stopServer(running, cluster).then(claim.release);
      return stopped;
    };
    try {
      await ensureDatabase(running, log);
    } catch (error) {
      if (!existing) await stop();
      throw error;
    }
    return { socketDir: running.socketDir, port: running.port, ownerUrl, stop };
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** The owner's URL of the embedded database of a data folder that another process runs; undefined if none runs. */
export function runningPostgres(dataDir: string): string | undefined {
  const cluster = join(dataDir, 'postgres');
  const server = readPidFile(cluster);
  return server?.status === 'ready' && isAlive(server.pid) && existsSync(server.socketDir)
    ? ownerUrlOf(server)
    : undefined;
}

const ownerUrlOf = ({ socketDir, port: serverPort }: Pick<RunningServer, 'socketDir' | 'port'>) =>
  `postgresql://${owner}@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${serverPort}`;

async function startServer(
  cluster: string,
  programs: Programs,
  fast: boolean,
  meanwhile: () => Promise<unknown>,
): Promise<RunningServer> {
  const socketDir = createSocketDir(cluster, programs.uid);
  const configuration = {
    ...settings,
    ...(fast ? fastSettings : {}),
    unix_socket_directories: socketDir,
    port: String(port),
  };
  const [file, args] = programs.command('postgres', [
    '-D',
    cluster,
    ...Object.entries(configuration).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const logFile = `${cluster}.log`;
  const { descriptor, from } = openLog(logFile);
  // a separate session: Ctrl-C in the terminal reaches the API only, which then shuts the database down
  const child = spawn(file, args, { env: programs.env, stdio: ['ignore', descriptor, descriptor], detached: true });
  closeSync(descriptor);
  child.unref();
  let exitReason = '';
  child.on('error', (error) => (exitReason = error.message));
  child.on('exit', (code, by) => (exitReason = `it ended with ${code ?? by}`));
  const isReady = () => readPidFile(cluster)?.pid === child.pid && readPidFile(cluster)?.status === 'ready';
  const inTime = await signalOnExit(
    child.pid,
    'SIGINT',
    meanwhile().then(() => waitUntil(() => exitReason !== '' || isReady(), startSeconds)),
  );
  if (inTime && exitReason === '' && child.pid) return { pid: child.pid, port, socketDir, status: 'ready' };
  if (child.pid) sendSignal(child.pid, 'SIGINT');
  rmSync(socketDir, { recursive: true, force: true });
  throw new ConfigurationError(
    explainStartFailure(readFileSync(logFile, 'utf8').slice(from) || exitReason || 'it took too long', cluster),
  );
}

/** Creates a private folder with a short path, since the path of a Unix socket is limited to 107 bytes. */
function createSocketDir(cluster: string, uid: number | undefined): string {
  const name = `storeward-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir();
  const path = join(base, name);
  try {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { mode: 0o700 });
    if (uid !== undefined) chownSync(path, uid, uid);
  } catch (error) {
    const existing = lstatSync(path, { throwIfNoEntry: false });
    const reason = existing ? 'it belongs to another account' : (error as Error).message;
    throw new ConfigurationError(
      `Cannot make the folder ${path} for the database's socket (${reason}): set TMPDIR to a folder of your own.`,
    );
  }
  return path;
}

/** The server writes to this file directly, so that logging survives the end of this process; rotates a file above 8 MB. */
function openLog(file: string): { descriptor: number; from: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 8_000_000) renameSync(file, `${file}.1`);
  return { descriptor: openSync(file, 'a', 0o600), from: size > 8_000_000 ? 0 : size };
}

async function ensureDatabase(
  { pid, socketDir, port: serverPort }: RunningServer,
  log: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({
    host: socketDir,
    port: serverPort,
    user: owner,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // the pending query reports a broken connection
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) {
      log('Making a new database.');
      await client.query(`create database ${database}`);
    }
  } catch (error) {
    throw new ConfigurationError(
      `PostgreSQL (process ${pid}) runs but does not answer (${(error as Error).message}): end it, then start again.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
