import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOrganisation, createUser, base64, password, type TestUser } from '../test/builders.ts';
import { userFields } from '../test/input-fields.ts';
import {
  queryDatabase,
  occupyPort,
  stopAllProducts,
  type ProductProcess,
  startupError,
  startProduct,
  sendRequest,
} from '../test/product.ts';
import { type TestServer, secretKey } from '../test/server.ts';
import { isAlive, readPidFile } from './platform/database/server/postgres-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward start '));
afterEach(stopAllProducts);
afterAll(() => rmSync(folder, { recursive: true }));

const dataDir = join(folder, 'Données de l’été');
const cluster = join(dataDir, 'postgres');
let admin: TestUser;
let users: TestUser[];

const ownerUrlOf = (folderOfCluster: string) =>
  `postgresql://storeward_owner@localhost/storeward?host=${encodeURIComponent(readPidFile(folderOfCluster)!.socketDir)}`;
const ownerUrl = () => ownerUrlOf(cluster);
const testServer = {
  query: (sql: string, values: unknown[] = []) => queryDatabase(ownerUrl(), sql, values),
} as unknown as TestServer;

beforeAll(async () => {
  // the key of the password hashes in the tests
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'secret.key'), Buffer.from(secretKey).toString('hex'), { mode: 0o600 });
  const first = startProduct({ DATA_DIR: dataDir });
  await first.ready;
  const organisation = await createOrganisation(testServer, { slug: 'acorn' });
  admin = await createUser(testServer, { node: organisation });
  users = await Promise.all(
    Array.from({ length: 8 }, () => createUser(testServer, { node: organisation, rights: null })),
  );
  await stopAllProducts();
});

const tokenFor = async (port: number) => {
  const credentials = {
    username: base64(admin.userName),
    password: base64(password),
    domainName: base64(admin.host),
  };
  const { text } = await sendRequest({
    port,
    host: admin.host,
    path: '/user-management/login',
    method: 'POST',
    body: credentials,
  });
  return (JSON.parse(text) as { result: { accessToken: string } }).result.accessToken;
};
const rename = (port: number, token: string, user: TestUser, lastName: string, key: string) =>
  sendRequest({
    port,
    host: admin.host,
    path: `/user-management/users/${user.id}`,
    method: 'PUT',
    token,
    key,
    body: { ...userFields(user), lastName },
  });

