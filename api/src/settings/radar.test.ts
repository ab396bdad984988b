import type { FieldReach, Override, PlaceValues } from '@storeward/contract/settings/section-state';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let org: Place;
let north: Place;
let south: Place;
let admin: Caller;
const stores: Place[] = [];

const url = ({ id }: { id: string }, more = '', section = 'ebasketDisplay') =>
  `/node-management/node/${id}/settings/${section}${more}`;
const name = (place: Place, value: string, mode = 'free') =>
  admin.put(url(place), { fields: { displayName: { value, mode } } });
const idle = (place: Place, value: string, mode = 'free') =>
  admin.put(url(place, '', 'nodeConfig'), { fields: { autoLogoutDuration: { value, mode } } });
const radar = async (place: Place, field: string, caller = admin) =>
  (await caller.get(`/node-management/node/${place.id}/radar`)).body.result.fields.find(
    (one: FieldReach) => one.field === field,
  );

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn', name: 'Acorn' });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Britain' });
  north = await aNode(house, { parent: company, nodeType: 'TRADING_REGION', name: 'North' });
  south = await aNode(house, { parent: company, nodeType: 'TRADING_REGION', name: 'South' });
  for (const at of [1, 2, 3, 4, 5, 6])
    stores.push(
      await aNode(house, { parent: at < 5 ? north : south, nodeType: 'STORE', name: `Store ${at}`, code: `S${at}` }),
    );
  admin = await signedIn(house, await aUser(house, { at: org }));
  await name(org, 'Of head office');
  await name(north, 'Of the North');
  await name(stores[0]!, 'Of the store');
  await name(stores[4]!, 'Of the store');
  await name(stores[5]!, 'Of store six');
});

describe('the values of many places', () => {
  const values = async (place: Place, more = '', caller = admin) =>
    (await caller.get(url(place, `/places?size=100${more}`))).body as { result: PlaceValues[]; total: number };

  test('are told with what counts at each and where it comes from, as each place tells it itself', async () => {
    const { result, total } = await values(org);
    expect([total, result.map(({ place }) => place.name)]).toEqual([6, [1, 2, 3, 4, 5, 6].map((at) => `Store ${at}`)]);
    for (const { place, fields } of result) {
      const alone = (await admin.get(url(place))).body.result.fields;
      for (const [field, { value, isSet, source, own }] of Object.entries(fields))
        expect({ value, isSet, source, own }).toEqual({
          value: alone[field].value,
          isSet: alone[field].isSet,
          source: alone[field].source,
          own: alone[field].own?.inForce === true,
        });
    }
    expect(result[1]!.fields['displayName']).toEqual({
      value: 'Of the North',
      isSet: true,
      source: { id: north.id, name: 'North', nodeType: 'TRADING_REGION' },
      own: false,
    });
  });

  test('come by name, searched, of other kinds and page by page, and of the reader’s own area alone', async () => {
    expect((await values(org, '&search=s4')).result.map(({ place }) => place.code)).toEqual(['S4']);
    expect((await values(north)).total).toBe(4);
    expect((await values(org, '&types=TRADING_REGION')).result.map(({ place }) => place.name)).toEqual([
      'North',
      'South',
    ]);
    const second = await admin.get(url(org, '/places?size=4&page=1'));
    expect([second.body.total, second.body.result.length]).toEqual([6, 2]);
    const regional = await signedIn(house, await aUser(house, { at: south }));
    // what is set above their area counts there all the same
    expect((await values(south, '', regional)).result.map(({ fields }) => fields['displayName']!.value)).toEqual([
      'Of the store',
      'Of store six',
    ]);
    expect((await regional.get(url(north, '/places'))).status).toBe(404);
  });

  test('never tell a secret', async () => {
    await admin.put(url(north, '', 'integration'), { fields: { secret: { value: 'qhushq' } } });
    const { text, body } = await admin.get(url(north, '/places', 'integration'));
    expect([text.includes('qhushq'), body.result[0].fields.secret]).toEqual([
      false,
      { value: null, isSet: true, source: expect.objectContaining({ name: 'North' }), own: false },
    ]);
  });
});

