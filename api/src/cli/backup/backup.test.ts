import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Postgres, runningPostgres, startPostgres } from '../../platform/database/server/postgres.ts';
import { diskStorage, newVersionAddress } from '../../platform/files/storage.ts';
import {
  databaseUrl,
  externalSettings as settingsOn,
  runCommand as run,
  secretOf,
  type Settings,
} from '../../../test/installations.ts';
import { base64 } from '../../../test/builders.ts';
import { queryDatabase, sendRequest, startProduct, stopAllProducts } from '../../../test/product.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { demoPassword } from '../../../../scripts/seed/demo-accounts.ts';
import { readArchive } from './archive.ts';
import { changeManifest, checksumsIn } from './backup-fixture.ts';
import type { Manifest } from './manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward backup '));
const kestrel = 'kestrel.localhost';
let server: Postgres;
let made: { readonly code: number; readonly output: string };

const pathOf = (name: string) => join(folder, name);
const demoFile = pathOf('demo.tar.gz');
const embedded = { DATA_DIR: pathOf('embedded') };

/** Settings of an installation on a new database of the other server. */
const externalSettings = async (name: string, more: Settings = {}): Promise<Settings> => ({
  ...(await settingsOn(server.ownerUrl, folder, name)),
  ...more,
});

const laterStep = { name: '9999-later.sql', checksum: 'ab'.repeat(32) };

const signInStatus = async (port: number) => {
  const { status } = await sendRequest({
    port,
    host: kestrel,
    path: '/user-management/login',
    method: 'POST',
    body: { username: base64('org.admin'), password: base64(demoPassword), domainName: base64('kestrelsports.com') },
  });
  return status;
};

beforeAll(async () => {
  server = await startPostgres({ dataDir: pathOf('server'), fast: true });
  const product = startProduct({ ...embedded, DEMO_DATA: 'on' });
  await product.ready;
  // the keys of the signed records are written with the first work of the running portal
  await vi.waitFor(() => statSync(join(embedded.DATA_DIR, 'audit', 'keys.jsonl')));
  const ownerUrl = runningPostgres(embedded.DATA_DIR)!;
  const [organisation] = await queryDatabase<{ id: string }>(
    ownerUrl,
    `select org_id as id from organisations where code <> 'GLOBAL' limit 1`,
  );
  const storage = diskStorage(join(embedded.DATA_DIR, 'files'));
  const picture = await storage.store(organisation!.id, Buffer.from('a picture'));
  await storage.storeAt(
    newVersionAddress(organisation!.id, `organization/hotkeys/${organisation!.id}/ball.png`),
    Buffer.alloc(5_000_000, 'file'),
  );
  await queryDatabase(
    ownerUrl,
    `update users set profile_picture = $1 where id = (select id from users where org_id = $2 limit 1)`,
    [picture, organisation!.id],
  );
  await vi.waitFor(async () => {
    if ((await queryDatabase(ownerUrl, 'select from audit_chain_queue limit 1')).length > 0)
      throw new Error('not chained');
  });
  made = await run(embedded, 'backup', demoFile);
  await stopAllProducts();
});
afterEach(stopAllProducts);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('restores the backup of a running installation: the same checksums of each organisation, audit valid, sign-in works', async () => {
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('secret.key in another place')]);
  const settings = { DATA_DIR: pathOf('restored') };
  mkdirSync(settings.DATA_DIR);
  copyFileSync(join(embedded.DATA_DIR, 'secret.key'), join(settings.DATA_DIR, 'secret.key'));
  const { code, output } = await run(settings, 'restore', demoFile);
  expect([code, output]).toEqual([0, expect.stringContaining('All chains are valid.')]);
  const again = pathOf('again.tar.gz');
  expect((await run(settings, 'backup', again)).code).toBe(0);
  const [first, second] = [await checksumsIn(demoFile), await checksumsIn(again)];
  expect(first.organisations.length).toBeGreaterThan(3);
  expect(new Set(first.files.map(({ size }) => size))).toEqual(new Set([9, 5_000_000]));
  expect(second).toEqual(first);
  const port = await startProduct(settings).ready;
  expect((await sendRequest({ port, host: 'localhost', path: '/health/ready' })).status).toBe(200);
  expect(await signInStatus(port)).toBe(200);
});

