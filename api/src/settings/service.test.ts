import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  insertRow,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { newId } from '../platform/database/ids.ts';

const server = await startTestServer();
const hardened = await startTestServer({
  databaseUrl: server.ownerUrl,
  securityProfile: 'hardened',
  idleSeconds: 7200,
  warningSeconds: 60,
  keepAliveSeconds: 600,
});

type NodePath = { readonly [K in 'org' | 'company' | 'region' | 'group' | 'subGroup' | 'store']: TestNode };

async function createNodePath(slug: string): Promise<NodePath> {
  const org = await createOrganisation(server, { slug });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const group = await createNode(server, { parent: region, nodeType: 'STORE_GROUP' });
  const subGroup = await createNode(server, { parent: group, nodeType: 'SUB_STORE_GROUP' });
  const store = await createNode(server, { parent: subGroup, nodeType: 'STORE', name: 'Leeds' });
  return { org, company, region, group, subGroup, store };
}

const insertValue = (
  node: TestNode,
  section: string,
  field: string,
  value: unknown,
  more: Record<string, unknown> = {},
) =>
  insertRow(server, 'setting_values', {
    id: newId(),
    org_id: node.orgId,
    node_id: node.id,
    tpath: node.tpath,
    section,
    field,
    value: JSON.stringify(value),
    valid_from: '2026-01-01T00:00:00Z',
    ...more,
  });

const url = ({ id }: { id: string }) => `/node-management/node/${id}/configuration`;
const getConfiguration = async (client: ApiClient, node: TestNode) => (await client.get(url(node))).body.result;
const nameOf = async (client: ApiClient, node: TestNode) =>
  (await getConfiguration(client, node)).eBasketMgmtSettings[0].displaySettings.displayName as string | null;

let nodePath: NodePath;
let admin: ApiClient;
let storeClient: ApiClient;

beforeAll(async () => {
  nodePath = await createNodePath('acorn');
  admin = await createClient(server, await createUser(server, { node: nodePath.org }));
  storeClient = await createClient(server, await createUser(server, { node: nodePath.store, rights: [] }));
});

