import { beforeEach, describe, expect, test } from 'vitest';
import { createNode, createUser, type ApiClient, type TestNode, createClient } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { createSmallTree, statusAndCode, auditEntriesOf, namesOf, nodeUrl } from '../../test/small-tree.ts';

const server = await startTestServer();
let tree: Awaited<ReturnType<typeof createSmallTree>>;
let store: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  tree = await createSmallTree(server);
  ({ store, admin } = tree);
});

const url = '/module-management/device';
let serials = 0;
const deviceInput = (overrides: Record<string, unknown> = {}) => ({
  name: 'Till 1',
  type: 'tablet',
  address: `10.0.0.${(serials += 1) % 250}`,
  serial: `SN-${serials}`,
  ...overrides,
});
const postDevice = (overrides: Record<string, unknown> = {}, client = admin, node = store) =>
  client.post(url, { ...deviceInput(overrides), nodeId: node.id });
const createDevice = async (overrides: Record<string, unknown> = {}) =>
  (await postDevice(overrides)).body.result as { id: string; version: number; serial: string };
const listDevices = (client = admin, node = store) => client.get(`${url}?nodeId=${node.id}`);
const postAnonymously = (path: string, body: object) =>
  server.request({ method: 'POST', url: `${url}/${path}`, host: tree.org.host, body });
const pair = async (id: string) => (await admin.post(`${url}/${id}/pairing`)).body.result as { code: string };
const redeemPairing = async (id: string) =>
  (await postAnonymously('redeem', { code: (await pair(id)).code })).body.result as { key: string; deviceId: string };

describe('devices of a store', () => {
  test('can be added, listed by name, changed and deleted, with audit entries', async () => {
    const { id, version } = await createDevice({ name: 'Till B' });
    await createDevice({ name: 'till a' });
    expect(namesOf((await listDevices()).body.result)).toEqual(['till a', 'Till B']);
    const change = { ...deviceInput({ name: 'Till C' }), type: 'mobile' };
    const { status, body } = await admin.put(`${url}/${id}`, change, { 'if-match': `"${version}"` });
    expect([status, body.result.name, body.result.type]).toEqual([200, 'Till C', 'mobile']);
    expect(statusAndCode(await admin.put(`${url}/${id}`, change, { 'if-match': `"${version}"` }))).toEqual([
      412,
      'record.stale',
    ]);
    expect((await admin.delete(`${url}/${id}`)).status).toBe(200);
    expect(namesOf((await listDevices()).body.result)).toEqual(['till a']);
    expect((await auditEntriesOf(server, id)).map(({ action }) => action)).toEqual([
      'device.created',
      'device.updated',
      'device.deleted',
    ]);
  });

  test.each(['300.1.1.1', '1.1.1', '1.1.1.1.1', '01.1.1.1', '1.1.1.1:80', '1.1.1.256', '', 'fe80::1', '1.1.1.1.'])(
    'reject the invalid IPv4 address %s',
    async (address) => {
      const { status, body } = await postDevice({ address });
      expect([status, body.errors]).toMatchObject([
        400,
        [{ path: 'address', messageCode: 'field.ipAddress', message: 'Enter Valid IPaddress' }],
      ]);
    },
  );

  test.each(['0.0.0.0', '192.168.1.20', '255.255.255.255', ' 10.1.2.3 '])(
    'accept the IPv4 address %s',
    async (address) => {
      expect((await postDevice({ address })).body.result.address).toBe(address.trim());
    },
  );

  test('must have a serial unique in the organisation and an address unique in the store', async () => {
    const group = tree.group;
    const other = await createNode(server, { parent: group, nodeType: 'STORE' });
    const { serial } = await createDevice({ address: '10.1.1.1' });
    const duplicateSerial = await postDevice({ serial: serial.toLowerCase() }, admin, other);
    expect([duplicateSerial.status, duplicateSerial.body.message]).toEqual([409, 'Duplicate: Device already exists']);
    const duplicateAddress = await postDevice({ address: '10.1.1.1' });
    expect([duplicateAddress.status, duplicateAddress.body.message]).toEqual([409, 'Duplicate: Device already exists']);
    expect((await postDevice({ address: '10.1.1.1' }, admin, other)).status).toBe(200);
  });

  test('can only be added to stores', async () => {
    expect(statusAndCode(await postDevice({}, admin, tree.group))).toEqual([409, 'device.storeOnly']);
  });

  test('are not accessible from another scope or without the required permission', async () => {
    const { id } = await createDevice();
    const otherCompanyUser = await createClient(server, await createUser(server, { node: tree.south }));
    const otherOrganisationUser = (await createSmallTree(server)).admin;
    for (const client of [otherCompanyUser, otherOrganisationUser]) {
      expect(statusAndCode(await listDevices(client))).toEqual([404, 'node.unknown']);
      expect(statusAndCode(await postDevice({}, client))).toEqual([404, 'node.unknown']);
      expect(statusAndCode(await client.put(`${url}/${id}`, deviceInput()))).toEqual([404, 'device.unknown']);
      expect(statusAndCode(await client.post(`${url}/${id}/pairing`))).toEqual([404, 'device.unknown']);
      expect(statusAndCode(await client.delete(`${url}/${id}`))).toEqual([404, 'device.unknown']);
    }
    const viewer = await createClient(server, await createUser(server, { node: store, rights: ['view_node'] }));
    expect((await listDevices(viewer)).status).toBe(200);
    expect(statusAndCode(await postDevice({}, viewer))).toEqual([403, 'access.denied']);
  });

  test('prevent the deletion of their store and move along with it', async () => {
    const { id } = await createDevice();
    for (const node of [store, tree.region])
      expect((await admin.get(nodeUrl(node))).body.result).toMatchObject({ deviceCount: 1 });
    const rejected = await admin.delete(`${nodeUrl(store)}/delete`);
    expect(statusAndCode(rejected)).toEqual([409, 'node.notEmpty']);
    expect(rejected.body.message).toContain('0 locations, 0 users and 1 device.');
    expect(rejected.body.current).toMatchObject({ nodeId: store.id, deviceCount: 1 });
    await admin.put(`${nodeUrl(tree.region)}/move`, { parentId: tree.south.id });
    const south = await createClient(server, await createUser(server, { node: tree.south }));
    expect((await listDevices(south)).body.result).toMatchObject([{ id }]);
  });
});

