import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  platformNode,
  type TestNode,
} from './builders.ts';
import { allEndpoints, preparedRequest } from './endpoints.ts';
import { startTestServer } from './server.ts';

type Json = Readonly<Record<string, unknown>>;

type RoundTrip = {
  /** Reads the record by the URL of its change; by default the URL is the same. */
  readonly read?: (client: ApiClient, url: string) => Promise<Json>;
  /** Values of optional fields. */
  readonly filled?: Json;
  /** The record as the test inserts it lacks fields that the endpoint requires. */
  readonly incomplete?: true;
  readonly change: (record: Json) => Json;
  /** What is compared of a record, if not all but its metadata. */
  readonly compared?: (record: Json) => unknown;
};

const parentOf = (url: string) => url.replace(/\/[^/]+$/, '');
const read = async (client: ApiClient, url: string): Promise<Json> => (await client.get(url)).body.result;
const readAbove = (client: ApiClient, url: string) => read(client, parentOf(url));
const readOrganisation = (client: ApiClient, url: string) =>
  read(client, url.replace('/node/', '/organization/').replace(/\/status$/, ''));
const findBy = (url: string, listed: unknown) => (listed as Json[]).find(({ id }) => url.endsWith(String(id)))!;
const readListed = async (client: ApiClient, url: string) => findBy(url, await read(client, parentOf(url)));
const readView = async (client: ApiClient, url: string) => findBy(url, (await read(client, parentOf(url)))['views']);
async function readDevice(client: ApiClient, url: string) {
  const [store] = await server.query('select node_id from devices where id = $1', [url.split('/').at(-1)]);
  return findBy(url, await read(client, `${parentOf(url)}?nodeId=${store!['node_id']}`));
}

type Field = { readonly value: unknown; readonly own: { readonly mode: string } | null };
const fieldsOf = (section: Json) => section['fields'] as Readonly<Record<string, Field>>;
const valuesOf = (section: Json) =>
  Object.entries(fieldsOf(section)).map(([name, { value, own }]) => ({ name, value, mode: own?.mode }));

const renamed = () => ({ name: 'Renamed' });
const disabled = () => ({ status: false });
const ofUser = { change: () => ({ lastName: 'Renamed' }) };
const ofView = { read: readView, change: renamed };
const ofStatus = { read: readAbove, change: disabled };

/** Every endpoint that changes one record by its version. A new one is added here. */
const roundTrips: Readonly<Record<string, RoundTrip>> = {
  'apiKeys.update': { read: readListed, filled: { networks: ['10.0.0.0/8'] }, change: renamed },
  'devices.update': { read: readDevice, change: renamed },
  'nodes.update': {
    filled: {
      street: '1 High Street',
      city: 'Leeds',
      state: 'West Yorkshire',
      postCode: 'LS1 4AP',
      country: 'GB',
      timeZone: 'Europe/London',
      latitude: 53.8,
      longitude: -1.5,
      phoneNumber: '+44 113 496 0127',
      emailId: 'shop@mail.example',
    },
    change: ({ address }) => ({ address: { ...(address as Json), city: 'York' } }),
  },
  'nodes.setStatus': ofStatus,
  'nodes.move': { read: readAbove, change: () => ({}) },
  'organisations.update': { read: readOrganisation, incomplete: true, change: renamed },
  'organisations.setStatus': { read: readOrganisation, change: disabled },
  'products.update': { change: () => ({ price: { amount: '9.99', currency: 'EUR' } }) },
  'products.setStatus': ofStatus,
  'roles.update': { change: renamed },
  'roles.setStatus': ofStatus,
  'settings.update': {
    change: (section) => {
      const fields = fieldsOf(section);
      return { fields: { ...fields, displayName: { ...fields['displayName'], value: 'Renamed' } } };
    },
    compared: valuesOf,
  },
  'users.update': ofUser,
  'users.setStatus': ofStatus,
  'profiles.update': ofUser,
  'userViews.update': ofView,
  'productViews.update': ofView,
  'webhooks.update': { read: readListed, change: () => ({ description: 'Renamed' }) },
};

const puts = allEndpoints.filter(({ endpoint }) => endpoint.versioned && endpoint.method === 'PUT');
const server = await startTestServer();
const hardened = await startTestServer({ databaseUrl: server.ownerUrl, securityProfile: 'hardened' });

const withoutMetadata = ({ version: _, updatedDate: __, updatedBy: ___, ...record }: Json) => record;

/** The audit entries that have a field with another value than before. */
const auditedChanges = () =>
  server.query(`select action from audit where before is distinct from after and before is not null`);

