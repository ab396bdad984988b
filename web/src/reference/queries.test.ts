import { reference } from '@storeward/contract/reference/lists';
import { defaultTheme } from '@storeward/contract/settings/theme';
import { themes } from '@storeward/contract/themes';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, type Heard, startServer } from '../../test/answer.ts';
import { commonLists } from './queries.ts';

let heard: Heard[];

const date = (words: string, isDefaultSelected = false) => ({
  dateId: `id ${words}`,
  dateFormat: words,
  isDefaultSelected,
});
const time = (words: string, isDefaultSelected = false) => ({
  timeId: `id ${words}`,
  timeFormat: words,
  isDefaultSelected,
});

beforeEach(() => {
  heard = startServer();
  answer(reference.currencies, [{ code: 'GBP', name: 'British Pound', symbol: '£', digits: 2 }]);
  answer(reference.languages, [{ code: 'en', name: 'English', isDefaultSelected: true }]);
  answer(reference.timeZones, [{ code: 'Europe/London', name: 'Europe/London' }]);
  answer(reference.countries, [{ code: 'GB', name: 'United Kingdom' }]);
  answer(themes.ready, [{ id: 'harbour', name: 'Harbour', isDefaultSelected: true, theme: defaultTheme }]);
  answer(reference.purge, [
    { id: '90-days', name: '90 days', days: 90 },
    { id: '30-days', name: '30 days', days: 30 },
  ]);
  answer(reference.modules, [{ name: 'T2B', shortName: null }]);
  answer(reference.longDates, [date('D MMMM YYYY', true), date('MMMM D, YYYY')]);
  answer(reference.longTimes, [time('HH:mm:ss', true)]);
  answer(reference.shortDates, [date('DD/MM/YYYY', true), date('MM/DD/YYYY')]);
  answer(reference.shortTimes, [time('HH:mm'), time('h:mm A', true)]);
});

afterEach(() => vi.unstubAllGlobals());

it('keeps every date and time format with id, format and whether it is the usual one', async () => {
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

it('holds every list that the screens share, and asks for each once while the portal is open', async () => {
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
  expect(heard).toHaveLength(11);
});

it('keeps the first of the choices how long records stay, and none where there is none to choose', async () => {
  const { purge } = await new QueryClient().query(commonLists);
  expect(purge).toEqual({ id: '90-days', name: '90 days', days: 90 });
  answer(reference.purge, []);
  expect((await new QueryClient().query(commonLists)).purge).toBeNull();
});