test('a backup holds no secret key, can be read by its owner only, and replaces no file', async () => {
  const secret = secretOf(embedded);
  const names: string[] = [];
  for await (const entry of readArchive(demoFile)) {
    names.push(entry.name);
    const text = (await entry.bytes()).toString('latin1');
    expect(text.includes(secret) || text.includes(Buffer.from(secret, 'hex').toString('base64'))).toBe(false);
  }
  expect(names.filter((name) => name.includes('key') && !/^(tables|files)\//.test(name))).toEqual(['audit/keys.jsonl']);
  expect(statSync(demoFile).mode & 0o777).toBe(0o600);
  const { code, output } = await run(embedded, 'backup', demoFile);
  expect([code, output]).toEqual([1, expect.stringContaining(`${demoFile} exists.`)]);
});

test('moves an installation to an external database and a bucket, whose owner is no superuser, and back up again', async () => {
  const { access } = await startS3Server();
  const bucket = {
    S3_ENDPOINT: access.endpoint,
    S3_REGION: access.region,
    S3_ACCESS_KEY_ID: access.accessKeyId,
    S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    S3_BUCKET: access.bucket,
  };
  const secret = secretOf(embedded);
  const settings = await externalSettings('moved', { ...bucket, SECRET_KEY: secret });
  const { code, output } = await run(settings, 'restore', demoFile);
  expect([code, output]).toEqual([0, expect.stringContaining('All chains are valid.')]);
  const again = pathOf('external.tar.gz');
  const backup = await run(settings, 'backup', again);
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('Keep SECRET_KEY in another place')]);
  const [first, second] = [await checksumsIn(demoFile), await checksumsIn(again)];
  expect(second.organisations).toEqual(first.organisations);
  expect(second.sequences).toEqual(first.sequences);
  // of a bucket the files that the database names
  expect(second.files).toEqual(first.files.filter(({ size }) => size === 9));
  const port = await startProduct({ ...settings, DEMO_DATA: 'on' }).ready;
  expect((await sendRequest({ port, host: 'localhost', path: '/health/ready' })).status).toBe(200);
  expect(await signInStatus(port)).toBe(200);
});

test('chains the audit entries that were not chained yet when the backup was made', async () => {
  const settings = await externalSettings('pending');
  const create = ['create', '--username', 'anna', '--email', 'anna@shop.example'];
  expect((await run(settings, 'admin', ...create)).code).toBe(0);
  const url = databaseUrl(server.ownerUrl, 'pending');
  const pending = await queryDatabase(url, `update audit_chain_queue set at = at - interval '1 day' returning 1`);
  expect(pending.length).toBeGreaterThan(0);
  expect((await run(settings, 'backup', pathOf('pending.tar.gz'))).code).toBe(0);
  const { code, output } = await run(await externalSettings('chained'), 'restore', pathOf('pending.tar.gz'));
  expect([code, output]).toEqual([0, expect.stringContaining(`Global: ${pending.length} entries verified`)]);
});

test('refuses a database that is not empty, and another secret key, and writes nothing', async () => {
  const settings = await externalSettings('used');
  const secret = secretOf(embedded);
  const otherKey = await run(settings, 'restore', demoFile);
  expect([otherKey.code, otherKey.output]).toEqual([1, expect.stringContaining('belongs to another SECRET_KEY')]);
  const create = ['create', '--username', 'anna', '--email', 'anna@shop.example'];
  expect((await run({ ...settings, SECRET_KEY: secret }, 'admin', ...create)).code).toBe(0);
  const used = await run({ ...settings, SECRET_KEY: secret }, 'restore', demoFile);
  expect([used.code, used.output]).toEqual([1, expect.stringContaining('The database is not empty')]);
  const url = databaseUrl(server.ownerUrl, 'used');
  expect(await queryDatabase(url, 'select user_name from users')).toEqual([{ user_name: 'anna' }]);
});

