import { expect, test } from 'vitest';
import { nearestTimeZones } from './nearest-time-zones.ts';
import { namesOf, timeZoneIn, timeZoneOf, timeZones, TimeZone } from './time-zones.ts';
import { windowsZones } from './windows-zones.ts';

test.each([
  ['Europe/London', 'Europe/London'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['europe/isle of man', 'Europe/Isle_of_Man'],
  ['US/Eastern', 'America/New_York'],
  ['Etc/UTC', 'UTC'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['India Standard Time', 'Asia/Kolkata'],
])('%s is stored as %s', (name, zone) => {
  expect(TimeZone.parse(name)).toBe(zone);
});

test('the country decides which time zone a Windows name means', () => {
  expect(['NL', 'CH', 'DE', ''].map((country) => timeZoneOf('W. Europe Standard Time', country))).toEqual([
    'Europe/Amsterdam',
    'Europe/Zurich',
    'Europe/Berlin',
    'Europe/Berlin',
  ]);
  expect(timeZoneIn('Romance Standard Time', 'ES')).toBe('Europe/Madrid');
  expect(timeZoneIn('GMT+1:00 Europe/Andorra', 'ES')).toBe('Europe/Andorra');
});

test.each([
  ['IST', 'Asia/Kolkata'],
  ['BST', 'Europe/London'],
  ['CET', 'Europe/Berlin'],
  ['PST', 'America/Los_Angeles'],
  ['GMT', 'Europe/London'],
  ['+09:00', 'Asia/Tokyo'],
  ['+0530', 'Asia/Kolkata'],
  ['UTC-3', 'America/Argentina/Buenos_Aires'],
  ['Europe/Lodnon', 'Europe/London'],
  ['Bombay Calcuta', 'Asia/Kolkata'],
])('%s is refused, and %s is among the nearest names', (text, near) => {
  expect(TimeZone.safeParse(text).error?.issues[0]?.message).toBe('field.timeZone');
  expect(nearestTimeZones(text)).toContain(near);
});

test.each(['VST', 'AET', 'EST5EDT', 'Etc/GMT+5', 'Mars/Olympus', 'Factory', '', 'constructor'])(
  '%s is refused',
  (text) => {
    expect(TimeZone.safeParse(text).success).toBe(false);
  },
);

test('every other name and every Windows name means a time zone of the list', () => {
  expect(new Set(timeZones).size).toBe(timeZones.length);
  const named = windowsZones
    .trim()
    .split('\n')
    .flatMap((line) => line.split('|')[1]!.split(' '));
  for (const entry of named) expect(timeZones).toContain(entry.replace(/^[A-Z]{2}:/, ''));
  for (const zone of timeZones) for (const name of namesOf(zone)) expect(timeZoneOf(name)).toBe(zone);
  // no zone of the list is another name of one
  expect(timeZones.flatMap(namesOf)).toHaveLength(new Set(timeZones.flatMap(namesOf)).size);
});
