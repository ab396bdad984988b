import { defaultTheme } from '@storeward/contract/settings/theme';
import { beforeAll, expect, test } from 'vitest';
import { aNode, anOrganisation, insert, type Place } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer();
let plain: Place;
let themed: Place;

beforeAll(async () => {
  plain = await anOrganisation(house);
  themed = await anOrganisation(house);
});

const set = (place: Place, field: string, value: unknown, more: Record<string, unknown> = {}) =>
  insert(house, 'setting_values', {
    id: newId(),
    org_id: place.orgId,
    node_id: place.id,
    tpath: place.tpath,
    section: 'theme',
    field,
    value: JSON.stringify(value),
    valid_from: '2026-01-01T00:00:00Z',
    ...more,
  });
const themeOf = async (host: string, query = '') =>
  (await house.ask({ url: `/node-management/node-theme${query}`, host })).body.result as Record<string, unknown>;

test('a portal that nobody has themed looks as all do at first', async () => {
  expect(await themeOf(plain.host)).toEqual(defaultTheme);
  expect(await themeOf('localhost')).toEqual(defaultTheme);
});

test('a portal wears its organisation’s own look, and what it has not set is as everywhere', async () => {
  await set(themed, 'primaryColour', '#AA0011');
  await set(themed, 'logoURL', '/files/logo.png');
  expect(await themeOf(themed.host)).toEqual({ ...defaultTheme, primaryColour: '#AA0011', logoURL: '/files/logo.png' });
  expect(await themeOf(plain.host)).toEqual(defaultTheme);
});

test('the host alone says whose look is meant, whatever the address asks for', async () => {
  expect((await themeOf(plain.host, `?host=${themed.host}`))['primaryColour']).toBe(defaultTheme.primaryColour);
});

test('a portal at a new host wears the look of its old one where the operator says so, and nothing else of it', async () => {
  const [moved, lost, other] = [await anOrganisation(house), await anOrganisation(house), await anOrganisation(house)];
  await set(moved, 'primaryColour', '#00AA11');
  await set(lost, 'primaryColour', '#00AA22');
  const mapped = await aServer({
    databaseUrl: house.ownerUrl,
    legacyHosts: new Map([
      [moved.host, themed.host],
      [lost.host, 'nobody.example'],
    ]),
  });
  const colourAt = async (host: string) =>
    (await mapped.ask({ url: `/node-management/node-theme?host=${host}`, host })).body.result.primaryColour;
  expect(await colourAt(moved.host.toUpperCase())).toBe('#AA0011');
  expect(await colourAt(themed.host)).toBe('#AA0011');
  expect(await colourAt(lost.host)).toBe('#00AA22');
  expect(await colourAt(other.host)).toBe(defaultTheme.primaryColour);
  const domains = await mapped.ask({ url: '/node-management/domain', host: moved.host });
  expect(domains.body.result[0].domains).toEqual([{ domainName: moved.domain, isDefault: true }]);
  expect((await themeOf(moved.host))['primaryColour']).toBe('#00AA11');
});

test('values that have ended, not yet begun or belong to a place below are not worn', async () => {
  const org = await anOrganisation(house);
  const store = await aNode(house, { parent: org, nodeType: 'STORE' });
  await set(org, 'primaryColour', '#000001', { ended_date: '2026-02-01T00:00:00Z' });
  await set(org, 'warnColour', '#000002', { valid_from: '2999-01-01T00:00:00Z' });
  await set(org, 'errorColour', '#000003', { valid_until: '2026-02-01T00:00:00Z' });
  await set(store, 'textColour', '#000004');
  expect(await themeOf(org.host)).toEqual(defaultTheme);
});

test.for([
  ['logoURL', 'javascript:alert(1)'],
  ['logoURL', '//elsewhere.example/x.png'],
  ['primaryColour', 'red;background:url(//x)'],
  ['fontFamily', 'Comic'],
  ['fontSize', '900px'],
  ['nothing', 'known'],
] as const)('a value that no theme may hold never reaches the sign-in page: %s as %s', async ([field, value]) => {
  const org = await anOrganisation(house);
  await set(org, field, value);
  expect(await themeOf(org.host)).toEqual(defaultTheme);
});
