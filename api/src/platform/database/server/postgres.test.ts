import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive, readPidFile } from './postgres-process.ts';
import { startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';
import { ConfigurationError } from '../../environment/configuration-error.ts';

let folder: string;
let dataDir: string;
const running: Postgres[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storeward test '));
  dataDir = join(folder, 'Données de l’été');
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true });
});

async function started(): Promise<Postgres> {
  const server = await startPostgres({ dataDir, fast: true });
  running.push(server);
  return server;
}

async function startError(): Promise<string> {
  const error = await started().catch((thrown: unknown) => thrown);
  if (error instanceof ConfigurationError) return error.message;
  throw new Error('It started, or failed without a word for the operator.', { cause: error });
}

async function query(server: Postgres, sql: string): Promise<unknown> {
  const client = new pg.Client(server.ownerUrl);
  await client.connect();
  try {
    return (await client.query<{ result: unknown }>(sql)).rows[0]?.result;
  } finally {
    await client.end();
  }
}

const serverPid = () => readPidFile(join(dataDir, 'postgres'))?.pid ?? 0;

/** A separate process that starts the database, writes a row, and is killed by SIGKILL. */
async function crash(sql: string): Promise<void> {
  const script = `
    import pg from 'pg';
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const { ownerUrl } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fast: true });
    const client = new pg.Client(ownerUrl);
    await client.connect();
    await client.query(${JSON.stringify(sql)});
    console.log('written');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('starts in a folder with spaces and accents, in Unicode, without a network port', async () => {
  const server = await started();
  expect(await query(server, `select lower('ÉTÉ') as result`)).toBe('été');
  expect(await query(server, `select current_setting('listen_addresses') as result`)).toBe('');
  expect(await query(server, `select current_user || ' ' || current_database() as result`)).toBe(
    'storeward_owner storeward',
  );
  expect(statSync(server.socketDir).mode & 0o777).toBe(0o700);
});

test('keeps data over a stop and a start', async () => {
  const first = await started();
  await query(first, 'create table kept as select 7 as result');
  await first.stop();
  expect(await query(await started(), 'select result from kept')).toBe(7);
});

test('stopping leaves no process, socket or pid file behind', async () => {
  const server = await started();
  const pid = serverPid();
  expect(isAlive(pid)).toBe(true);
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(server.socketDir)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('takes over the database that a killed process left running, with all its data', async () => {
  await crash('create table kept as select 7 as result');
  const orphan = serverPid();
  expect(isAlive(orphan)).toBe(true);
  const server = await started();
  expect(serverPid()).toBe(orphan);
  expect(await query(server, 'select result from kept')).toBe(7);
  await server.stop();
  expect(isAlive(orphan)).toBe(false);
});

test('restarts a database left running whose socket folder was deleted', async () => {
  await crash('select 1');
  const orphan = serverPid();
  rmSync(readPidFile(join(dataDir, 'postgres'))?.socketDir ?? '', { recursive: true });
  const server = await started();
  expect(isAlive(orphan)).toBe(false);
  expect(await query(server, 'select 1 as result')).toBe(1);
});

test('starts despite a stale pid file whose pid belongs to another process now', async () => {
  await (await started()).stop();
  const note = [process.ppid, join(dataDir, 'postgres'), '1', '5432', '/nowhere', '', '0 0', 'ready', ''].join('\n');
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), note);
  expect(await query(await started(), 'select 1 as result')).toBe(1);
});

test('rejects a second start on the same data folder and does not disturb the first one', async () => {
  const first = await started();
  expect(await startError()).toMatch(
    new RegExp(`^Another Storeward is already running on DATA_DIR \\(.*\\), process ${process.pid}: stop it first`),
  );
  expect(await query(first, 'select 1 as result')).toBe(1);
});

test('of two simultaneous starts exactly one succeeds', async () => {
  const both = await Promise.allSettled([started(), started()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('starts anew after an interrupted first start', async () => {
  mkdirSync(join(dataDir, 'postgres.new-1', 'base'), { recursive: true });
  expect(await query(await started(), 'select 1 as result')).toBe(1);
  expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});

test('says what to do when the data folder is a file', async () => {
  writeFileSync(dataDir, '');
  expect(await startError()).toMatch(
    /^DATA_DIR \(.*\) is not a folder, .*: move that file, or set DATA_DIR to another folder\.$/,
  );
});

test('says what to do when the data folder lies below a file', async () => {
  writeFileSync(dataDir, '');
  dataDir = join(dataDir, 'below');
  expect(await startError()).toContain('or set DATA_DIR to another folder');
});

test('rejects the cluster of another PostgreSQL version and does not touch it', async () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
  expect(await startError()).toContain('was made by PostgreSQL 15');
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('15\n');
});

test('rejects a folder that contains something other than a cluster', async () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  expect(await startError()).toContain('exists but holds no database');
});