describe('the configuration of a node', () => {
  test('consists of the installation’s defaults if nothing is set', async () => {
    expect(await getConfiguration(storeClient, nodePath.store)).toMatchObject({
      eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: null } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: null } },
      nodeThemeSetting: defaultTheme,
      nodeDetail: { id: nodePath.store.id, name: 'Leeds', nodeType: 'STORE', orgCode: 'acorn' },
      sessionTimes: { idle: 2400, warning: 300, keepAlive: 3300 },
    });
  });

  test('takes each field from the nearest ancestor with a value over all six levels', async () => {
    const { org, company, region, group, subGroup, store } = await createNodePath('birch');
    const orgClient = await createClient(server, await createUser(server, { node: org }));
    const storeLevelClient = await createClient(server, await createUser(server, { node: store, rights: [] }));
    await insertValue(org, 'ebasketDisplay', 'displayName', 'Of the organisation');
    await insertValue(org, 'ebasketDisplay', 'displayLogo', '/files/logo.png');
    await insertValue(org, 'theme', 'primaryColour', '#AA0011');
    await insertValue(org, 'theme', 'textColour', '#101010');
    await insertValue(company, 'nodeConfig', 'autoLogoutDuration', '00:30:00');
    await insertValue(region, 'theme', 'primaryColour', '#0011AA');
    // a nearer value wins over a newer one
    await insertValue(group, 'ebasketDisplay', 'displayName', 'Of the group', { valid_from: '2025-01-01T00:00:00Z' });
    await insertValue(subGroup, 'nodeConfig', 'autoLogoutDuration', '00:10:00');
    const sister = await createNode(server, { parent: subGroup, nodeType: 'STORE' });
    await insertValue(sister, 'ebasketDisplay', 'displayName', 'Of the sister');

    const configuration = await getConfiguration(storeLevelClient, store);
    expect(configuration).toEqual(await getConfiguration(orgClient, store));
    expect(configuration).toMatchObject({
      eBasketMgmtSettings: [{ displaySettings: { displayLogo: '/files/logo.png', displayName: 'Of the group' } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: '00:10:00' } },
      nodeThemeSetting: { ...defaultTheme, primaryColour: '#0011AA', textColour: '#101010' },
      sessionTimes: { idle: 600 },
    });
    // a user of the store can read ancestors, each with its own effective values
    expect(await Promise.all([group, region, company, org].map((node) => nameOf(storeLevelClient, node)))).toEqual([
      'Of the group',
      'Of the organisation',
      'Of the organisation',
      'Of the organisation',
    ]);
    expect((await getConfiguration(storeLevelClient, company)).sessionTimes.idle).toBe(1800);
    expect((await getConfiguration(storeLevelClient, org)).nodeThemeSetting.primaryColour).toBe('#AA0011');
  });

  test('ignores values that have ended or not started, and prefers the later of two', async () => {
    const { org, store } = await createNodePath('cedar');
    const storeLevelClient = await createClient(server, await createUser(server, { node: store, rights: [] }));
    const field = ['ebasketDisplay', 'displayName'] as const;
    await insertValue(org, ...field, 'In force');
    expect(await nameOf(storeLevelClient, store)).toBe('In force');
    await insertValue(store, ...field, 'Taken back', { ended_date: '2026-02-01T00:00:00Z' });
    await insertValue(store, ...field, 'Over', {
      valid_from: '2026-01-02T00:00:00Z',
      valid_until: '2026-02-01T00:00:00Z',
    });
    expect(await nameOf(storeLevelClient, store)).toBe('In force');
    await insertValue(org, ...field, 'Later', { valid_from: '2026-01-03T00:00:00Z' });
    expect(await nameOf(storeLevelClient, store)).toBe('Later');
    const [tomorrow] = await server.query<{ at: string }>(`select (now() + interval '1 hour')::text as at`);
    await insertValue(store, ...field, 'Tomorrow', { valid_from: tomorrow!.at });
    expect(await nameOf(storeLevelClient, store)).toBe('Later');
    await server.advanceClock('61 minutes');
    const laterClient = await createClient(server, storeLevelClient.user);
    expect(await nameOf(laterClient, store)).toBe('Tomorrow');
    await server.advanceClock('0');
  });

  test('can be read for any past or future time in UTC or local time of the node', async () => {
    const { org, company, store } = await createNodePath('fir');
    await server.query(`update nodes set time_zone = 'Asia/Tokyo' where id = $1`, [company.id]);
    const orgClient = await createClient(server, await createUser(server, { node: org }));
    const field = ['ebasketDisplay', 'displayName'] as const;
    const validity = (from: string, until?: string) => ({
      valid_from: from,
      ...(until && { valid_until: until, ended_date: until }),
    });
    await insertValue(org, ...field, 'Of old', validity('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'));
    await insertValue(org, ...field, 'Of head office', validity('2026-02-01T00:00:00Z'));
    await insertValue(store, ...field, 'Of Christmas', {
      valid_from: '2099-12-24T06:00:00Z',
      valid_until: '2099-12-27T00:00:00Z',
    });
    const fieldsAt = async (timestamp: string, client = orgClient) =>
      (await client.get(`${url(store)}?at=${encodeURIComponent(timestamp)}`)).body;
    const nameAt = async (timestamp: string) =>
      (await fieldsAt(timestamp)).result.eBasketMgmtSettings[0].displaySettings.displayName as string | null;
    expect(await nameOf(orgClient, store)).toBe('Of head office');
    expect(await nameAt('2025-12-31T23:59:59Z')).toBe(null);
    expect(await nameAt('2026-01-15T12:00:00Z')).toBe('Of old');
    expect(await nameAt('2026-02-01T00:00:00Z')).toBe('Of head office');
    // Tokyo is nine hours ahead of UTC
    expect(await nameAt('2099-12-24T14:59')).toBe('Of head office');
    expect(await nameAt('2099-12-24T15:00')).toBe('Of Christmas');
    expect((await fieldsAt('2099-12-24T15:00')).result).toMatchObject({
      at: '2099-12-24T06:00:00Z',
      nodeDetail: { id: store.id },
    });
    const section = `/node-management/node/${store.id}/settings/ebasketDisplay?at=2099-12-24T15:00`;
    expect((await orgClient.get(section)).body.result).toMatchObject({
      at: '2099-12-24T06:00:00Z',
      timeZone: 'Asia/Tokyo',
      can: { edit: false },
      fields: { displayName: { value: 'Of Christmas', source: { id: store.id } } },
    });
    expect((await fieldsAt('yesterday')).messageCode).toBe('input.invalid');
    // planned values need a permission to read settings
    const storeLevelClient = await createClient(server, await createUser(server, { node: store, rights: [] }));
    expect((await fieldsAt('2099-12-24T15:00', storeLevelClient)).messageCode).toBe('setting.notToldThen');
  });

  test('ignores a value that no longer matches its schema and keeps all others', async () => {
    const { org } = await createNodePath('elder');
    const orgClient = await createClient(server, await createUser(server, { node: org }));
    await insertValue(org, 'ebasketDisplay', 'displayName', { not: 'a name' });
    await insertValue(org, 'ebasketDisplay', 'displayLogo', 'javascript:alert(1)');
    await insertValue(org, 'nodeConfig', 'autoLogoutDuration', 20);
    await insertValue(org, 'nodeConfig', 'unknownField', true);
    await insertValue(org, 'theme', 'primaryColour', 'red');
    await insertValue(org, 'theme', 'warnColour', '#AABBCC');
    expect(await getConfiguration(orgClient, org)).toMatchObject({
      eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: null } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: null } },
      nodeThemeSetting: { ...defaultTheme, warnColour: '#AABBCC' },
      sessionTimes: { idle: 2400 },
    });
  });
});

