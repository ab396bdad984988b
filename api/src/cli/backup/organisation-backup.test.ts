import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { databaseUrl, externalSettings, runCommand as run, type Settings } from '../../../test/installations.ts';
import { base64 } from '../../../test/builders.ts';
import { queryDatabase, sendRequest, startProduct, stopAllProducts } from '../../../test/product.ts';
import { type DemoAccount, demoAccounts, demoPassword } from '../../../../scripts/seed/demo-accounts.ts';
import { deleteOrganisations } from '../admin/delete-rows.ts';
import { recordFiles } from '../../audit/record-files.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Postgres, startPostgres } from '../../platform/database/server/postgres.ts';
import { diskStorage, newAddress } from '../../platform/files/storage.ts';
import { readArchive } from './archive.ts';
import { changeBackup, changeManifest, checksumsIn } from './backup-fixture.ts';
import { checksumsOf, listOrganisationTables, listTables, organisationChecksums, readSequences } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward organisation '));
const pathOf = (name: string) => join(folder, name);
const [kestrelFile, brambleFile] = [pathOf('kestrel.tar.gz'), pathOf('bramble.tar.gz')];
const createAnna = ['create', '--username', 'anna', '--email', 'anna@shop.example'];
const kestrelHost = 'kestrel.localhost';
const picture = 'a picture of Kestrel';
let server: Postgres;
/** An installation with the demo data, whose Kestrel is backed up, and another one with Bramble and a platform of its own. */
let [origin, other]: Settings[] = [];
let [kestrelId, brambleId, address, made] = ['', '', '', { code: 1, output: '' }];

const rowsIn = <T extends pg.QueryResultRow>(name: string, sql: string, values: unknown[] = []) =>
  queryDatabase<T>(databaseUrl(server.ownerUrl, name), sql, values);

async function organisationId(name: string, code: string): Promise<string> {
  const [row] = await rowsIn<{ id: string }>(name, 'select org_id as id from organisations where code = $1', [code]);
  return row!.id;
}

async function signIn(port: number, { portal, userName, domain }: DemoAccount = demoAccounts[0]) {
  const body = { username: base64(userName), password: base64(demoPassword), domainName: base64(domain || portal) };
  const request = { port, host: portal, path: '/user-management/login', method: 'POST', body };
  const { status, text } = await sendRequest(request);
  return { status, token: status === 200 ? (JSON.parse(text).result.accessToken as string) : '' };
}

const chained = (name: string) =>
  vi.waitFor(async () => expect(await rowsIn(name, 'select from audit_chain_queue limit 1')).toEqual([]));

async function recordsOf(settings: Settings) {
  return (await Array.fromAsync(recordFiles(settings['DATA_DIR']!).all())).filter((record) => record.type !== 'key');
}

async function withClient<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseUrl(server.ownerUrl, name));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Everything of an installation: the checksums of its organisations, its sequences, its files and its signed records. */
const stateOf = (name: string, settings: Settings) =>
  withClient(name, async (client) => ({
    organisations: organisationChecksums(await checksumsOf(client, await listTables(client))),
    sequences: await readSequences(client),
    files: readdirSync(settings['DATA_DIR']!, { recursive: true, withFileTypes: true })
      .flatMap((one) => (one.isFile() ? join(one.parentPath, one.name) : []))
      .sort(),
    records: await recordsOf(settings),
  }));

async function storePicture(settings: Settings, orgId: string, database: string): Promise<string> {
  const stored = newAddress(orgId);
  await diskStorage(join(settings['DATA_DIR']!, 'files')).storeAt(stored, Buffer.from(picture));
  await rowsIn(
    database,
    'update users set profile_picture = $1 where id = (select id from users where org_id = $2 limit 1)',
    [stored, orgId],
  );
  return stored;
}

