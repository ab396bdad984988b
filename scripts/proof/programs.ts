import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A program of the machine that a proof started. */
export type Program = {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Ends it, at once by SIGKILL. */
  stop(name?: NodeJS.Signals): Promise<void>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** PostgreSQL and PgBouncer refuse to run as root: the account they run as then, else undefined. */
const account =
  process.getuid?.() === 0
    ? spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim() || '65534'
    : undefined;

/** A command line that runs as that account. */
export const asAccount = (file: string, args: readonly string[]): [string, string[]] =>
  account
    ? ['setpriv', [`--reuid=${account}`, `--regid=${account}`, '--clear-groups', file, ...args]]
    : [file, [...args]];

/** Creates a folder that belongs to that account. */
export function accountFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  if (account) chownSync(path, Number(account), Number(account));
  return path;
}

/** Starts a program; its output goes to the terminal only if it fails. */
export function startProgram(file: string, args: readonly string[]): Program {
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} cannot be started.`);
  const ended = once(child, 'exit');
  return {
    pid,
    signal: (name) => void child.kill(name),
    async stop(name = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(name);
      await ended;
    },
  };
}

/** Waits until a port of this machine accepts connections. */
export async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false)),
    );
    socket.destroy();
    if (isOpen) return;
    await delay(50);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

/** The folder of PostgreSQL's programs: PG_BIN, or the newest that Debian has installed. */
export function postgresFolder(): string {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folder = process.env['PG_BIN'] ?? versions.map((version) => join(installed, version, 'bin'))[0];
  if (!folder || !existsSync(join(folder, 'pg_basebackup')))
    throw new Error(
      'PostgreSQL with pg_basebackup is needed: install it, or set PG_BIN to the folder of its programs.',
    );
  return folder;
}

/** A PgBouncer of this machine. */
export type PgBouncer = { readonly file: string; readonly version: string; readonly hasNames: boolean };

/** The PgBouncers of this machine: PGBOUNCER, that of the path, and the one built here. */
export function pgBouncers(): PgBouncer[] {
  const built = join(homedir(), '.cache/storeward/pgbouncer');
  const files = [
    process.env['PGBOUNCER'],
    ...['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'].map((folder) => join(folder, 'pgbouncer')),
    built,
  ];
  const found = files.flatMap((file) => (file && existsSync(file) ? describe(file) : []));
  if (found.some(({ hasNames }) => hasNames)) return found;
  execFileSync('sh', [join(root, 'scripts/proof/build-pgbouncer.sh'), built], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return [...found, ...describe(built)];
}

function describe(file: string): PgBouncer[] {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  const [, version, minor] = /PgBouncer (1\.(\d+)\S*)/.exec(stdout) ?? [];
  return version ? [{ file, version, hasNames: Number(minor) >= 21 }] : [];
}

/** A file of deploy/ with the ports and paths of a proof instead of its own; throws for one that the file does not have. */
export function deployFile(path: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(root, 'deploy', path), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} does not contain "${from}".`);
    text = text.replaceAll(from, to);
  }
  return text;
}
