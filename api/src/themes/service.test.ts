import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { beforeAll, expect, test } from 'vitest';
import { createNode, createOrganisation, insertRow, type TestNode } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { newId } from '../platform/database/ids.ts';

const server = await startTestServer();
let defaultOrg: TestNode;
let themedOrg: TestNode;

beforeAll(async () => {
  defaultOrg = await createOrganisation(server);
  themedOrg = await createOrganisation(server);
});

const insertValue = (node: TestNode, field: string, value: unknown, more: Record<string, unknown> = {}) =>
  insertRow(server, 'setting_values', {
    id: newId(),
    org_id: node.orgId,
    node_id: node.id,
    tpath: node.tpath,
    section: 'theme',
    field,
    value: JSON.stringify(value),
    valid_from: '2026-01-01T00:00:00Z',
    ...more,
  });
const themeOf = async (host: string, query = '') =>
  (await server.request({ url: `/node-management/node-theme${query}`, host })).body.result as Record<string, unknown>;

test('returns the default theme for a portal without own settings', async () => {
  expect(await themeOf(defaultOrg.host)).toEqual(defaultTheme);
  expect(await themeOf('localhost')).toEqual(defaultTheme);
});

test('returns the organisation’s theme with defaults for fields that are not set', async () => {
  await insertValue(themedOrg, 'primaryColour', '#AA0011');
  await insertValue(themedOrg, 'logoURL', '/files/logo.png');
  expect(await themeOf(themedOrg.host)).toEqual({
    ...defaultTheme,
    primaryColour: '#AA0011',
    logoURL: '/files/logo.png',
  });
  expect(await themeOf(defaultOrg.host)).toEqual(defaultTheme);
});

test('selects the theme by the request’s host and ignores the host parameter', async () => {
  expect((await themeOf(defaultOrg.host, `?host=${themedOrg.host}`))['primaryColour']).toBe(defaultTheme.primaryColour);
});

test('uses the theme of the configured legacy host for a new host, and nothing else of it', async () => {
  const [movedOrg, unmappedOrg, otherOrg] = [
    await createOrganisation(server),
    await createOrganisation(server),
    await createOrganisation(server),
  ];
  await insertValue(movedOrg, 'primaryColour', '#00AA11');
  await insertValue(unmappedOrg, 'primaryColour', '#00AA22');
  const mappedServer = await startTestServer({
    databaseUrl: server.ownerUrl,
    legacyHosts: new Map([
      [movedOrg.host, themedOrg.host],
      [unmappedOrg.host, 'nobody.example'],
    ]),
  });
  const colourAt = async (host: string) =>
    (await mappedServer.request({ url: `/node-management/node-theme?host=${host}`, host })).body.result.primaryColour;
  expect(await colourAt(movedOrg.host.toUpperCase())).toBe('#AA0011');
  expect(await colourAt(themedOrg.host)).toBe('#AA0011');
  expect(await colourAt(unmappedOrg.host)).toBe('#00AA22');
  expect(await colourAt(otherOrg.host)).toBe(defaultTheme.primaryColour);
  const domains = await mappedServer.request({ url: '/node-management/domain', host: movedOrg.host });
  expect(domains.body.result[0].domains).toEqual([{ domainName: movedOrg.domain, isDefault: true }]);
  expect((await themeOf(movedOrg.host))['primaryColour']).toBe('#00AA11');
});

test('ignores theme values that have ended, have not started or belong to a node below', async () => {
  const org = await createOrganisation(server);
  const store = await createNode(server, { parent: org, nodeType: 'STORE' });
  await insertValue(org, 'primaryColour', '#000001', { ended_date: '2026-02-01T00:00:00Z' });
  await insertValue(org, 'warnColour', '#000002', { valid_from: '2999-01-01T00:00:00Z' });
  await insertValue(org, 'errorColour', '#000003', { valid_until: '2026-02-01T00:00:00Z' });
  await insertValue(store, 'textColour', '#000004');
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
  const org = await createOrganisation(server);
  await insertValue(org, field, value);
  expect(await themeOf(org.host)).toEqual(defaultTheme);
});