beforeAll(async () => {
  server = await startPostgres({ dataDir: pathOf('server'), fast: true });
  origin = await externalSettings(server.ownerUrl, folder, 'origin');
  const port = await startProduct({ ...origin, DEMO_DATA: 'on' }).ready;
  for (const account of demoAccounts) await signIn(port, account);
  await chained('origin');
  await stopAllProducts();
  brambleId = await organisationId('origin', 'BRAMBLE');
  kestrelId = await organisationId('origin', 'KESTREL');
  address = await storePicture(origin, kestrelId, 'origin');
  await storePicture(origin, brambleId, 'origin');
  // an administrator of the platform sees the portal as a user of Kestrel
  await rowsIn(
    'origin',
    `insert into impersonations (id, org_id, user_id, session_id, viewer_id, reason, started_date, until, end_audit_id)
     select $1, u.org_id, u.id, s.id, s.user_id, 'a call', now(), now() + interval '1 hour', $2
       from users u, sessions s join nodes g on g.id = s.org_id and g.node_type = 'GLOBAL' where u.org_id = $3 limit 1`,
    [newId(), newId(), kestrelId],
  );
  // the heads of the hash chains are signed at a start
  await startProduct({ ...origin, DEMO_DATA: 'on' }).ready;
  await vi.waitFor(async () => {
    const signed = (await recordsOf(origin!)).map(({ orgId }) => orgId);
    if (![kestrelId, brambleId].every((id) => signed.includes(id))) throw new Error('not signed');
  });
  made = await run(origin, 'backup', kestrelFile, '--organisation', 'kestrel');
  await run(origin, 'backup', brambleFile, '--organisation', 'bramble toys');
  await stopAllProducts();
  other = await externalSettings(server.ownerUrl, folder, 'other');
  await run(other, 'admin', ...createAnna);
  if ((await run(other, 'restore', brambleFile)).code !== 0) throw new Error('not restored');
});
afterEach(stopAllProducts);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('each table is either part of the backup of an organisation or known to be left out', async () => {
  const leftOut = await withClient('origin', async (client) => {
    const included = new Set((await listOrganisationTables(client)).map(({ name }) => name));
    return (await listTables(client)).map(({ name }) => name).filter((name) => !included.has(name));
  });
  const ofInstallation = ['address_failures', 'clock_offset', 'rate_limits', 'unbound_encryption'];
  expect(leftOut).toEqual([...ofInstallation, 'idempotency_keys', 'impersonations', 'sessions'].sort());
});