describe('the radar', () => {
  test('tells how many below a place set a field themselves, with what, and how many stores that concerns', async () => {
    expect(await radar(org, 'displayName')).toEqual({
      section: 'ebasketDisplay',
      field: 'displayName',
      own: 4,
      overruled: 0,
      // four of the North, whoever of them says something, and two of the South
      storesApart: 6,
      values: [
        { value: 'Of the store', count: 2 },
        { value: 'Of store six', count: 1 },
        { value: 'Of the North', count: 1 },
      ],
      otherValues: 0,
    });
    expect(await radar(south, 'displayName')).toMatchObject({ own: 2, storesApart: 2 });
    expect(await radar(stores[0]!, 'displayName')).toMatchObject({ own: 0, storesApart: 0, values: [] });
    const { body } = await admin.get(`/node-management/node/${org.id}/radar?section=nodeConfig`);
    expect(body.result).toMatchObject({ placeCount: 9, storeCount: 6 });
    expect(body.result.fields.map(({ field }: FieldReach) => field)).toEqual(['autoLogoutDuration']);
  });

  test('tells which of them do not count, since a place above has locked the field or allows only stricter values', async () => {
    await idle(stores[0]!, '00:10:00');
    await idle(stores[1]!, '01:00:00');
    expect(await radar(org, 'autoLogoutDuration')).toMatchObject({ own: 2, overruled: 0, storesApart: 2 });
    await idle(north, '00:30:00', 'tighten');
    expect(await radar(org, 'autoLogoutDuration')).toMatchObject({ own: 3, overruled: 1, storesApart: 4 });
    expect(await radar(north, 'autoLogoutDuration')).toMatchObject({ own: 2, overruled: 1, storesApart: 1 });
    await idle(org, '00:20:00', 'locked');
    expect(await radar(north, 'autoLogoutDuration')).toMatchObject({ own: 2, overruled: 2, storesApart: 0 });
  });

  test('lists the places by name, searched and page by page, with what each says and whether it counts', async () => {
    const asked = (more: string) => admin.get(url(org, `/overrides?field=displayName&${more}`));
    const { body } = await asked('size=5');
    expect(body.total).toBe(4);
    expect(
      body.result.map((row: Override) => [row.place.name, row.place.code.slice(0, 1), row.value, row.inForce]),
    ).toEqual([
      ['North', expect.any(String), 'Of the North', true],
      ['Store 1', 'S', 'Of the store', true],
      ['Store 5', 'S', 'Of the store', true],
      ['Store 6', 'S', 'Of store six', true],
    ]);
    expect((await asked('search=s6')).body.result.map((row: Override) => row.place.name)).toEqual(['Store 6']);
    const second = await admin.get(url(org, '/overrides?field=displayName&size=5&page=1'));
    expect([second.body.total, second.body.result]).toEqual([4, []]);
    expect((await admin.get(url(org, '/overrides?field=nothing'))).body.messageCode).toBe('setting.unknownField');
    await name(north, 'Of the North', 'locked');
    expect((await asked('search=store+1')).body.result[0]).toMatchObject({ value: 'Of the store', inForce: false });
  });

  test('counts no value that nobody understands any more, and takes it for no lock', async () => {
    const said = (place: Place, value: unknown, mode = 'free') =>
      house.rows(
        `insert into setting_values (id, org_id, node_id, tpath, section, field, value, mode, valid_from)
         values (gen_random_uuid(), $1, $2, $3, 'ebasketDisplay', 'displayLogo', $4, $5, '2026-01-01')`,
        [place.orgId, place.id, place.tpath, JSON.stringify(value), mode],
      );
    await said(stores[1]!, { of: 'a newer version' });
    await said(stores[2]!, '/files/logo.webp');
    await said(north, 'javascript:alert(1)', 'locked');
    await said(org, 7, 'locked');
    expect(await radar(org, 'displayLogo')).toMatchObject({
      own: 1,
      overruled: 0,
      storesApart: 1,
      values: [{ value: '/files/logo.webp', count: 1 }],
    });
  });

  test('shows nobody more than their own part of the tree', async () => {
    const regional = await signedIn(house, await aUser(house, { at: south }));
    expect(await radar(south, 'displayName', regional)).toMatchObject({ own: 2, storesApart: 2 });
    expect((await regional.get(`/node-management/node/${org.id}/radar`)).status).toBe(404);
    expect((await regional.get(url(north, '/overrides?field=displayName'))).status).toBe(404);
  });
});
