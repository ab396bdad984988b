import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { accountFolder, asAccount, postgresFolder, type Program, startProgram, untilListening } from './programs.ts';
import { freePort } from './product.ts';
import { rowsOf } from './setup.ts';

const password = 'a-password-of-the-proofs';

/** A PostgreSQL of the machine, on a port of loopback. */
export type Cluster = {
  readonly port: number;
  /** The URL of a role in a database of this server. */
  url(role: string, database?: string): string;
  /** Ends the server and all its sessions at once, as by a loss of power. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Copies this server to a standby, which confirms every commit from then on. */
  addStandby(folder: string): Promise<Cluster>;
  /** Makes a standby the primary; returns when it accepts changes. */
  promote(): Promise<void>;
  /** Copies the running server, as the start of a recovery. */
  backUp(folder: string): void;
  /** Ends the segment of the write-ahead log, and waits until it is archived. */
  archiveLog(): Promise<void>;
};

/** Settings of `postgresql.conf`. */
type Settings = Readonly<Record<string, string>>;

/** The URL of a role at a port of this machine. */
export const databaseUrl = (port: number, role: string, database = 'storeward'): string =>
  `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;

/** The users of PgBouncer with their passwords, as its `auth_file`. */
export const userList = (...roles: readonly string[]): string =>
  roles.map((role) => `"${role}" "${password}"\n`).join('');

/** Creates an empty server with a database, its owner and a role for the application. */
export async function createCluster(folder: string, more: Settings = {}): Promise<Cluster> {
  accountFolder(folder);
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  run('initdb', ['-D', join(folder, 'data'), `--pwfile=${passwordFile}`, ...options]);
  const cluster = await start(folder, more);
  await statements(cluster.url('postgres', 'postgres'), [
    `create role storeward_owner login createrole password '${password}'`,
    `create role portal login password '${password}'`,
    `grant portal to storeward_owner with admin option`,
    'create database storeward owner storeward_owner',
  ]);
  return cluster;
}

/** Runs statements, each in a transaction of its own. */
export async function statements(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

function run(program: string, args: readonly string[]): void {
  const [file, rest] = asAccount(join(postgresFolder(), program), args);
  execFileSync(file, rest, {
    cwd: '/',
    env: { PATH: process.env['PATH'], PGPASSWORD: password },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Archives the write-ahead log to a folder. */
export const archiving = (archive: string): Settings => ({
  archive_mode: 'on',
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
});

/** Starts a copy made by `backUp` as it was at a time, by the archive of the write-ahead log. */
export async function recoverTo(folder: string, archive: string, time: string): Promise<Cluster> {
  writeFileSync(join(folder, 'data', 'recovery.signal'), '');
  return start(folder, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: time,
    recovery_target_action: 'promote',
  });
}

async function start(folder: string, more: Settings = {}): Promise<Cluster> {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'Europe/Berlin', // so that sessions need the settings of their role
    max_connections: '100',
    shared_buffers: '128MB',
    log_min_messages: 'fatal',
    ...more,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const data = join(folder, 'data');
  const server: Program = startProgram(...asAccount(join(postgresFolder(), 'postgres'), ['-D', data, ...args]));
  await untilListening(port);
  const url: Cluster['url'] = (role, database) => databaseUrl(port, role, database);
  const until = async (sql: string) => {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const [row] = await rowsOf<{ ready: boolean }>(url('postgres', 'postgres'), sql).catch(() => []);
      if (row?.ready) return;
      await delay(50);
    }
    throw new Error(`The server on port ${port} does not become ready: ${sql}`);
  };
  // a standby stays in recovery
  const ready = 'recovery_target_time' in more ? 'not pg_is_in_recovery()' : 'true';
  await until(`select ${ready} as ready`);
  return {
    port,
    url,
    // SIGKILL of the postmaster alone would leave its sessions running for a moment
    kill: async () => {
      const sessions = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ');
      const ended = server.stop('SIGKILL');
      for (const pid of sessions) process.kill(Number(pid), 'SIGKILL');
      await ended;
    },
    stop: () => server.stop('SIGINT'),
    async addStandby(standbyFolder) {
      accountFolder(standbyFolder);
      const source = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`;
      const copy = join(standbyFolder, 'data');
      run('pg_basebackup', ['-D', copy, '--write-recovery-conf', '--no-sync', '--checkpoint=fast', '-d', source]);
      const standby = await start(standbyFolder);
      await statements(url('postgres', 'postgres'), [
        `alter system set synchronous_standby_names = 'standby'`,
        'select pg_reload_conf()',
      ]);
      await until(`select exists (select from pg_stat_replication where sync_state = 'sync') as ready`);
      return standby;
    },
    async promote() {
      run('pg_ctl', ['promote', '-D', data, '--wait']);
      await until('select not pg_is_in_recovery() as ready');
    },
    backUp(copyFolder) {
      accountFolder(copyFolder);
      const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
      run('pg_basebackup', ['-D', join(copyFolder, 'data'), '--no-sync', '--checkpoint=fast', '-d', source]);
    },
    async archiveLog() {
      const [segment] = await rowsOf<{ name: string }>(
        url('postgres', 'postgres'),
        'select pg_walfile_name(pg_switch_wal()) as name',
      );
      await until(`select last_archived_wal >= '${segment!.name}' as ready from pg_stat_archiver`);
    },
  };
}