describe('the session times of a node', () => {
  const idleOf = async (targetServer: TestServer, node: TestNode) => {
    const user = await createUser(server, { node, rights: [] });
    return (await getConfiguration(await createClient(targetServer, user), node)).sessionTimes.idle as number;
  };

  test.for([
    ['00:01:00', 60, 60],
    ['00:10:00', 600, 600],
    ['12:00:00', 43_200, 900],
    ['00:00:59', 2400, 900],
    ['00:00:00', 2400, 900],
    ['12:00:01', 2400, 900],
    ['1:00:00', 2400, 900],
    ['soon', 2400, 900],
    [null, 2400, 900],
  ] as const)(
    'use a valid duration of %s, limited to 15 minutes in the hardened profile',
    async ([duration, idle, hardenedIdle]) => {
      const store = await createNode(server, { parent: nodePath.org, nodeType: 'STORE' });
      await insertValue(store, 'nodeConfig', 'autoLogoutDuration', duration);
      expect([await idleOf(server, store), await idleOf(hardened, store)]).toEqual([idle, hardenedIdle]);
    },
  );

  test('default to those of the installation', async () => {
    const client = await createClient(hardened, await createUser(server, { node: nodePath.store, rights: [] }));
    expect((await getConfiguration(client, nodePath.store)).sessionTimes).toEqual({
      idle: 900,
      warning: 60,
      keepAlive: 600,
    });
  });
});

describe('reading the configuration of a node', () => {
  test('returns the same 404 for nodes neither in nor above the actor’s scope as for unknown ones', async () => {
    const cousin = await createNode(server, { parent: nodePath.region, nodeType: 'STORE_GROUP' });
    const deletedNode = await createNode(server, {
      parent: nodePath.store,
      nodeType: 'STORE',
      deleted_date: '2026-01-01T00:00:00Z',
    });
    const foreign = await createNodePath('foreign');
    await insertValue(foreign.org, 'ebasketDisplay', 'displayName', 'Foreign');
    const unknownNode = await storeClient.get(url({ id: newId() }));
    expect([unknownNode.status, unknownNode.body.messageCode]).toEqual([404, 'node.unknown']);
    for (const node of [cousin, deletedNode, foreign.org, foreign.store, platformNode]) {
      const response = await storeClient.get(url(node));
      expect([response.status, response.text]).toEqual([404, unknownNode.text]);
    }
  });

  test('returns only the configuration of the organisation to users without a node', async () => {
    const clientWithoutNode = await createClient(
      server,
      await createUser(server, { node: nodePath.org, withoutNode: true }),
    );
    expect((await getConfiguration(clientWithoutNode, nodePath.org)).nodeDetail.orgCode).toBe('acorn');
    expect((await clientWithoutNode.get(url(nodePath.company))).status).toBe(404);
  });

  test('returns the configuration of any node to global users', async () => {
    const platformClient = await createClient(server, await createUser(server, { node: platformNode }));
    expect((await getConfiguration(platformClient, nodePath.store)).nodeDetail.name).toBe('Leeds');
    expect((await getConfiguration(platformClient, platformNode)).nodeDetail).toMatchObject({
      nodeType: 'GLOBAL',
      name: 'Global',
    });
    expect(await getConfiguration(admin, nodePath.store)).toEqual(
      await getConfiguration(platformClient, nodePath.store),
    );
  });
});
