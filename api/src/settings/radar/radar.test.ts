import type { FieldOverrideStats, Override, NodeValues } from '@storeward/contract/settings/engine/section-state';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let north: TestNode;
let south: TestNode;
let admin: ApiClient;
const stores: TestNode[] = [];

const url = ({ id }: { id: string }, more = '', section = 'ebasketDisplay') =>
  `/node-management/node/${id}/settings/${section}${more}`;
const putName = (node: TestNode, value: string, mode = 'free') =>
  admin.put(url(node), { fields: { displayName: { value, mode } } });
const putIdle = (node: TestNode, value: string, mode = 'free') =>
  admin.put(url(node, '', 'nodeConfig'), { fields: { autoLogoutDuration: { value, mode } } });
const getRadarField = async (node: TestNode, field: string, client = admin) =>
  (await client.get(`/node-management/node/${node.id}/radar`)).body.result.fields.find(
    (candidate: FieldOverrideStats) => candidate.field === field,
  );

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn', name: 'Acorn' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Britain' });
  north = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', name: 'North' });
  south = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', name: 'South' });
  for (const number of [1, 2, 3, 4, 5, 6])
    stores.push(
      await createNode(server, {
        parent: number < 5 ? north : south,
        nodeType: 'STORE',
        name: `Store ${number}`,
        code: `S${number}`,
      }),
    );
  admin = await createClient(server, await createUser(server, { node: org }));
  await putName(org, 'Of head office');
  await putName(north, 'Of the North');
  await putName(stores[0]!, 'Of the store');
  await putName(stores[4]!, 'Of the store');
  await putName(stores[5]!, 'Of store six');
});

describe('the effective values of many nodes', () => {
  const values = async (node: TestNode, more = '', client = admin) =>
    (await client.get(url(node, `/places?size=100${more}`))).body as { result: NodeValues[]; total: number };

  test('equal the effective value and source of each node read on its own', async () => {
    const { result, total } = await values(org);
    expect([total, result.map(({ place: node }) => node.name)]).toEqual([
      6,
      [1, 2, 3, 4, 5, 6].map((number) => `Store ${number}`),
    ]);
    for (const { place: node, fields } of result) {
      const explained = (await admin.get(url(node))).body.result.fields;
      for (const [field, { value, isSet, source, own }] of Object.entries(fields))
        expect({ value, isSet, source, own }).toEqual({
          value: explained[field].value,
          isSet: explained[field].isSet,
          source: explained[field].source,
          own: explained[field].own?.inForce === true,
        });
    }
    expect(result[1]!.fields['displayName']).toEqual({
      value: 'Of the North',
      isSet: true,
      source: { id: north.id, name: 'North', nodeType: 'TRADING_REGION' },
      own: false,
    });
  });

  test('are sorted by name, searchable, filterable by type, paginated and limited to the reader’s scope', async () => {
    expect((await values(org, '&search=s4')).result.map(({ place: node }) => node.code)).toEqual(['S4']);
    expect((await values(north)).total).toBe(4);
    expect((await values(org, '&types=TRADING_REGION')).result.map(({ place: node }) => node.name)).toEqual([
      'North',
      'South',
    ]);
    const second = await admin.get(url(org, '/places?size=4&page=1'));
    expect([second.body.total, second.body.result.length]).toEqual([6, 2]);
    const regional = await createClient(server, await createUser(server, { node: south }));
    // values above the reader's scope apply as well
    expect((await values(south, '', regional)).result.map(({ fields }) => fields['displayName']!.value)).toEqual([
      'Of the store',
      'Of store six',
    ]);
    expect((await regional.get(url(north, '/places'))).status).toBe(404);
  });

  test('never contain a secret', async () => {
    await admin.put(url(north, '', 'integration'), { fields: { secret: { value: 'qhushq' } } });
    const { text, body } = await admin.get(url(north, '/places', 'integration'));
    expect([text.includes('qhushq'), body.result[0].fields.secret]).toEqual([
      false,
      { value: null, isSet: true, source: expect.objectContaining({ name: 'North' }), own: false },
    ]);
  });
});

