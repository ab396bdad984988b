import { defaultTheme } from '@storeward/contract/settings/theme';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anOrganisation,
  aUser,
  type Caller,
  insert,
  type Place,
  platform,
  signedIn,
} from '../../test/builders.ts';
import { aServer, type House } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer();
const hardened = await aServer({
  databaseUrl: house.ownerUrl,
  securityProfile: 'hardened',
  idleSeconds: 7200,
  warningSeconds: 60,
  keepAliveSeconds: 600,
});

type Line = { readonly [K in 'org' | 'company' | 'region' | 'group' | 'subGroup' | 'store']: Place };

async function aLine(word: string): Promise<Line> {
  const org = await anOrganisation(house, { word });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  const group = await aNode(house, { parent: region, nodeType: 'STORE_GROUP' });
  const subGroup = await aNode(house, { parent: group, nodeType: 'SUB_STORE_GROUP' });
  const store = await aNode(house, { parent: subGroup, nodeType: 'STORE', name: 'Leeds' });
  return { org, company, region, group, subGroup, store };
}

const set = (place: Place, section: string, field: string, value: unknown, more: Record<string, unknown> = {}) =>
  insert(house, 'setting_values', {
    id: newId(),
    org_id: place.orgId,
    node_id: place.id,
    tpath: place.tpath,
    section,
    field,
    value: JSON.stringify(value),
    valid_from: '2026-01-01T00:00:00Z',
    ...more,
  });

const url = ({ id }: { id: string }) => `/node-management/node/${id}/configuration`;
const of = async (caller: Caller, place: Place) => (await caller.get(url(place))).body.result;
const nameOf = async (caller: Caller, place: Place) =>
  (await of(caller, place)).eBasketMgmtSettings[0].displaySettings.displayName as string | null;

let line: Line;
let admin: Caller;
let seller: Caller;

beforeAll(async () => {
  line = await aLine('acorn');
  admin = await signedIn(house, await aUser(house, { at: line.org }));
  seller = await signedIn(house, await aUser(house, { at: line.store, rights: [] }));
});