test('every change of a record by its version is tried with the record as it was read', () => {
  expect(Object.keys(roundTrips).toSorted()).toEqual(puts.map(({ name }) => name).toSorted());
});

test.for(puts.map(({ name }, index) => [name, puts[index]!] as const))(
  '%s takes a record as it was read, which changes nothing, and with one field changed',
  async ([name, named]) => {
    const { read: readRecord = read, filled, incomplete, change, compared = withoutMetadata } = roundTrips[name]!;
    const org = await createOrganisation(server);
    const target = await createUser(server, { node: org });
    const admin = name === 'organisations.setStatus' ? await createUser(server, { node: platformNode }) : undefined;
    const user = admin ?? (await createUser(server, { node: org }));
    const [client, strict] = [await createClient(server, user), await createClient(hardened, user)];
    const { url, body } = await preparedRequest(server, named, target, client);
    const put = async (sender: ApiClient, record: Json) => {
      const response = await sender.put(url, record);
      expect([response.status, response.body.errors ?? response.body.messageCode]).toEqual([200, undefined]);
    };
    const sendBack = async () => {
      for (const sender of [client, strict]) {
        const before = await readRecord(client, url);
        const audited = await auditedChanges();
        await put(sender, before);
        expect(compared(await readRecord(client, url))).toEqual(compared(before));
        expect(await auditedChanges()).toEqual(audited);
      }
    };
    if (!incomplete) await sendBack();
    await put(client, { ...(body as Json), ...filled });
    await sendBack();
    const before = await readRecord(client, url);
    const changed = { ...before, ...change(before) };
    await put(strict, changed);
    expect(compared(await readRecord(client, url))).toEqual(compared(changed));
  },
);

describe('a section of settings that is sent back as it was read', () => {
  let [org, store]: TestNode[] = [];
  let client: ApiClient;
  const settingsUrl = (node: TestNode, section: string) => `/node-management/node/${node.id}/settings/${section}`;
  const set = async (node: TestNode, section: string, fields: Json) =>
    expect((await client.put(settingsUrl(node, section), { fields })).status).toBe(200);
  const sendBack = async (section: string, fields: (read: Readonly<Record<string, Field>>) => Json = (all) => all) => {
    const before = await read(client, settingsUrl(store!, section));
    const { status, body } = await client.put(settingsUrl(store!, section), {
      ...before,
      fields: fields(fieldsOf(before)),
    });
    return { status, before, after: await read(client, settingsUrl(store!, section)), body };
  };

  beforeAll(async () => {
    org = await createOrganisation(server);
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    store = await createNode(server, { parent: region, nodeType: 'STORE' });
    client = await createClient(server, await createUser(server, { node: org }));
  });

  test('keeps what is inherited, its own values and locks, its draft and its version', async () => {
    await set(org!, 'ebasketDisplay', { displayName: { value: 'Everywhere' } });
    await set(store!, 'nodeConfig', { autoLogoutDuration: { value: '00:20:00', mode: 'locked' } });
    const draft = { fields: { displayName: { value: 'Our draft' } } };
    expect((await client.put(`${settingsUrl(store!, 'ebasketDisplay')}/draft`, draft)).status).toBe(200);
    for (const section of ['ebasketDisplay', 'nodeConfig']) {
      const { before, after } = await sendBack(section);
      expect(after).toEqual(before);
    }
    const { after } = await sendBack('nodeConfig', ({ autoLogoutDuration, ...others }) => ({
      ...others,
      autoLogoutDuration: { ...autoLogoutDuration, value: '00:25:00' },
    }));
    expect(fieldsOf(after)['autoLogoutDuration']).toMatchObject({ own: { value: '00:25:00', mode: 'locked' } });
  });

  test('keeps a secret, and the rows of a list', async () => {
    await set(org!, 'reasons', {
      reasons: {
        value: {
          rows: {
            [crypto.randomUUID()]: {
              action: 'add',
              values: { reasonId: 'R1', category: 'return', description: 'Wrong size' },
            },
          },
        },
      },
    });
    await set(store!, 'integration', { secret: { value: 'Bluebird-portal-26' } });
    for (const section of ['integration', 'reasons']) {
      const { status, before, after } = await sendBack(section);
      expect(status).toBe(200);
      expect(after).toEqual(before);
    }
    const isSet = fieldsOf(await read(client, settingsUrl(store!, 'integration')))['secret'];
    expect(isSet).toMatchObject({ isSet: true });
  });
});