describe('device pairing', () => {
  test('exchanges a pairing code for a device key once', async () => {
    const { id } = await createDevice();
    const { code } = await pair(id);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const { status, body } = await postAnonymously('redeem', { code: code.toLowerCase().replaceAll('-', ' ') });
    expect([status, body.result.deviceId]).toEqual([200, id]);
    expect(statusAndCode(await postAnonymously('redeem', { code }))).toEqual([400, 'device.codeUnknown']);
    const { key } = body.result;
    expect((await postAnonymously('check-in', { key })).body.result).toEqual({
      deviceId: id,
      name: 'Till 1',
      nodeId: store.id,
    });
    const [device] = (await listDevices()).body.result;
    expect(device.pairedDate).toEqual(expect.any(String));
    expect(device.lastSeen).toEqual(expect.any(String));
    expect(JSON.stringify((await listDevices()).body)).not.toContain(key);
  });

  test('accepts only the latest pairing code, within ten minutes', async () => {
    const { id } = await createDevice();
    const first = await pair(id);
    const second = await pair(id);
    expect(statusAndCode(await postAnonymously('redeem', { code: first.code }))).toEqual([400, 'device.codeUnknown']);
    await server.query(`update devices set pairing_until = clock() where id = $1`, [id]);
    expect(statusAndCode(await postAnonymously('redeem', { code: second.code }))).toEqual([400, 'device.codeUnknown']);
  });

  test('works only on the portal of the device’s organisation', async () => {
    const { id } = await createDevice();
    const { code } = await pair(id);
    const other = await createSmallTree(server);
    const otherCompanyUser = await server.request({
      method: 'POST',
      url: `${url}/redeem`,
      host: other.org.host,
      body: { code },
    });
    expect(statusAndCode(otherCompanyUser)).toEqual([400, 'device.codeUnknown']);
    expect((await postAnonymously('redeem', { code })).status).toBe(200);
  });

  test('ends when the key is revoked, the device is deleted or its store is disabled', async () => {
    const { id } = await createDevice();
    const { key } = await redeemPairing(id);
    await admin.put(`${nodeUrl(tree.region)}/status`, { status: false });
    expect(statusAndCode(await postAnonymously('check-in', { key }))).toEqual([400, 'device.keyUnknown']);
    await admin.put(`${nodeUrl(tree.region)}/status`, { status: true });
    expect((await postAnonymously('check-in', { key })).status).toBe(200);
    expect((await admin.delete(`${url}/${id}/key`)).body.result.pairedDate).toBeNull();
    expect(statusAndCode(await postAnonymously('check-in', { key }))).toEqual([400, 'device.keyUnknown']);
    const repaired = await redeemPairing(id);
    await admin.delete(`${url}/${id}`);
    expect(statusAndCode(await postAnonymously('check-in', { key: repaired.key }))).toEqual([400, 'device.keyUnknown']);
  });
});