describe('the configuration of a place', () => {
  test('where nothing is set is that of the installation', async () => {
    expect(await of(seller, line.store)).toEqual({
      eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: null } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: null } },
      nodeThemeSetting: defaultTheme,
      nodeDetail: { id: line.store.id, name: 'Leeds', nodeType: 'STORE', orgCode: 'acorn' },
      sessionTimes: { idle: 2400, warning: 300, keepAlive: 3300 },
    });
  });

  test('has for each field the value of the nearest place on the way up, over all six levels', async () => {
    const { org, company, region, group, subGroup, store } = await aLine('birch');
    const top = await signedIn(house, await aUser(house, { at: org }));
    const below = await signedIn(house, await aUser(house, { at: store, rights: [] }));
    await set(org, 'ebasketDisplay', 'displayName', 'Of the organisation');
    await set(org, 'ebasketDisplay', 'displayLogo', '/files/logo.png');
    await set(org, 'theme', 'primaryColour', '#AA0011');
    await set(org, 'theme', 'textColour', '#101010');
    await set(company, 'nodeConfig', 'autoLogoutDuration', '00:30:00');
    await set(region, 'theme', 'primaryColour', '#0011AA');
    // nearer counts for more than newer
    await set(group, 'ebasketDisplay', 'displayName', 'Of the group', { valid_from: '2025-01-01T00:00:00Z' });
    await set(subGroup, 'nodeConfig', 'autoLogoutDuration', '00:10:00');
    const sister = await aNode(house, { parent: subGroup, nodeType: 'STORE' });
    await set(sister, 'ebasketDisplay', 'displayName', 'Of the sister');

    const own = await of(below, store);
    expect(own).toEqual(await of(top, store));
    expect(own).toMatchObject({
      eBasketMgmtSettings: [{ displaySettings: { displayLogo: '/files/logo.png', displayName: 'Of the group' } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: '00:10:00' } },
      nodeThemeSetting: { ...defaultTheme, primaryColour: '#0011AA', textColour: '#101010' },
      sessionTimes: { idle: 600 },
    });
    // a person at the store reads what is in force above, each place by its own way up
    expect(await Promise.all([group, region, company, org].map((place) => nameOf(below, place)))).toEqual([
      'Of the group',
      'Of the organisation',
      'Of the organisation',
      'Of the organisation',
    ]);
    expect((await of(below, company)).sessionTimes.idle).toBe(1800);
    expect((await of(below, org)).nodeThemeSetting.primaryColour).toBe('#AA0011');
  });

  test('changes with the clock: what has ended or not begun yet is not in force, and of two the later one is', async () => {
    const { org, store } = await aLine('cedar');
    const below = await signedIn(house, await aUser(house, { at: store, rights: [] }));
    const field = ['ebasketDisplay', 'displayName'] as const;
    await set(org, ...field, 'In force');
    expect(await nameOf(below, store)).toBe('In force');
    await set(store, ...field, 'Taken back', { ended_date: '2026-02-01T00:00:00Z' });
    await set(store, ...field, 'Over', { valid_from: '2026-01-02T00:00:00Z', valid_until: '2026-02-01T00:00:00Z' });
    expect(await nameOf(below, store)).toBe('In force');
    await set(org, ...field, 'Later', { valid_from: '2026-01-03T00:00:00Z' });
    expect(await nameOf(below, store)).toBe('Later');
    const [tomorrow] = await house.rows<{ at: string }>(`select (now() + interval '1 hour')::text as at`);
    await set(store, ...field, 'Tomorrow', { valid_from: tomorrow!.at });
    expect(await nameOf(below, store)).toBe('Later');
    await house.clockAhead('61 minutes');
    const again = await signedIn(house, below.person);
    expect(await nameOf(again, store)).toBe('Tomorrow');
    await house.clockAhead('0');
  });

  test('is told as of any moment, past or to come, by the world’s time or the clock on the wall of the place', async () => {
    const { org, company, store } = await aLine('fir');
    await house.rows(`update nodes set time_zone = 'Asia/Tokyo' where id = $1`, [company.id]);
    const top = await signedIn(house, await aUser(house, { at: org }));
    const field = ['ebasketDisplay', 'displayName'] as const;
    const dated = (from: string, until?: string) => ({
      valid_from: from,
      ...(until && { valid_until: until, ended_date: until }),
    });
    await set(org, ...field, 'Of old', dated('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'));
    await set(org, ...field, 'Of head office', dated('2026-02-01T00:00:00Z'));
    await set(store, ...field, 'Of Christmas', {
      valid_from: '2099-12-24T06:00:00Z',
      valid_until: '2099-12-27T00:00:00Z',
    });
    const at = async (moment: string, caller = top) =>
      (await caller.get(`${url(store)}?at=${encodeURIComponent(moment)}`)).body;
    const names = async (moment: string) =>
      (await at(moment)).result.eBasketMgmtSettings[0].displaySettings.displayName as string | null;
    expect(await nameOf(top, store)).toBe('Of head office');
    expect(await names('2025-12-31T23:59:59Z')).toBe(null);
    expect(await names('2026-01-15T12:00:00Z')).toBe('Of old');
    expect(await names('2026-02-01T00:00:00Z')).toBe('Of head office');
    // in Tokyo it is nine hours later
    expect(await names('2099-12-24T14:59')).toBe('Of head office');
    expect(await names('2099-12-24T15:00')).toBe('Of Christmas');
    expect((await at('2099-12-24T15:00')).result).toMatchObject({
      at: '2099-12-24T06:00:00Z',
      nodeDetail: { id: store.id },
    });
    const section = `/node-management/node/${store.id}/settings/ebasketDisplay?at=2099-12-24T15:00`;
    expect((await top.get(section)).body.result).toMatchObject({
      at: '2099-12-24T06:00:00Z',
      timeZone: 'Asia/Tokyo',
      can: { edit: false },
      fields: { displayName: { value: 'Of Christmas', source: { id: store.id } } },
    });
    expect((await at('yesterday')).messageCode).toBe('input.invalid');
    // what is planned is told to those alone who may look at settings
    const below = await signedIn(house, await aUser(house, { at: store, rights: [] }));
    expect((await at('2099-12-24T15:00', below)).messageCode).toBe('setting.notToldThen');
  });

  test('leaves out a value that nobody understands any more, and keeps all others', async () => {
    const { org } = await aLine('elder');
    const top = await signedIn(house, await aUser(house, { at: org }));
    await set(org, 'ebasketDisplay', 'displayName', { not: 'a name' });
    await set(org, 'ebasketDisplay', 'displayLogo', 'javascript:alert(1)');
    await set(org, 'nodeConfig', 'autoLogoutDuration', 20);
    await set(org, 'nodeConfig', 'unheardOf', true);
    await set(org, 'theme', 'primaryColour', 'red');
    await set(org, 'theme', 'warnColour', '#AABBCC');
    expect(await of(top, org)).toMatchObject({
      eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: null } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: null } },
      nodeThemeSetting: { ...defaultTheme, warnColour: '#AABBCC' },
      sessionTimes: { idle: 2400 },
    });
  });
});

