import { mapPointLimit, parseMapPoints } from '@storeward/contract/dashboard/store-map';
import { beforeAll, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  insertRow,
  platformNode,
  type TestNode,
} from '../../test/builders.ts';
import { createDevice } from '../../test/devices.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
const url = '/node-management/node/dashboard/store-map';
let org: TestNode;
let company: TestNode;
let other: TestNode;
let admin: ApiClient;

const addStore = (parent: TestNode, name: string, fields: Record<string, unknown> = {}) =>
  createNode(server, { parent, nodeType: 'STORE', name, latitude: 52.5, longitude: 13.4, ...fields });
const mapOf = async (client: ApiClient, query = '') => {
  const response = await client.get(url + query);
  expect(response.status).toBe(200);
  const { total, points } = response.body.result as { total: number; points: string };
  return { total, points: parseMapPoints(points) };
};
const namesOn = async (client: ApiClient) => (await mapOf(client)).points.map(({ name }) => String(name)).sort();

beforeAll(async () => {
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', latitude: 1, longitude: 1 });
  other = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

test('the map has each store with coordinates, with its status, and counts the others', async () => {
  const open = await addStore(company, 'Open');
  const closed = await addStore(company, 'Closed', { status: false, latitude: -33.8, longitude: 151.2 });
  const silent = await addStore(company, 'Silent');
  await addStore(company, 'Nowhere', { latitude: null, longitude: null });
  await addStore(company, 'Gone', { deleted_date: '2026-01-01' });
  for (const [store, hours] of [
    [open, 1],
    [silent, 25],
    [closed, 25],
  ] as const) {
    const device = await createDevice(server, await createUser(server, { node: store }));
    await server.query(
      `update devices set key_hash = decode(md5(id::text), 'hex'), last_seen = now() - make_interval(hours => $2) where id = $1`,
      [device.id, hours],
    );
  }
  const { total, points } = await mapOf(admin);
  expect(total).toBe(4);
  const point = { latitude: 52.5, longitude: 13.4, count: 1, silent: 0, disabled: 0 };
  expect(points).toEqual([
    { ...point, id: open.id, name: 'Open' },
    { ...point, id: closed.id, name: 'Closed', latitude: -33.8, longitude: 151.2, disabled: 1 },
    { ...point, id: silent.id, name: 'Silent', silent: 1 },
  ]);
});

test('the map of a manager ends at their own node, and another organisation has its own', async () => {
  await addStore(other, 'Elsewhere');
  expect(await namesOn(admin)).toContain('Elsewhere');
  expect(await namesOn(await createClient(server, await createUser(server, { node: company })))).not.toContain(
    'Elsewhere',
  );
  expect(await namesOn(await createClient(server, await createUser(server, { node: other })))).toEqual(['Elsewhere']);
  const stranger = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
  expect(await mapOf(stranger)).toEqual({ total: 0, points: [] });
  expect(await mapOf(stranger, `?orgId=${org.id}`)).toEqual({ total: 0, points: [] });
  const nobody = await createClient(server, await createUser(server, { node: org, withoutNode: true }));
  expect(await mapOf(nobody)).toEqual({ total: 0, points: [] });
});

test('the platform sees the map of an organisation that it names', async () => {
  const global = await createClient(server, await createUser(server, { node: platformNode }));
  expect((await mapOf(global)).points).toEqual([]);
  expect((await mapOf(global, `?orgId=${org.id}`)).points.length).toBe((await mapOf(admin)).points.length);
});

test('a portal that does not show a region leaves its stores out of the map', async () => {
  const divided = await createOrganisation(server, { slug: 'map-regions' });
  const host = 'map-regions.cn';
  await insertRow(server, 'portal_hosts', { host, org_id: divided.id });
  const branch = await createNode(server, { parent: divided, nodeType: 'COMPANY' });
  for (const region of ['CHINA', 'REST_OF_WORLD'])
    await addStore(await createNode(server, { parent: branch, nodeType: 'TRADING_REGION', region: [region] }), region);
  const user = await createUser(server, { node: divided });
  expect(await namesOn(await createClient(server, user))).toEqual(['REST_OF_WORLD']);
  expect(await namesOn(await createClient(server, { ...user, host }))).toEqual(['CHINA']);
});

test('the map needs the permission for the dashboard and no other', async () => {
  const reader = await createUser(server, { node: org, rights: ['om_dashboard'] });
  expect((await (await createClient(server, reader)).get(url)).status).toBe(200);
  const denied = await createUser(server, { node: org, rights: ['list_users'] });
  expect((await (await createClient(server, denied)).get(url)).status).toBe(403);
});

test('the stores of a very large organisation are summed up by area', async () => {
  const large = await createOrganisation(server);
  const top = await createNode(server, { parent: large, nodeType: 'COMPANY' });
  await addStore(top, 'First', { status: false });
  await addStore(top, 'Alone', { latitude: -10.5 });
  await server.query(
    `insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text, latitude, longitude)
     select gen_random_uuid(), $1, $2, $3 || 'm' || x || '.', 'STORE', x, x, x, x, x, 52.5 + x % 10, 13.4 from generate_series(1, $4::int) x`,
    [large.id, top.id, top.tpath, mapPointLimit],
  );
  const client = await createClient(server, await createUser(server, { node: large }));
  const { total, points } = await mapOf(client);
  expect([total, points.length]).toEqual([mapPointLimit + 2, 11]);
  expect(points[0]).toEqual({
    id: null,
    name: null,
    latitude: 52.5,
    longitude: 13.4,
    count: 1001,
    silent: 0,
    disabled: 1,
  });
});
