import { connectionTestLimits } from '@storeward/contract/settings/endpoints/connection-test';
import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { ftpAccount, startFtpServer, startScriptedFtp } from './ftp-servers.ts';
import { errorsOf } from './lists.ts';
import { startTestServer } from './server.ts';
import { salesforceClient, startSalesforce } from './token-server.ts';
import { trustLocalhost } from './tls-fixture.ts';

const server = await startTestServer({ webhookNetworks: ['127.0.0.1'] });
const ftp = await startFtpServer();
// names of loopback are refused outside of development, its address is a network of the operator here
const ftpUrl = ftp.url.replace('localhost', '127.0.0.1');
const other = await startScriptedFtp();
const otherUrl = other.url.replace('localhost', '127.0.0.1');
for (const { close } of [ftp, other]) afterAll(close);
let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

/** A new organisation with a company and a store, and an administrator of it. */
async function createTree() {
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, { parent: region, nodeType: 'STORE' });
  admin = await createClient(server, await createUser(server, { node: org }));
}

type Fields = Readonly<Record<string, unknown>>;
const inputs = (values: Fields) => ({
  fields: Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value === undefined ? null : { value, mode: 'free' }]),
  ),
});
const urlOf = ({ id }: TestNode, section: string, more = '') =>
  `/node-management/node/${id}/settings/${section}${more}`;
const save = async (node: TestNode, section: string, values: Fields) => {
  const saved = await admin.put(urlOf(node, section), inputs(values));
  expect([saved.status, errorsOf(saved)]).toEqual([200, []]);
};
const tryOut = (node: TestNode, section: string, values: Fields = {}, client = admin) =>
  client.post(urlOf(node, section, '/connection-test'), inputs(values));
const resultOf = async (node: TestNode, section: string, values: Fields = {}, client = admin) =>
  (await tryOut(node, section, values, client)).body.result?.result;

const expectConnection = async (node: TestNode) => expect(await resultOf(node, 'salesExport')).toBe('connectedPlain');

const connection = { url: ftpUrl, ...ftpAccount, folderName: 'outbound', versionUrl: 'https://sales.example.com/v' };

describe('a test of the sales export', () => {
  beforeAll(createTree);

  test('uses what is typed, without storing it', async () => {
    const { url, username, password, folderName } = connection;
    expect(await resultOf(company, 'salesExport', { url, username, password, folderName })).toBe('connectedPlain');
    expect(await resultOf(company, 'salesExport', { url, username, password: 'no', folderName })).toBe(
      'wrongCredentials',
    );
    expect(await resultOf(company, 'salesExport', { url, username, password, folderName: 'none' })).toBe(
      'folderMissing',
    );
    const { fields } = (await admin.get(urlOf(company, 'salesExport'))).body.result;
    expect(fields.url.isSet).toBe(false);
  });

  test('uses what is stored, also from above', async () => {
    await save(company, 'salesExport', connection);
    expect(await resultOf(company, 'salesExport')).toBe('connectedPlain');
    expect(await resultOf(store, 'salesExport')).toBe('connectedPlain');
    expect(await resultOf(store, 'salesExport', { folderName: 'none' })).toBe('folderMissing');
    expect(await resultOf(store, 'salesExport', { password: 'typed instead' })).toBe('wrongCredentials');
  });

  test('returns and records address and result, and no secret', async () => {
    const { status, text, body } = await tryOut(store, 'salesExport');
    expect(status).toBe(200);
    expect(body.result).toEqual({
      result: 'connectedPlain',
      address: new URL(ftpUrl).host,
      durationMs: expect.any(Number),
    });
    const rows = await server.query(
      `select action, entity, entity_id as "entityId", before, after from audit where entity_id = $1 and action = 'setting.connectionTested' order by at desc, id desc`,
      [store.id],
    );
    expect(rows[0]).toEqual({
      action: 'setting.connectionTested',
      entity: 'node',
      entityId: store.id,
      before: null,
      after: { section: 'salesExport', server: new URL(ftpUrl).host, result: 'connectedPlain' },
    });
    for (const line of [text, JSON.stringify(rows), server.logOutput()])
      expect(line).not.toContain(connection.password);
  });

  test('names missing and invalid values at their fields', async () => {
    const empty = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const missing = await tryOut(empty, 'salesExport');
    expect([missing.status, errorsOf(missing)]).toEqual([
      400,
      [
        ['fields.url', 'field.required'],
        ['fields.folderName', 'field.folderNameRequired'],
      ],
    ]);
    const invalid = await tryOut(empty, 'salesExport', { url: 'https://sales.example.com', folderName: 'in' });
    expect([invalid.status, errorsOf(invalid)]).toEqual([400, [['fields.url', 'field.ftpAddress']]]);
    const unknown = await tryOut(empty, 'salesExport', { host: 'sales.example.com' });
    expect([unknown.status, unknown.body.messageCode]).toEqual([400, 'setting.unknownField']);
  });

  test('refuses private addresses other than those of the operator', async () => {
    for (const url of [
      'ftp://10.0.0.1',
      'ftp://169.254.169.254',
      'ftps://[::1]',
      'ftp://localhost',
      'ftp://0x7f000002',
    ])
      expect(await resultOf(company, 'salesExport', { ...connection, versionUrl: undefined, url })).toBe(
        'privateAddress',
      );
  });
});