describe('the times of a session', () => {
  const idleOf = async (asked: House, place: Place) => {
    const person = await aUser(house, { at: place, rights: [] });
    return (await of(await signedIn(asked, person), place)).sessionTimes.idle as number;
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
    'follow a duration of %s where it is a good one, and stay within a quarter of an hour where security comes first',
    async ([duration, idle, safely]) => {
      const store = await aNode(house, { parent: line.org, nodeType: 'STORE' });
      await set(store, 'nodeConfig', 'autoLogoutDuration', duration);
      expect([await idleOf(house, store), await idleOf(hardened, store)]).toEqual([idle, safely]);
    },
  );

  test('are else those that the installation has decided', async () => {
    const caller = await signedIn(hardened, await aUser(house, { at: line.store, rights: [] }));
    expect((await of(caller, line.store)).sessionTimes).toEqual({ idle: 900, warning: 60, keepAlive: 600 });
  });
});

describe('whoever asks for the configuration of a place', () => {
  test('outside their own area and not above it gets what they would get for none', async () => {
    const cousin = await aNode(house, { parent: line.region, nodeType: 'STORE_GROUP' });
    const gone = await aNode(house, { parent: line.store, nodeType: 'STORE', deleted_date: '2026-01-01T00:00:00Z' });
    const foreign = await aLine('foreign');
    await set(foreign.org, 'ebasketDisplay', 'displayName', 'Foreign');
    const nothing = await seller.get(url({ id: newId() }));
    expect([nothing.status, nothing.body.messageCode]).toEqual([404, 'node.unknown']);
    for (const place of [cousin, gone, foreign.org, foreign.store, platform]) {
      const answer = await seller.get(url(place));
      expect([answer.status, answer.text]).toEqual([404, nothing.text]);
    }
  });

  test('without a place of their own gets that of their organisation, and no other', async () => {
    const nowhere = await signedIn(house, await aUser(house, { at: line.org, nowhere: true }));
    expect((await of(nowhere, line.org)).nodeDetail.orgCode).toBe('acorn');
    expect((await nowhere.get(url(line.company))).status).toBe(404);
  });

  test('from above all organisations gets that of any place', async () => {
    const above = await signedIn(house, await aUser(house, { at: platform }));
    expect((await of(above, line.store)).nodeDetail.name).toBe('Leeds');
    expect((await of(above, platform)).nodeDetail).toMatchObject({ nodeType: 'GLOBAL', name: 'Global' });
    expect(await of(admin, line.store)).toEqual(await of(above, line.store));
  });
});