describe('the radar', () => {
  test('counts the overrides of a field below a node with their values and the affected stores', async () => {
    expect(await getRadarField(org, 'displayName')).toEqual({
      section: 'ebasketDisplay',
      field: 'displayName',
      own: 4,
      overruled: 0,
      // four of North, with or without own values, and two of South
      storesApart: 6,
      values: [
        { value: 'Of the store', count: 2 },
        { value: 'Of store six', count: 1 },
        { value: 'Of the North', count: 1 },
      ],
      otherValues: 0,
    });
    expect(await getRadarField(south, 'displayName')).toMatchObject({ own: 2, storesApart: 2 });
    expect(await getRadarField(stores[0]!, 'displayName')).toMatchObject({ own: 0, storesApart: 0, values: [] });
    const { body } = await admin.get(`/node-management/node/${org.id}/radar?section=nodeConfig`);
    expect(body.result).toMatchObject({ placeCount: 9, storeCount: 6 });
    expect(body.result.fields.map(({ field }: FieldOverrideStats) => field)).toEqual(['autoLogoutDuration']);
  });

  test('counts overrides that do not apply because of a lock or a stricter bound above', async () => {
    await putIdle(stores[0]!, '00:10:00');
    await putIdle(stores[1]!, '01:00:00');
    expect(await getRadarField(org, 'autoLogoutDuration')).toMatchObject({ own: 2, overruled: 0, storesApart: 2 });
    await putIdle(north, '00:30:00', 'tighten');
    expect(await getRadarField(org, 'autoLogoutDuration')).toMatchObject({ own: 3, overruled: 1, storesApart: 4 });
    expect(await getRadarField(north, 'autoLogoutDuration')).toMatchObject({ own: 2, overruled: 1, storesApart: 1 });
    await putIdle(north, '00:30:00', 'locked');
    // the locking node itself still applies to all four stores below it
    expect(await getRadarField(org, 'autoLogoutDuration')).toMatchObject({ own: 3, overruled: 2, storesApart: 4 });
    await putIdle(org, '00:20:00', 'locked');
    expect(await getRadarField(north, 'autoLogoutDuration')).toMatchObject({ own: 2, overruled: 2, storesApart: 0 });
  });

  test('lists the overriding nodes by name, searchable and paginated, with value and whether it applies', async () => {
    const listOverrides = (more: string) => admin.get(url(org, `/overrides?field=displayName&${more}`));
    const { body } = await listOverrides('size=5');
    expect(body.total).toBe(4);
    expect(
      body.result.map((row: Override) => [row.place.name, row.place.code.slice(0, 1), row.value, row.inForce]),
    ).toEqual([
      ['North', expect.any(String), 'Of the North', true],
      ['Store 1', 'S', 'Of the store', true],
      ['Store 5', 'S', 'Of the store', true],
      ['Store 6', 'S', 'Of store six', true],
    ]);
    expect((await listOverrides('search=s6')).body.result.map((row: Override) => row.place.name)).toEqual(['Store 6']);
    const second = await admin.get(url(org, '/overrides?field=displayName&size=5&page=1'));
    expect([second.body.total, second.body.result]).toEqual([4, []]);
    expect((await admin.get(url(org, '/overrides?field=nothing'))).body.messageCode).toBe('setting.unknownField');
    await putName(north, 'Of the North', 'locked');
    expect((await listOverrides('search=store+1')).body.result[0]).toMatchObject({
      value: 'Of the store',
      inForce: false,
    });
  });

  test('ignores values that no longer match their schema, including their locks', async () => {
    const insertValue = (node: TestNode, value: unknown, mode = 'free') =>
      server.query(
        `insert into setting_values (id, org_id, node_id, tpath, section, field, value, mode, valid_from)
         values (gen_random_uuid(), $1, $2, $3, 'ebasketDisplay', 'displayLogo', $4, $5, '2026-01-01')`,
        [node.orgId, node.id, node.tpath, JSON.stringify(value), mode],
      );
    await insertValue(stores[1]!, { of: 'a newer version' });
    await insertValue(stores[2]!, '/files/logo.webp');
    await insertValue(north, 'javascript:alert(1)', 'locked');
    await insertValue(org, 7, 'locked');
    expect(await getRadarField(org, 'displayLogo')).toMatchObject({
      own: 1,
      overruled: 0,
      storesApart: 1,
      values: [{ value: '/files/logo.webp', count: 1 }],
    });
  });

  test('shows only the reader’s own scope', async () => {
    const regional = await createClient(server, await createUser(server, { node: south }));
    expect(await getRadarField(south, 'displayName', regional)).toMatchObject({ own: 2, storesApart: 2 });
    expect((await regional.get(`/node-management/node/${org.id}/radar`)).status).toBe(404);
    expect((await regional.get(url(north, '/overrides?field=displayName'))).status).toBe(404);
  });
});