describe('a stored secret', () => {
  beforeAll(async () => {
    await createTree();
    await save(company, 'salesExport', connection);
  });
  const sent = () => [...ftp.signIns.filter((line) => line.startsWith('thief')), ...other.commands];

  test('is not sent to an address that is typed, at its own location or below', async () => {
    for (const node of [company, store])
      expect(await resultOf(node, 'salesExport', { url: otherUrl })).toBe('secretNeeded');
    expect(sent()).toEqual([]);
  });

  test('is not sent to an address that a location below has stored, before or after it', async () => {
    await save(store, 'salesExport', { url: otherUrl });
    expect(await resultOf(store, 'salesExport')).toBe('secretNeeded');
    await save(company, 'salesExport', { password: `${connection.password} anew` });
    expect(await resultOf(store, 'salesExport')).toBe('secretNeeded');
    expect(sent()).toEqual([]);
    await save(company, 'salesExport', { password: connection.password });
    await save(store, 'salesExport', { url: undefined });
    expect(await resultOf(store, 'salesExport')).toBe('connectedPlain');
  });

  test('is not sent to an address that was stored after it, whatever happens to its mode or by a rollback', async () => {
    await save(company, 'salesExport', { url: otherUrl });
    expect(await resultOf(company, 'salesExport')).toBe('secretNeeded');
    const locked = { fields: { password: { value: null, mode: 'locked' } } };
    expect((await admin.put(urlOf(company, 'salesExport'), locked)).status).toBe(200);
    expect(await resultOf(company, 'salesExport')).toBe('secretNeeded');
    const [last] = (await admin.get(urlOf(company, 'salesExport', '/history'))).body.result;
    expect(
      (await admin.post(urlOf(company, 'salesExport', '/rollback'), { changeId: last.id, fields: ['password'] }))
        .status,
    ).toBe(200);
    expect(await resultOf(company, 'salesExport')).toBe('secretNeeded');
    expect(await resultOf(store, 'salesExport')).toBe('secretNeeded');
    expect(sent()).toEqual([]);
    // a user who knows it enters it for the new address
    await save(company, 'salesExport', { password: 'for the other server' });
    await resultOf(company, 'salesExport');
    expect(sent()).toContain('PASS for the other server');
  });
});

describe('a stored secret that was entered for the address of a location above', () => {
  let region: TestNode;
  beforeEach(async () => {
    await createTree();
    region = store.parent!;
    const { username, password, folderName, versionUrl, url } = connection;
    await save(org, 'salesExport', { ...connection, url: otherUrl, password: 'of the organisation' });
    await save(company, 'salesExport', { url });
    await save(region, 'salesExport', { username, password, folderName, versionUrl });
    await expectConnection(store);
  });
  const passwords = () => other.commands.filter((line) => line === `PASS ${connection.password}`);

  test('is not sent to an older address that another location above has, after a move below it', async () => {
    const elsewhere = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const move = (parentId: string) => admin.put(`/node-management/node/${region.id}/move`, { parentId });
    expect((await move(elsewhere.id)).status).toBe(200);
    for (const node of [region, store]) expect(await resultOf(node, 'salesExport')).toBe('secretNeeded');
    expect(passwords()).toEqual([]);
    // a user who knows it enters it there
    await save(region, 'salesExport', { url: ftpUrl, password: `${connection.password} ` });
    await save(region, 'salesExport', { password: connection.password });
    expect(await resultOf(store, 'salesExport')).toBe('connectedPlain');
  });

  test('is not sent to an older address further up once the one between them is removed', async () => {
    await save(company, 'salesExport', { url: undefined });
    for (const node of [region, store]) expect(await resultOf(node, 'salesExport')).toBe('secretNeeded');
    expect(passwords()).toEqual([]);
  });

  test('is not sent to an older address of its own location that a lock above no longer overrules', async () => {
    await save(region, 'salesExport', { url: otherUrl });
    const lock = (mode: string) =>
      admin.put(urlOf(company, 'salesExport'), { fields: { url: { value: ftpUrl, mode } } });
    expect((await lock('locked')).status).toBe(200);
    await save(region, 'salesExport', { password: 'entered under the lock' });
    expect(await resultOf(region, 'salesExport')).toBe('wrongCredentials');
    expect((await lock('free')).status).toBe(200);
    expect(await resultOf(region, 'salesExport')).toBe('secretNeeded');
    expect(other.commands).not.toContain('PASS entered under the lock');
  });
});

