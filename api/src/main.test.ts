import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anOrganisation, aUser, base64, password, type Person } from '../test/builders.ts';
import { filledIn } from '../test/doors.ts';
import { askDatabase as ask, aTakenPort, endAll, type Product, refusal, run, send } from '../test/product.ts';
import { type House, secretKey } from '../test/server.ts';
import { isAlive, noteOf } from './platform/postgres-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward start '));
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true }));

const dataDir = join(folder, 'Données de l’été');
const cluster = join(dataDir, 'postgres');
let admin: Person;
let people: Person[];

const ownerUrl = () =>
  `postgresql://storeward_owner@localhost/storeward?host=${encodeURIComponent(noteOf(cluster)!.socketDir)}`;
const house = { rows: (sql: string, values: unknown[] = []) => ask(ownerUrl(), sql, values) } as unknown as House;

beforeAll(async () => {
  // the key that everybody's password in the tests was made with
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'secret.key'), Buffer.from(secretKey).toString('hex'), { mode: 0o600 });
  const first = run({ DATA_DIR: dataDir });
  await first.ready;
  const organisation = await anOrganisation(house, { word: 'acorn' });
  admin = await aUser(house, { at: organisation });
  people = await Promise.all(Array.from({ length: 8 }, () => aUser(house, { at: organisation, rights: null })));
  await endAll();
});

const tokenFor = async (port: number) => {
  const credentials = {
    username: base64(admin.userName),
    password: base64(password),
    domainName: base64(admin.host),
  };
  const { text } = await send({
    port,
    host: admin.host,
    path: '/user-management/login',
    method: 'POST',
    body: credentials,
  });
  return (JSON.parse(text) as { result: { accessToken: string } }).result.accessToken;
};
const rename = (port: number, token: string, person: Person, lastName: string, key: string) =>
  send({
    port,
    host: admin.host,
    path: `/user-management/users/${person.id}`,
    method: 'PUT',
    token,
    key,
    body: { ...filledIn(person), lastName },
  });

test.for(['SIGINT', 'SIGTERM'] as const)('stops in order on %s, and leaves no process behind', async (signal) => {
  const product = run({ DATA_DIR: dataDir });
  await product.ready;
  const database = noteOf(cluster)!.pid;
  product.child.kill(signal);
  expect(await product.ended).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('can be left in the middle of a first start, and starts well the next time', async () => {
  const early = join(folder, 'left early');
  const atWork = () =>
    spawnSync('ps', ['-ww', '-A', '-o', 'command='], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.includes(early));
  const leaveWhen = async (isSo: (product: Product) => boolean) => {
    const product = run({ DATA_DIR: early, DEMO_DATA: 'on' });
    await expect.poll(() => isSo(product), { interval: 5, timeout: 20_000 }).toBe(true);
    product.child.kill('SIGTERM');
    expect([await product.ended, product.complaint()]).toEqual([0, '']);
    await expect.poll(atWork).toEqual([]);
  };
  await leaveWhen(() => existsSync(early) && readdirSync(early).some((name) => name.startsWith('postgres.new-')));
  await leaveWhen((product) => product.said().includes('Loading the demo data'));
  const last = run({ DATA_DIR: early, DEMO_DATA: 'on' });
  await last.ready;
  expect(last.said()).toContain('Loading the demo data');
});

test('says which port is taken, and stops what it had begun', async () => {
  const { port, free } = await aTakenPort();
  expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
    `Port ${port} is taken by another program. Stop that, or set PORT to a free one, and start again.`,
  );
  await free();
  expect(noteOf(cluster)).toBeUndefined();
});

test('refuses a second start on the same data folder, and goes on answering', async () => {
  const first = run({ DATA_DIR: dataDir });
  const port = await first.ready;
  expect(await refusal({ DATA_DIR: dataDir })).toMatch(
    new RegExp(
      `^Another Storeward is already running on DATA_DIR .*, process ${first.child.pid}: stop it first, or set DATA_DIR to another folder\\.$`,
    ),
  );
  expect((await send({ port, host: admin.host, path: '/health/ready' })).status).toBe(200);
});

test('says what to do when the data folder cannot be written', async () => {
  const file = join(folder, 'a file');
  writeFileSync(file, 'kept');
  expect(await refusal({ DATA_DIR: file })).toMatch(
    /^DATA_DIR \(.*\) is not a folder, .*: move that file, or set DATA_DIR to another folder\.$/,
  );
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test('says what to do when the kept key is damaged, and leaves it as it is', async () => {
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'secret.key'), 'half a ke');
  expect(await refusal({ DATA_DIR: damaged })).toContain('does not hold a key; put the kept copy back.');
  expect(readFileSync(join(damaged, 'secret.key'), 'utf8')).toBe('half a ke');
});

test('after kill -9 in the middle of changes, everything acknowledged is there, once', async () => {
  const first = run({ DATA_DIR: dataDir });
  const port = await first.ready;
  const token = await tokenFor(port);
  const acknowledged: string[] = [];
  const open: { person: Person; word: string; key: string }[] = [];
  const writer = async (person: Person) => {
    for (let turn = 0; ; turn += 1) {
      const [word, key] = [`Turn-${turn}`, `${person.id}-${turn}`];
      const answer = await rename(port, token, person, word, key).catch(() => undefined);
      if (!answer) return void open.push({ person, word, key });
      expect(answer.status).toBe(200);
      acknowledged.push(`${person.id} ${word}`);
      if (acknowledged.length === 60) first.child.kill('SIGKILL');
    }
  };
  await Promise.all(people.map(writer));
  expect(await first.ended).toBe('SIGKILL');

  const second = run({ DATA_DIR: dataDir });
  const again = await second.ready;
  expect(second.said()).toContain('Taking over the PostgreSQL that an earlier run has left behind');
  for (const { person, word, key } of open) expect((await rename(again, token, person, word, key)).status).toBe(200);
  const found = await ask<{ entry: string }>(
    ownerUrl(),
    `select entity_id || ' ' || (after ->> 'lastName') as entry from audit where action = 'user.updated'`,
  );
  const wanted = [...acknowledged, ...open.map(({ person, word }) => `${person.id} ${word}`)];
  expect(found.map(({ entry }) => entry).toSorted()).toEqual(wanted.toSorted());
  const stored = await ask<{ entry: string }>(
    ownerUrl(),
    `select id || ' ' || last_name as entry from users where version > 1`,
  );
  expect(stored.map(({ entry }) => entry).toSorted()).toEqual(
    open.map(({ person, word }) => `${person.id} ${word}`).toSorted(),
  );
});

test('answers what was already asked before it stops', async () => {
  const product = run({ DATA_DIR: dataDir });
  const port = await product.ready;
  const token = await tokenFor(port);
  const holder = new pg.Client(ownerUrl());
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [people[0]!.id]);
  const asked = rename(port, token, people[0]!, 'Waited', 'a-change-that-waits');
  await expect
    .poll(() => ask(ownerUrl(), `select from pg_stat_activity where wait_event_type = 'Lock'`), { interval: 20 })
    .toHaveLength(1);
  product.child.kill('SIGTERM');
  const answers = () =>
    send({ port, host: admin.host, path: '/health/live' }).then(
      ({ status }) => status,
      () => 'closed',
    );
  await expect.poll(answers, { interval: 20 }).not.toBe(200);
  await holder.query('rollback');
  await holder.end();
  expect((await asked).status).toBe(200);
  expect(await product.ended).toBe(0);
});
