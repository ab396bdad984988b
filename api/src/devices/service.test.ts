import { beforeEach, describe, expect, test } from 'vitest';
import { aNode, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { aSmallTree, codeOf, marksOf, namesOf, ofNode } from '../../test/small-tree.ts';

const house = await aServer();
let tree: Awaited<ReturnType<typeof aSmallTree>>;
let store: Place;
let admin: Caller;

beforeEach(async () => {
  tree = await aSmallTree(house);
  ({ store, admin } = tree);
});

const url = '/module-management/device';
let serials = 0;
const filled = (more: Record<string, unknown> = {}) => ({
  name: 'Till 1',
  type: 'tablet',
  address: `10.0.0.${(serials += 1) % 250}`,
  serial: `SN-${serials}`,
  ...more,
});
const add = (more: Record<string, unknown> = {}, caller = admin, at = store) =>
  caller.post(url, { ...filled(more), nodeId: at.id });
const added = async (more: Record<string, unknown> = {}) =>
  (await add(more)).body.result as { id: string; version: number; serial: string };
const list = (caller = admin, at = store) => caller.get(`${url}?nodeId=${at.id}`);
const anyone = (path: string, body: object) =>
  house.ask({ method: 'POST', url: `${url}/${path}`, host: tree.org.host, body });
const pair = async (id: string) =>
  (await admin.post(`${url}/${id}/pairing`)).body.result as { code: string; picture: string };
const paired = async (id: string) =>
  (await anyone('redeem', { code: (await pair(id)).code })).body.result as { key: string; deviceId: string };

describe('the devices of a store', () => {
  test('are added, listed by name, changed and taken away, and it is written down who did it', async () => {
    const { id, version } = await added({ name: 'Till B' });
    await added({ name: 'till a' });
    expect(namesOf((await list()).body.result)).toEqual(['till a', 'Till B']);
    const change = { ...filled({ name: 'Till C' }), type: 'mobile' };
    const { status, body } = await admin.put(`${url}/${id}`, change, { 'if-match': `"${version}"` });
    expect([status, body.result.name, body.result.type]).toEqual([200, 'Till C', 'mobile']);
    expect(codeOf(await admin.put(`${url}/${id}`, change, { 'if-match': `"${version}"` }))).toEqual([
      412,
      'record.stale',
    ]);
    expect((await admin.delete(`${url}/${id}`)).status).toBe(200);
    expect(namesOf((await list()).body.result)).toEqual(['till a']);
    expect((await marksOf(house, id)).map(({ action }) => action)).toEqual([
      'device.created',
      'device.updated',
      'device.deleted',
    ]);
  });

  test.each(['300.1.1.1', '1.1.1', '1.1.1.1.1', '01.1.1.1', '1.1.1.1:80', '1.1.1.256', '', 'fe80::1', '1.1.1.1.'])(
    'have a sound address: %s is none',
    async (address) => {
      const { status, body } = await add({ address });
      expect([status, body.errors]).toMatchObject([
        400,
        [{ path: 'address', messageCode: 'field.ipAddress', message: 'Enter Valid IPaddress' }],
      ]);
    },
  );

  test.each(['0.0.0.0', '192.168.1.20', '255.255.255.255', ' 10.1.2.3 '])(
    'have a sound address: %s is one',
    async (address) => {
      expect((await add({ address })).body.result.address).toBe(address.trim());
    },
  );

  test('are there once: the same serial in the organisation, or the same address in the store, is refused', async () => {
    const group = tree.group;
    const other = await aNode(house, { parent: group, nodeType: 'STORE' });
    const { serial } = await added({ address: '10.1.1.1' });
    const again = await add({ serial: serial.toLowerCase() }, admin, other);
    expect([again.status, again.body.message]).toEqual([409, 'Duplicate: Device already exists']);
    const beside = await add({ address: '10.1.1.1' });
    expect([beside.status, beside.body.message]).toEqual([409, 'Duplicate: Device already exists']);
    expect((await add({ address: '10.1.1.1' }, admin, other)).status).toBe(200);
  });

  test('belong to stores alone', async () => {
    expect(codeOf(await add({}, admin, tree.group))).toEqual([409, 'device.storeOnly']);
  });

  test('are out of reach from another area, and nobody’s to assign without the right to', async () => {
    const { id } = await added();
    const elsewhere = await signedIn(house, await aUser(house, { at: tree.south }));
    const stranger = (await aSmallTree(house)).admin;
    for (const caller of [elsewhere, stranger]) {
      expect(codeOf(await list(caller))).toEqual([404, 'node.unknown']);
      expect(codeOf(await add({}, caller))).toEqual([404, 'node.unknown']);
      expect(codeOf(await caller.put(`${url}/${id}`, filled()))).toEqual([404, 'device.unknown']);
      expect(codeOf(await caller.post(`${url}/${id}/pairing`))).toEqual([404, 'device.unknown']);
      expect(codeOf(await caller.delete(`${url}/${id}`))).toEqual([404, 'device.unknown']);
    }
    const looker = await signedIn(house, await aUser(house, { at: store, rights: ['view_node'] }));
    expect((await list(looker)).status).toBe(200);
    expect(codeOf(await add({}, looker))).toEqual([403, 'access.denied']);
  });

  test('keep their store from being deleted, and move along with it', async () => {
    const { id } = await added();
    for (const place of [store, tree.region])
      expect((await admin.get(ofNode(place))).body.result).toMatchObject({ deviceCount: 1 });
    const refused = await admin.delete(`${ofNode(store)}/delete`);
    expect(codeOf(refused)).toEqual([409, 'node.notEmpty']);
    expect(refused.body.message).toContain('0 places, 0 users and 1 devices');
    expect(refused.body.current).toMatchObject({ nodeId: store.id, deviceCount: 1 });
    await admin.put(`${ofNode(tree.region)}/move`, { parentId: tree.south.id });
    const south = await signedIn(house, await aUser(house, { at: tree.south }));
    expect((await list(south)).body.result).toMatchObject([{ id }]);
  });
});

describe('a device is paired', () => {
  test('by a code that it turns into a key of its own, once', async () => {
    const { id } = await added();
    const { code, picture } = await pair(id);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(picture).toMatch(/^data:image\/png;base64,iVBOR/);
    const { status, body } = await anyone('redeem', { code: code.toLowerCase().replaceAll('-', ' ') });
    expect([status, body.result.deviceId]).toEqual([200, id]);
    expect(codeOf(await anyone('redeem', { code }))).toEqual([400, 'device.codeUnknown']);
    const { key } = body.result;
    expect((await anyone('check-in', { key })).body.result).toEqual({ deviceId: id, name: 'Till 1', nodeId: store.id });
    const [shown] = (await list()).body.result;
    expect(shown.pairedDate).toEqual(expect.any(String));
    expect(shown.lastSeen).toEqual(expect.any(String));
    expect(JSON.stringify((await list()).body)).not.toContain(key);
  });

  test('by the last code alone, and not after its ten minutes', async () => {
    const { id } = await added();
    const first = await pair(id);
    const second = await pair(id);
    expect(codeOf(await anyone('redeem', { code: first.code }))).toEqual([400, 'device.codeUnknown']);
    await house.rows(`update devices set pairing_until = clock() where id = $1`, [id]);
    expect(codeOf(await anyone('redeem', { code: second.code }))).toEqual([400, 'device.codeUnknown']);
  });

  test('on the portal of its own organisation alone', async () => {
    const { id } = await added();
    const { code } = await pair(id);
    const other = await aSmallTree(house);
    const elsewhere = await house.ask({ method: 'POST', url: `${url}/redeem`, host: other.org.host, body: { code } });
    expect(codeOf(elsewhere)).toEqual([400, 'device.codeUnknown']);
    expect((await anyone('redeem', { code })).status).toBe(200);
  });

  test('until its key is ended, it goes, or its store is closed', async () => {
    const { id } = await added();
    const { key } = await paired(id);
    await admin.put(`${ofNode(tree.region)}/status`, { status: false });
    expect(codeOf(await anyone('check-in', { key }))).toEqual([400, 'device.keyUnknown']);
    await admin.put(`${ofNode(tree.region)}/status`, { status: true });
    expect((await anyone('check-in', { key })).status).toBe(200);
    expect((await admin.delete(`${url}/${id}/key`)).body.result.pairedDate).toBeNull();
    expect(codeOf(await anyone('check-in', { key }))).toEqual([400, 'device.keyUnknown']);
    const anew = await paired(id);
    await admin.delete(`${url}/${id}`);
    expect(codeOf(await anyone('check-in', { key: anew.key }))).toEqual([400, 'device.keyUnknown']);
  });
});