test('Salesforce is tested with its client secret, which is stored with the address', async () => {
  trustLocalhost();
  await createTree();
  const salesforce = await startSalesforce();
  await save(company, 'salesforce', {
    grantType: 'client_credentials',
    clientId: salesforceClient.id,
    clientSecret: salesforceClient.secret,
    version: 'v24_5',
    siteId: 'KestrelGB',
    url: salesforce.url.replace('localhost', '127.0.0.1'),
  });
  expect(await resultOf(company, 'salesforce')).toBe('connected');
  expect(await resultOf(store, 'salesforce', { siteId: 'Elsewhere' })).toBe('siteUnknown');
  expect(await resultOf(store, 'salesforce', { url: 'https://shop.example.com' })).toBe('secretNeeded');
  const { text } = await admin.get(urlOf(store, 'salesforce'));
  expect(text).not.toContain(salesforceClient.secret);
});

test('exactly the sections that describe a connection can be tested', async () => {
  await createTree();
  for (const name of sectionNames) {
    const { connection: declared } = sectionOf(name);
    const { body } = await tryOut(company, name);
    expect([name, body.messageCode]).toEqual([name, declared ? 'input.invalid' : 'setting.noConnection']);
  }
});

test('a connection is tested only by those who may change its section there', async () => {
  await createTree();
  const { url, username, password, folderName } = connection;
  const typed = { url, username, password, folderName };
  const viewer = await createUser(server, { node: company, rights: ['view_node', 'edit_node_module', 'view_setting'] });
  const reader = await createClient(server, viewer);
  expect((await tryOut(company, 'salesExport', typed, reader)).body.messageCode).toBe('setting.notYours');
  const sibling = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const neighbour = await createClient(server, await createUser(server, { node: sibling }));
  expect((await tryOut(company, 'salesExport', typed, neighbour)).status).toBe(404);
});

test('tests are limited for a user and for an organisation, and one runs at a time', async () => {
  await createTree();
  const { url, username, password, folderName } = connection;
  const typed = { url, username, password, folderName };
  const silent = await startScriptedFtp({ USER: () => undefined });
  onTestFinished(silent.close);
  const pending = tryOut(company, 'salesExport', { ...typed, url: silent.url.replace('localhost', '127.0.0.1') });
  await expect.poll(() => silent.connectionCount()).toBe(1);
  const second = await tryOut(company, 'salesExport', typed);
  expect([second.status, second.body.messageCode]).toEqual([429, 'setting.tooManyTests']);
  expect((await pending).body.result.result).toBe('timeout');

  const tested = (count: number, actorId: string) =>
    server.query(
      `insert into audit (id, org_id, tpath, actor_id, address, action, entity, entity_id)
       select gen_random_uuid(), $1, $2, $3, '127.0.0.1', 'setting.connectionTested', 'node', $4 from generate_series(1, $5)`,
      [org.orgId, company.tpath, actorId, company.id, count],
    );
  await tested(connectionTestLimits.user - 1, admin.user.id);
  const limited = await tryOut(company, 'salesExport', typed);
  expect([limited.status, limited.body.messageCode]).toEqual([429, 'setting.tooManyTests']);
  const colleague = await createUser(server, { node: org });
  const client = await createClient(server, colleague);
  expect(await resultOf(company, 'salesExport', typed, client)).toBe('connectedPlain');
  await tested(connectionTestLimits.organisation - connectionTestLimits.user - 1, viewerId());
  expect((await tryOut(company, 'salesExport', typed, client)).status).toBe(429);
  await server.advanceClock(`${connectionTestLimits.minutes} minutes`);
  expect(await resultOf(company, 'salesExport', typed, client)).toBe('connectedPlain');
});

const viewerId = () => '00000000-0000-7000-8000-000000000001';