test('the backup of an organisation holds no row, no file and no signed record of another one', async () => {
  const owned = await rowsIn<{ table: string }>(
    'origin',
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const foreign = await rowsIn<{ text: string }>(
    'origin',
    `select encode(hash, 'hex') as text from audit_chain where org_id <> $1
     union select name from nodes where org_id <> $1 and name like '% %'
     union select host from portal_hosts where org_id <> $1 and host <> 'localhost'
     union select domain_name from domains where org_id <> $1 and domain_name <> ''
     ${owned.map(({ table }) => `union select id::text from ${table} where org_id <> $1`).join(' ')}`,
    [kestrelId],
  );
  expect(foreign.length).toBeGreaterThan(100);
  expect(made.output).toMatch(new RegExp(`^${kestrelId}: \\d+ rows, checksum .*\\n1 files\\. The backup is`));
  const names: string[] = [];
  let content = '';
  for await (const entry of readArchive(kestrelFile)) {
    names.push(entry.name);
    content += `${entry.name}\n${(await entry.bytes()).toString('latin1')}\n`;
  }
  expect(content).toContain(kestrelId);
  expect(foreign.filter(({ text }) => content.includes(text))).toEqual([]);
  expect(names.filter((name) => name.startsWith('files/'))).toEqual([address.slice(1)]);
  expect(names.filter((name) => name.startsWith('audit/'))).toEqual([
    'audit/keys.jsonl',
    expect.stringMatching(/^audit\/records-/),
  ]);
});

/** Restores into the other installation, which has to refuse it, and where nothing may be written. */
async function errorOf(file: string, settings: Settings = other!): Promise<string> {
  const before = await stateOf('other', other!);
  const { code, output } = await run(settings, 'restore', file);
  expect([file, code, output]).toEqual([file, 1, expect.not.stringMatching(/^\s+at /m)]);
  expect(await stateOf('other', other!)).toEqual(before);
  return output;
}

test('refuses another secret key, another release, and names that belong to other organisations, and writes nothing', async () => {
  await rowsIn('other', `insert into portal_hosts (host, org_id) values ('${kestrelHost}', $1)`, [brambleId]);
  await rowsIn('other', `insert into domains (domain_name, org_id) values ('kestrelsports.com', $1)`, [brambleId]);
  await rowsIn('other', `update organisations set code = 'KESTREL' where org_id = $1`, [brambleId]);
  const taken = await errorOf(kestrelFile);
  expect(taken).toContain('portal host kestrel.localhost: Bramble Toys');
  expect(taken).toContain('domain kestrelsports.com: Bramble Toys');
  expect(taken).toContain('code KESTREL: Bramble Toys');
  expect(await errorOf(kestrelFile, { ...other!, SECRET_KEY: 'cd'.repeat(32) })).toContain('another SECRET_KEY');
  const newer = await changeManifest(kestrelFile, pathOf('newer.tar.gz'), (manifest) => ({
    ...manifest,
    release: manifest.release + 1,
  }));
  expect(await errorOf(newer)).toContain('only that version can restore it');
  // a manifest that conceals the names does not help
  const concealed = await changeManifest(kestrelFile, pathOf('concealed.tar.gz'), ({ organisation, ...manifest }) => ({
    ...manifest,
    organisation: { ...organisation, code: 'FREE', hosts: [], domains: [] },
  }));
  expect(await errorOf(concealed)).toMatch(
    /The database refuses a row of the backup, so nothing was written: .*Taken"/,
  );

  await rowsIn('other', `delete from portal_hosts where host = '${kestrelHost}'`);
  await rowsIn('other', `delete from domains where domain_name = 'kestrelsports.com'`);
  await rowsIn('other', `update organisations set code = 'BRAMBLE' where org_id = $1`, [brambleId]);
});

test('refuses a backup that is cut off or has content of another organisation, and writes nothing', async () => {
  const bytes = readFileSync(kestrelFile);
  for (const part of [0.3, 0.7, 0.99]) {
    writeFileSync(pathOf('cut.tar.gz'), bytes.subarray(0, Math.floor(bytes.length * part)));
    expect(await errorOf(pathOf('cut.tar.gz'))).toContain('cannot be read as a backup');
  }
  const record = `{"type":"anchor","orgId":"${brambleId}","position":1,"hash":"","at":"","key":"","signature":""}`;
  const changes: [folder: string, message: RegExp, (file: { name: string; bytes: Buffer }) => object][] = [
    [
      'tables/domains/',
      /table domains/,
      (file) => ({ bytes: `${file.bytes.toString()}new.example\tf\t${brambleId}\n` }),
    ],
    ['tables/roles/', /organisation/, ({ bytes: rows }) => ({ bytes: rows.toString().replace('\tt\t', '\tf\t') })],
    ['audit/records', /^audit\/.*another organisation/m, (file) => ({ bytes: `${file.bytes.toString()}${record}\n` })],
    ['files/', /^files\/.*another organisation/m, ({ name }) => ({ name: name.replace(kestrelId, brambleId) })],
    ['files/', /file files\//, () => ({ bytes: 'another picture' })],
    // a key that `npm run verify` would trust
    [
      'audit/keys',
      /is not as it was written/,
      (file) => ({ bytes: `${file.bytes.toString()}${file.bytes.toString()}` }),
    ],
  ];
  for (const [start, message, change] of changes) {
    const changed = pathOf('changed.tar.gz');
    await changeBackup(kestrelFile, changed, (file) => (file.name.startsWith(start) ? change(file) : undefined));
    expect(await errorOf(changed)).toMatch(message);
    rmSync(changed);
  }
});

test('restores an organisation beside others: equal checksums, others untouched, sign-in, nodes and files as before', async () => {
  await rowsIn('other', `select setval('node_labels', 1)`);
  const before = await stateOf('other', other!);
  const { code, output } = await run(other!, 'restore', kestrelFile);
  expect([code, output]).toEqual([0, expect.stringContaining('All chains are valid.')]);
  const after = await stateOf('other', other!);
  expect(after.organisations.filter(({ orgId }) => orgId !== kestrelId)).toEqual(before.organisations);
  expect(after.records.filter(({ orgId }) => orgId !== kestrelId)).toEqual(before.records);
  expect(after.records.filter(({ orgId }) => orgId === kestrelId)).toEqual(
    (await recordsOf(origin!)).filter(({ orgId }) => orgId === kestrelId),
  );
  expect((await run(other!, 'backup', pathOf('again.tar.gz'), '--organisation', 'KESTREL')).code).toBe(0);
  expect(await checksumsIn(pathOf('again.tar.gz'))).toEqual(await checksumsIn(kestrelFile));
  expect(await errorOf(kestrelFile)).toContain(`Kestrel Sports (${kestrelId}) is there already (table nodes)`);

  const port = await startProduct(other!).ready;
  const { status, token } = await signIn(port);
  const node = await sendRequest({ port, host: kestrelHost, path: `/node-management/node/${kestrelId}`, token });
  expect([status, node.status, node.text]).toEqual([200, 200, expect.stringContaining('Kestrel UK')]);
  const file = await sendRequest({ port, host: kestrelHost, path: address });
  expect([file.status, file.text]).toEqual([200, picture]);
  const body = { name: 'Kestrel Iberia', code: 'IBERIA', region: [], nodeType: 'COMPANY', parentId: kestrelId };
  const request = { port, host: kestrelHost, path: '/node-management/node', method: 'POST', token, body };
  expect(JSON.parse((await sendRequest(request)).text)).toMatchObject({ result: { name: 'Kestrel Iberia' } });
  const [highest] = await rowsIn<{ name: string }>(
    'other',
    `select name from nodes where org_id = $1 order by length(split_part(tpath, '.', -2)) desc, split_part(tpath, '.', -2) desc limit 1`,
    [kestrelId],
  );
  expect(highest).toEqual({ name: 'Kestrel Iberia' });
  await chained('other');
  await stopAllProducts();
  expect((await run(other!, 'verify')).output).toContain('All chains are valid.');
});

test('restores an organisation into the installation that it was removed from', async () => {
  expect((await run(origin!, 'admin', ...createAnna)).code).toBe(0);
  expect((await run(origin!, 'admin', 'demo', 'remove')).code).toBe(0);
  expect((await run(origin!, 'restore', brambleFile)).code).toBe(0);
  const before = await stateOf('origin', origin!);
  const { code, output } = await run(origin!, 'restore', kestrelFile);
  expect([code, output]).toEqual([0, expect.stringMatching(/demoDataRemoved[^]*All chains are valid\./)]);
  const after = await stateOf('origin', origin!);
  const ofOthers = ({ organisations }: typeof after) => organisations.filter(({ orgId }) => orgId !== kestrelId);
  expect(ofOthers(after)).toEqual(ofOthers(before));
  const labels = ({ sequences }: typeof after) => sequences.find(({ name }) => name === 'node_labels');
  expect(labels(after)).toEqual(labels(before));
  const gaps = await rowsIn('origin', 'select record from audit_gaps where org_id = $1', [kestrelId]);
  expect(gaps).toEqual([{ record: expect.objectContaining({ reason: 'demoDataRemoved' }) }]);
  expect(after.files).toContain(join(origin!['DATA_DIR']!, address));
});

test('entries that are missing from another organisation stay errors after a restore', async () => {
  await withClient('other', (client) => deleteOrganisations(client, [kestrelId]));
  await rowsIn('other', 'delete from audit_chain where org_id = $1', [brambleId]);
  const { code, output } = await run(other!, 'restore', kestrelFile);
  expect([code, output]).toEqual([1, expect.stringMatching(/ERROR Bramble Toys: entries 1 to \d+, .* were cut off/)]);
});

test('refuses a backup of an organisation that is not there, and of one with secrets that only this installation accepts', async () => {
  const unknown = await run(other!, 'backup', pathOf('unknown.tar.gz'), '--organisation', 'kestrels');
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('There is no organisation kestrels.')]);
  await rowsIn('other', 'insert into unbound_encryption values (true)');
  const unbound = await run(other!, 'backup', pathOf('unbound.tar.gz'), '--organisation', 'KESTREL');
  expect([unbound.code, unbound.output]).toEqual([1, expect.stringContaining('Run npm run rotate')]);
  expect(readdirSync(folder).filter((name) => /^un(known|bound)/.test(name))).toEqual([]);
});
