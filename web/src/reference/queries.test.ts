import { reference } from '@storeward/contract/reference/lists';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { themes } from '@storeward/contract/themes';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, startMockServer } from '../../test/mock-server.ts';
import { commonLists } from './queries.ts';

let requests: RecordedRequest[];

const date = (format: string, isDefaultSelected = false) => ({
  dateId: `id ${format}`,
  dateFormat: format,
  isDefaultSelected,
});
const time = (format: string, isDefaultSelected = false) => ({
  timeId: `id ${format}`,
  timeFormat: format,
  isDefaultSelected,
});

beforeEach(() => {
  requests = startMockServer();
  mockResponse(reference.currencies, [{ code: 'GBP', name: 'British Pound', symbol: '£', digits: 2 }]);
  mockResponse(reference.languages, [{ code: 'en', name: 'English', isDefaultSelected: true }]);
  mockResponse(reference.timeZones, [{ code: 'Europe/London', name: 'Europe/London' }]);
  mockResponse(reference.countries, [{ code: 'GB', name: 'United Kingdom' }]);
  mockResponse(themes.ready, [{ id: 'harbour', name: 'Harbour', isDefaultSelected: true, theme: defaultTheme }]);
  mockResponse(reference.purge, [
    { id: '90-days', name: '90 days', days: 90 },
    { id: '30-days', name: '30 days', days: 30 },
  ]);
  mockResponse(reference.modules, [{ name: 'T2B', shortName: null }]);
  mockResponse(reference.longDates, [date('D MMMM YYYY', true), date('MMMM D, YYYY')]);
  mockResponse(reference.longTimes, [time('HH:mm:ss', true)]);
  mockResponse(reference.shortDates, [date('DD/MM/YYYY', true), date('MM/DD/YYYY')]);
  mockResponse(reference.shortTimes, [time('HH:mm'), time('h:mm A', true)]);
});

afterEach(() => vi.unstubAllGlobals());

test('maps every date and time format to id, format and default flag', async () => {
  const lists = await new QueryClient().query(commonLists);
  expect(lists).toMatchObject({
    longDateFormats: [
      { id: 'id D MMMM YYYY', format: 'D MMMM YYYY', isDefault: true },
      { id: 'id MMMM D, YYYY', format: 'MMMM D, YYYY', isDefault: false },
    ],
    longTimeFormats: [{ id: 'id HH:mm:ss', format: 'HH:mm:ss', isDefault: true }],
    shortDateFormats: [
      { id: 'id DD/MM/YYYY', format: 'DD/MM/YYYY', isDefault: true },
      { id: 'id MM/DD/YYYY', format: 'MM/DD/YYYY', isDefault: false },
    ],
    shortTimeFormats: [
      { id: 'id HH:mm', format: 'HH:mm', isDefault: false },
      { id: 'id h:mm A', format: 'h:mm A', isDefault: true },
    ],
  });
});

test('loads every shared list once per session', async () => {
  const client = new QueryClient();
  const lists = await client.query(commonLists);
  expect(Object.keys(lists).sort()).toEqual([
    'countries',
    'currencies',
    'languages',
    'longDateFormats',
    'longTimeFormats',
    'modules',
    'purge',
    'shortDateFormats',
    'shortTimeFormats',
    'themes',
    'timezones',
  ]);
  expect(lists).toMatchObject({
    currencies: [{ code: 'GBP', symbol: '£', digits: 2 }],
    languages: [{ code: 'en', isDefaultSelected: true }],
    timezones: [{ code: 'Europe/London' }],
    countries: [{ code: 'GB' }],
    modules: [{ name: 'T2B', shortName: null }],
    themes: [{ id: 'harbour', theme: defaultTheme }],
  });
  await client.query(commonLists);
  expect(requests).toHaveLength(11);
});

test('keeps the first retention period, or null if there is none', async () => {
  const { purge } = await new QueryClient().query(commonLists);
  expect(purge).toEqual({ id: '90-days', name: '90 days', days: 90 });
  mockResponse(reference.purge, []);
  expect((await new QueryClient().query(commonLists)).purge).toBeNull();
});
