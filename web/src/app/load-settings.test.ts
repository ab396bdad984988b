import { reference } from '@storeward/contract/reference/lists';
import { type NodeConfiguration, nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { defaultTheme } from '@storeward/contract/settings/theme';
import { sessions } from '@storeward/contract/sessions';
import { themes } from '@storeward/contract/themes';
import { users } from '@storeward/contract/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { configuration, sessionTimes } from '../platform/configuration.ts';
import { queryClient } from '../platform/query-client.ts';
import { drop, signIn } from '../platform/session.ts';
import { commonLists } from '../reference/queries.ts';
import { loadSettings } from './load-settings.ts';

const node = '0199a000-0000-7000-8000-00000000000a' as never;
const other = '0199a000-0000-7000-8000-000000000002';
const place: NodeConfiguration = {
  eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: 'Kestrel Basket' } }],
  nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: '00:10:00' } },
  nodeThemeSetting: { ...defaultTheme, primaryColour: '#123456' },
  nodeDetail: { id: node, name: 'Kestrel UK', nodeType: 'COMPANY', orgCode: 'KESTREL' },
  sessionTimes: { idle: 600, warning: 300, keepAlive: 3300 },
};
let heard: Heard[] = [];

beforeEach(async () => {
  heard = startServer();
  answer(sessions.login, someTokens());
  answer(themes.ofHost, defaultTheme);
  answer(users.get, aPerson({ rootNodeId: node }));
  answer(nodeConfigurations.get, place);
  answer(reference.countries, [{ code: 'GB', name: 'United Kingdom' }]);
  answer(reference.languages, [{ code: 'en', name: 'English', isDefaultSelected: true }]);
  answer(reference.timeZones, [{ code: 'UTC', name: 'UTC' }]);
  answer(reference.currencies, [{ code: 'GBP', name: 'Pound', symbol: '£', digits: 2 }]);
  answer(reference.shortDates, [{ dateId: '1', dateFormat: 'DD/MM/YYYY', isDefaultSelected: true }]);
  answer(reference.longDates, []);
  answer(reference.shortTimes, []);
  answer(reference.purge, []);
  answer(themes.ready, []);
  answer(reference.longTimes, []);
  answer(reference.modules, [{ name: 'OM', shortName: 'om' }]);
  await signIn('company.admin', 'secret');
  heard.length = 0;
});

afterEach(() => {
  drop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const paths = () => heard.map(({ path }) => path);

test('after signing in, the look, the place and the lists are read, kept in one place, and survive a reload', async () => {
  await loadSettings();
  const expected = {
    countries: [{ code: 'GB', name: 'United Kingdom' }],
    timezones: [{ code: 'UTC', name: 'UTC' }],
    shortDateFormats: [{ id: '1', format: 'DD/MM/YYYY', isDefault: true }],
    currentUserTheme: place.nodeThemeSetting,
    orgDetails: place.nodeDetail,
  };
  expect(configuration()).toMatchObject(expected);
  expect(JSON.parse(localStorage.getItem('CONFIGURATION')!)).toMatchObject(expected);
  expect(localStorage.getItem('ORG_CODE')).toBe('KESTREL');
  expect(paths()).toContain('/node-management/node-theme');
  expect(queryClient.getQueryData(commonLists.queryKey)).toMatchObject({ modules: [{ name: 'OM', shortName: 'om' }] });
});

test('the times of the session are those of the installation until the place has told its own', async () => {
  expect(sessionTimes().idle).toBe(2400);
  await loadSettings();
  expect(sessionTimes()).toEqual(place.sessionTimes);
});

test('a reload asks for the place alone, and finds the lists where they were kept', async () => {
  await loadSettings();
  queryClient.clear();
  heard.length = 0;
  await loadSettings();
  expect(paths()).toEqual([`/node-management/node/${String(node)}/configuration`]);
  expect(queryClient.getQueryData(commonLists.queryKey)).toMatchObject({ countries: [{ code: 'GB' }] });
});

test('what cannot be read is left out, and nobody is told', async () => {
  answerRaw(nodeConfigurations.get, 500);
  answerRaw(reference.currencies, 500);
  await loadSettings();
  expect(configuration()).toEqual({});
  expect(sessionTimes().idle).toBe(2400);
});

test('what was kept of one person is never shown to another', async () => {
  await loadSettings();
  answer(users.get, aPerson({ id: other as never }));
  answer(sessions.login, someTokens(3600, other));
  await signIn('store.manager', 'secret');
  expect(configuration()).toEqual({});
});
