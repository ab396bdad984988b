import { reference } from '@storeward/contract/reference/lists';
import { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { sessions } from '@storeward/contract/sessions';
import { themes } from '@storeward/contract/themes';
import { users } from '@storeward/contract/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, mockRawResponse, startMockServer } from '../../test/mock-server.ts';
import { createUser, createTokens } from '../../test/create-user.ts';
import { queryKeyOf } from '../platform/api/api.ts';
import { applyDateLocale, dateLocale } from '../platform/text/i18n.ts';
import { configuration, sessionTimes } from '../platform/configuration.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { resetSession, signIn } from '../platform/session/session.ts';
import { commonLists } from '../reference/queries.ts';
import { loadSettings } from './load-settings.ts';

const nodeId = '0199a000-0000-7000-8000-00000000000a' as never;
const otherUserId = '0199a000-0000-7000-8000-000000000002';
const nodeConfiguration = {
  eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: 'Kestrel Basket' } }],
  nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: '00:10:00' } },
  nodeThemeSetting: { ...defaultTheme, primaryColour: '#123456' },
  dates: { dateLocale: 'en-US' },
  nodeDetail: { id: nodeId, name: 'Kestrel UK', nodeType: 'COMPANY' as const, orgCode: 'KESTREL' },
  sessionTimes: { idle: 600, warning: 300, keepAlive: 3300 },
};
let requests: RecordedRequest[] = [];

beforeEach(async () => {
  requests = startMockServer();
  mockResponse(sessions.login, createTokens());
  mockResponse(themes.ofHost, defaultTheme);
  mockResponse(users.get, createUser({ rootNodeId: nodeId }));
  mockResponse(nodeConfigurations.get, nodeConfiguration);
  mockResponse(reference.countries, [{ code: 'GB', name: 'United Kingdom' }]);
  mockResponse(reference.languages, [{ code: 'en', name: 'English', isDefaultSelected: true }]);
  mockResponse(reference.timeZones, [{ code: 'UTC', name: 'UTC' }]);
  mockResponse(reference.currencies, [{ code: 'GBP', name: 'Pound', symbol: '£', digits: 2 }]);
  mockResponse(reference.shortDates, [{ dateId: '1', dateFormat: 'DD/MM/YYYY', isDefaultSelected: true }]);
  mockResponse(reference.longDates, []);
  mockResponse(reference.shortTimes, []);
  mockResponse(reference.purge, []);
  mockResponse(themes.ready, []);
  mockResponse(reference.longTimes, []);
  mockResponse(reference.modules, [{ name: 'OM', shortName: 'om' }]);
  await signIn('company.admin', 'secret');
  requests.length = 0;
});

afterEach(() => {
  resetSession();
  queryClient.clear();
  applyDateLocale(undefined);
  vi.unstubAllGlobals();
});

const paths = () => requests.map(({ path }) => path);

test('after signing in, the theme, the node configuration and the reference lists are loaded and stored together', async () => {
  await loadSettings();
  const expected = {
    countries: [{ code: 'GB', name: 'United Kingdom' }],
    timezones: [{ code: 'UTC', name: 'UTC' }],
    shortDateFormats: [{ id: '1', format: 'DD/MM/YYYY', isDefault: true }],
    currentUserTheme: nodeConfiguration.nodeThemeSetting,
    orgDetails: nodeConfiguration.nodeDetail,
  };
  expect(configuration()).toMatchObject(expected);
  expect(JSON.parse(localStorage.getItem('CONFIGURATION')!)).toMatchObject(expected);
  expect(localStorage.getItem('ORG_CODE')).toBe('KESTREL');
  expect(paths()).toContain('/node-management/node-theme');
  expect(queryClient.getQueryData(commonLists.queryKey)).toMatchObject({ modules: [{ name: 'OM', shortName: 'om' }] });
});

test('the session times are those of the installation until the node configuration is loaded', async () => {
  expect(sessionTimes().idle).toBe(2400);
  await loadSettings();
  expect(sessionTimes()).toEqual(nodeConfiguration.sessionTimes);
});

test('dates have the order of the installation until that of the node is known, also after a reload', async () => {
  expect(dateLocale()).toBe('en-GB');
  await loadSettings();
  expect(dateLocale()).toBe('en-US');
  applyDateLocale(undefined);
  mockRawResponse(nodeConfigurations.get, 500);
  await loadSettings();
  expect(dateLocale()).toBe('en-US');
});

test('dates have another order as soon as somebody has saved it here', async () => {
  await loadSettings();
  const saved = { ...nodeConfiguration, dates: { dateLocale: 'en-GB' } };
  mockResponse(nodeConfigurations.get, saved);
  await queryClient.invalidateQueries({ queryKey: queryKeyOf(nodeConfigurations.get) });
  await vi.waitFor(() => expect(dateLocale()).toBe('en-GB'));
});

test('a reload requests the node configuration only and takes the reference lists from storage', async () => {
  await loadSettings();
  queryClient.clear();
  requests.length = 0;
  await loadSettings();
  expect(paths()).toEqual([`/node-management/node/${String(nodeId)}/configuration`]);
  expect(queryClient.getQueryData(commonLists.queryKey)).toMatchObject({ countries: [{ code: 'GB' }] });
});

test('what fails to load is left out, without a notification', async () => {
  mockRawResponse(nodeConfigurations.get, 500);
  mockRawResponse(reference.currencies, 500);
  await loadSettings();
  expect(configuration()).toEqual({});
  expect(sessionTimes().idle).toBe(2400);
});

test('the stored configuration of one user is never applied to another', async () => {
  await loadSettings();
  mockResponse(users.get, createUser({ id: otherUserId as never }));
  mockResponse(sessions.login, createTokens(3600, otherUserId));
  await signIn('store.manager', 'secret');
  expect(configuration()).toEqual({});
});