const sameVersionThenThis = 'Restore it with that version, then start this one, which migrates it.';
const onlyThatVersion = 'The backup is newer, so only that version can restore it.';

test.for<[name: string, message: string, change: (manifest: Manifest) => object]>([
  ['a newer release', onlyThatVersion, (manifest) => ({ ...manifest, release: manifest.release + 1 })],
  [
    'a newer release with one more migration',
    `with other migrations from 9999-later.sql on. ${onlyThatVersion}`,
    ({ release, steps, ...manifest }) => ({ ...manifest, release: release + 1, steps: [...steps, laterStep] }),
  ],
  [
    'one more migration',
    `with other migrations from 9999-later.sql on. ${onlyThatVersion}`,
    ({ steps, ...manifest }) => ({ ...manifest, steps: [...steps, laterStep] }),
  ],
  ['an older release', sameVersionThenThis, (manifest) => ({ ...manifest, release: manifest.release - 1 })],
  [
    'one migration fewer',
    sameVersionThenThis,
    ({ steps, ...manifest }) => ({ ...manifest, steps: steps.slice(0, -1) }),
  ],
  [
    'another baseline',
    `with other migrations from 0000-baseline.sql on. ${sameVersionThenThis}`,
    ({ steps, ...manifest }) => ({ ...manifest, steps: steps.with(0, { ...laterStep, name: steps[0]!.name }) }),
  ],
  [
    'another format',
    'in a format that this version does not read. Restore it with that version.',
    ({ version }) => ({ format: 2, version, contents: [] }),
  ],
])('refuses the backup of a version with %s by its name and writes nothing', async ([difference, message, change]) => {
  const name = difference.replaceAll(' ', '_');
  const file = await changeManifest(demoFile, pathOf(`${name}.tar.gz`), (manifest) =>
    change({ ...manifest, version: '9.8.7' }),
  );
  const secret = secretOf(embedded);
  const settings = await externalSettings(name, { SECRET_KEY: secret });
  const { code, output } = await run(settings, 'restore', file);
  expect([code, output]).toEqual([1, expect.stringContaining('The backup was made by version 9.8.7, ')]);
  expect(output).toContain(message);
  expect(output).not.toMatch(/^\s+at /m);
  const url = databaseUrl(server.ownerUrl, name);
  const relations = `select relname as name from pg_class where relnamespace = 'public'::regnamespace`;
  const roles = `select rolname as name from pg_roles where rolname like 'storeward%${name.slice(0, 20)}%'`;
  expect(await queryDatabase(url, `${relations} union all ${roles}`)).toEqual([]);
  expect(existsSync(settings['DATA_DIR']!)).toBe(false);
});

test('refuses a damaged, a shortened and a foreign file, and leaves an empty database that can be used', async () => {
  const secret = secretOf(embedded);
  const settings = await externalSettings('damaged', { SECRET_KEY: secret });
  const bytes = readFileSync(demoFile);
  const cases: [string, Buffer, RegExp][] = [
    ['shortened', bytes.subarray(0, bytes.length * 0.7), /cannot be read as a backup/],
    ['foreign', Buffer.from('some other file'), /cannot be read as a backup/],
    [
      'changed',
      Buffer.concat([bytes.subarray(0, -2000), Buffer.alloc(1000), bytes.subarray(-1000)]),
      /cannot be read as a backup/,
    ],
  ];
  for (const [name, content, message] of cases) {
    writeFileSync(pathOf(name), content);
    const { code, output } = await run(settings, 'restore', pathOf(name));
    expect([name, code, output]).toEqual([name, 1, expect.stringMatching(message)]);
    expect(output).not.toMatch(/^\s+at /m);
  }
  expect((await run(settings, 'restore', demoFile)).code).toBe(0);
});