test.for(['SIGINT', 'SIGTERM'] as const)('stops in order on %s and leaves no process behind', async (signal) => {
  const product = startProduct({ DATA_DIR: dataDir });
  await product.ready;
  const database = readPidFile(cluster)!.pid;
  product.child.kill(signal);
  expect(await product.ended).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('can be stopped in the middle of a first start, and starts correctly the next time', async () => {
  const early = join(folder, 'left early');
  const atWork = () =>
    spawnSync('ps', ['-ww', '-A', '-o', 'command='], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.includes(early));
  const leaveWhen = async (isSo: (product: ProductProcess) => boolean) => {
    const product = startProduct({ DATA_DIR: early, DEMO_DATA: 'on' });
    await expect.poll(() => isSo(product), { interval: 5 }).toBe(true);
    product.child.kill('SIGTERM');
    expect([await product.ended, product.errorOutput()]).toEqual([0, '']);
    await expect.poll(atWork).toEqual([]);
  };
  await leaveWhen(() => existsSync(early) && readdirSync(early).some((name) => name.startsWith('postgres.new-')));
  await leaveWhen((product) => product.output().includes('Loading the demo data'));
  const last = startProduct({ DATA_DIR: early, DEMO_DATA: 'on' });
  await last.ready;
  expect(last.output()).toContain('Loading the demo data');
});

test('names an occupied port before anything is created', async () => {
  const { port, free } = await occupyPort();
  const fresh = join(folder, 'not made');
  expect(await startupError({ DATA_DIR: fresh, PORT: String(port), DEMO_DATA: 'on' })).toBe(
    `Port ${port} is taken by another program. Stop that, or set PORT to a free one, and start again.`,
  );
  await free();
  expect(existsSync(fresh)).toBe(false);
});

test('refuses to show demo accounts and their mails to other machines, before anything is created', async () => {
  const fresh = join(folder, 'not made');
  const output = await startupError({ DATA_DIR: fresh, HOST: '0.0.0.0', DEMO_DATA: 'on' });
  expect(output).toMatch(/^HOST 0\.0\.0\.0 lets other machines reach demo accounts.*\bnpm run admin -- demo remove\n/);
  expect(existsSync(fresh)).toBe(false);
});

test('an empty installation says how to make its first administrator', async () => {
  const product = startProduct({ DATA_DIR: join(folder, 'empty'), ENVIRONMENT: 'production' });
  await product.ready;
  const command = 'npm run admin -- create --username <name> --email <address>';
  await expect.poll(() => product.output()).toContain(command);
});

test('rejects a second start on the same data folder, and the first one keeps responding', async () => {
  const first = startProduct({ DATA_DIR: dataDir });
  const port = await first.ready;
  expect(await startupError({ DATA_DIR: dataDir })).toMatch(
    new RegExp(
      `^Another Storeward is already running on DATA_DIR .*, process ${first.child.pid}: stop it first, or set DATA_DIR to another folder\\.$`,
    ),
  );
  expect((await sendRequest({ port, host: admin.host, path: '/health/ready' })).status).toBe(200);
});

test('of two first starts at once on one data folder one serves all of the demo, the other says that it runs', async () => {
  const shared = join(folder, 'started twice');
  const [first, second] = [0, 1].map(() => startProduct({ DATA_DIR: shared, DEMO_DATA: 'on' })) as [
    ProductProcess,
    ProductProcess,
  ];
  const [served, other] = await Promise.any([
    first.ready.then(() => [first, second] as const),
    second.ready.then(() => [second, first] as const),
  ]);
  expect(await other.ended).toBe(1);
  expect(other.errorOutput()).toMatch(/^Another Storeward is already running on DATA_DIR /);
  const url = ownerUrlOf(join(shared, 'postgres'));
  expect(await queryDatabase(url, 'select count(*)::int as hosts from portal_hosts')).toEqual([{ hosts: 4 }]);
  served.child.kill('SIGTERM');
  expect(await served.ended).toBe(0);
  await startProduct({ DATA_DIR: shared, DEMO_DATA: 'on' }).ready;
});

test('says what to do when the data folder cannot be written', async () => {
  const file = join(folder, 'a file');
  writeFileSync(file, 'kept');
  expect(await startupError({ DATA_DIR: file })).toMatch(
    /^DATA_DIR \(.*\) is not a folder, .*: move that file, or set DATA_DIR to another folder\.$/,
  );
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test('says what to do when the stored key is damaged, and does not change it', async () => {
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'secret.key'), 'half a ke');
  expect(await startupError({ DATA_DIR: damaged })).toContain('does not hold a key; restore it from a backup.');
  expect(readFileSync(join(damaged, 'secret.key'), 'utf8')).toBe('half a ke');
});

test('after kill -9 in the middle of changes, every acknowledged change is stored exactly once', async () => {
  const first = startProduct({ DATA_DIR: dataDir });
  const port = await first.ready;
  const token = await tokenFor(port);
  const acknowledged: string[] = [];
  const open: { user: TestUser; value: string; key: string }[] = [];
  const writer = async (user: TestUser) => {
    for (let turn = 0; ; turn += 1) {
      const [value, key] = [`Turn-${turn}`, `${user.id}-${turn}`];
      const response = await rename(port, token, user, value, key).catch(() => undefined);
      if (!response) return void open.push({ user, value, key });
      expect(response.status).toBe(200);
      acknowledged.push(`${user.id} ${value}`);
      if (acknowledged.length === 60) first.child.kill('SIGKILL');
    }
  };
  await Promise.all(users.map(writer));
  expect(await first.ended).toBe('SIGKILL');

  const second = startProduct({ DATA_DIR: dataDir });
  const again = await second.ready;
  expect(second.output()).toContain('Taking over the PostgreSQL that an earlier run has left behind');
  for (const { user, value, key } of open) expect((await rename(again, token, user, value, key)).status).toBe(200);
  const storedNames = await queryDatabase<{ entry: string }>(
    ownerUrl(),
    `select entity_id || ' ' || (after ->> 'lastName') as entry from audit where action = 'user.updated'`,
  );
  const expectedNames = [...acknowledged, ...open.map(({ user, value }) => `${user.id} ${value}`)];
  expect(storedNames.map(({ entry }) => entry).toSorted()).toEqual(expectedNames.toSorted());
  const stored = await queryDatabase<{ entry: string }>(
    ownerUrl(),
    `select id || ' ' || last_name as entry from users where version > 1`,
  );
  expect(stored.map(({ entry }) => entry).toSorted()).toEqual(
    open.map(({ user, value }) => `${user.id} ${value}`).toSorted(),
  );
});

test('completes running requests before it stops', async () => {
  const product = startProduct({ DATA_DIR: dataDir });
  const port = await product.ready;
  const token = await tokenFor(port);
  const holder = new pg.Client(ownerUrl());
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [users[0]!.id]);
  const pendingRequest = rename(port, token, users[0]!, 'Waited', 'a-change-that-waits');
  await expect
    .poll(() => queryDatabase(ownerUrl(), `select from pg_stat_activity where wait_event_type = 'Lock'`), {
      interval: 20,
    })
    .toHaveLength(1);
  product.child.kill('SIGTERM');
  const responses = () =>
    sendRequest({ port, host: admin.host, path: '/health/live' }).then(
      ({ status }) => status,
      () => 'closed',
    );
  await expect.poll(responses, { interval: 20 }).not.toBe(200);
  await holder.query('rollback');
  await holder.end();
  expect((await pendingRequest).status).toBe(200);
  expect(await product.ended).toBe(0);
});
