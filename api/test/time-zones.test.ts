import { readFileSync } from 'node:fs';
import { instantOf } from '@storeward/contract/reference/local-time';
import { timeZones } from '@storeward/contract/reference/time-zones';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createNode, createUser, type TestNode } from './builders.ts';
import { cellErrorsOf, createImportTarget, importFile, rowsOf, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => void ({ org, admin } = await createImportTarget(server)));

// in the past, where the editions of the time zone database agree
const instants = ['2024-01-15T12:00:00Z', '2024-07-15T12:00:00Z', '2025-03-30T12:00:00Z', '2025-11-02T12:00:00Z'];

test('every time zone of the list has the same clock in the server and in the database', async () => {
  const rows = await server.query<{ zone: string; at: string; shown: string }>(
    `select zone, at, to_char(at::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI') as shown
       from unnest($1::text[]) zone, unnest($2::text[]) at`,
    [timeZones, instants],
  );
  expect(rows).toHaveLength(timeZones.length * instants.length);
  for (const { zone, at, shown } of rows) {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    expect([zone, at, shown]).toEqual([zone, at, local.format(new Date(at))]);
  }
});

test('a local time means the same moment in the portal and in the database, also where clocks skip or repeat it', async () => {
  const changes = [
    ['Europe/London', '2025-03-30', '2025-10-26'],
    ['America/New_York', '2025-03-09', '2025-11-02'],
    ['Australia/Lord_Howe', '2025-04-06', '2025-10-05'],
    ['Africa/Cairo', '2025-04-25', '2025-10-31'],
    ['America/Santiago', '2025-04-05', '2025-09-07'],
    ['Pacific/Apia', '2011-12-30', '2011-12-31'],
    ['Asia/Kolkata', '2025-03-30', '2025-10-26'],
  ];
  const quarters = Array.from({ length: 4 * 24 }, (_, index) => new Date(index * 900_000).toISOString().slice(11, 16));
  const rows = await server.query<{ zone: string; local: string; at: Date }>(
    `select change ->> 0 as zone, day || 'T' || quarter as local, (day || ' ' || quarter)::timestamp at time zone (change ->> 0) as at
       from jsonb_array_elements($1::jsonb) change, jsonb_array_elements_text(change - 0) day, unnest($2::text[]) quarter`,
    [JSON.stringify(changes), quarters],
  );
  expect(rows).toHaveLength(changes.length * 2 * quarters.length);
  for (const { zone, local, at } of rows)
    expect([zone, local, new Date(instantOf(local, zone).at)]).toEqual([zone, local, new Date(at)]);
});

test('a file may name time zones as IANA, Windows or other programs do; any other is refused, with the nearest', async () => {
  const row = (code: string, country: string, timeZone: string) => ({
    type: 'TRADING_REGION',
    code,
    name: code,
    parentCode: 'C',
    country,
    timeZone,
  });
  const run = await importFile(
    admin,
    toCsv([
      row('NL', 'NL', 'W. Europe Standard Time'),
      row('IN', 'IN', 'Asia/Calcutta'),
      row('LK', 'IN', 'IST'),
      row('JP', 'JP', '+09:00'),
    ]),
  );
  expect(await cellErrorsOf(admin, run)).toEqual({
    4: { timeZone: 'field.timeZone' },
    5: { timeZone: 'field.timeZone' },
  });
  const [india, japan] = await rowsOf(admin, run, 'wrong');
  expect(india?.faults.at(-1)?.nearest).toContain('Asia/Kolkata');
  expect(japan?.faults.at(-1)?.nearest).toContain('Asia/Tokyo');
  const stored = await server.query(
    `select code, time_zone as zone from nodes where org_id = $1 and time_zone is not null order by code`,
    [org.id],
  );
  expect(stored).toEqual([
    { code: 'IN', zone: 'Asia/Kolkata' },
    { code: 'NL', zone: 'Europe/Amsterdam' },
  ]);
});

test('a request that names no time zone is refused with the nearest names', async () => {
  const { status, body } = await admin.put(`/user-management/users/${admin.user.id}`, { timeZone: 'BST' });
  const error = (body as unknown as { errors: { path: string; message: string }[] }).errors.find(
    ({ path }) => path === 'timeZone',
  );
  expect([status, error?.message]).toEqual([
    400,
    'Enter a time zone by its name, such as Europe/London. Nearest: Europe/London, Asia/Dhaka',
  ]);
});

test('no change starts by the clock of an unknown time zone', async () => {
  const store = await createNode(server, { parent: org, nodeType: 'COMPANY', time_zone: 'IST' });
  const url = `/node-management/node/${store.id}/settings/ebasketDisplay`;
  const fields = { displayName: { value: 'Till basket', mode: 'free' } };
  const { status, body } = await admin.put(url, { fields, startsAt: '2030-01-01T00:00' });
  expect([status, body.messageCode]).toEqual([409, 'setting.timeZoneUnknown']);
});

test('stored time zones get the one spelling of the list, and those that name none stay', async () => {
  const stored = ['Asia/Calcutta', 'us/eastern', 'Europe/Kyiv', 'IST', '+09:00'];
  const ids: string[] = [];
  for (const zone of stored)
    ids.push((await createNode(server, { parent: org, nodeType: 'COMPANY', time_zone: zone })).id);
  const user = await createUser(server, { node: org, time_zone: 'Europe/Kiev' });
  await server.query(readFileSync(new URL('../migrations/0026-time-zones.sql', import.meta.url), 'utf8'));
  const nodes = await server.query<{ zone: string }>(
    'select time_zone as zone from nodes where id = any($1) order by array_position($1, id)',
    [ids],
  );
  expect(nodes.map(({ zone }) => zone)).toEqual(['Asia/Kolkata', 'America/New_York', 'Europe/Kyiv', 'IST', '+09:00']);
  expect(await server.query('select time_zone as zone from users where id = $1', [user.id])).toEqual([
    { zone: 'Europe/Kyiv' },
  ]);
});
