import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, sessionOf, signedInByBrowser } from '../../test/browser.ts';
import { aNode, anOrganisation, aUser, insert, platform, type Place, signedIn } from '../../test/builders.ts';
import { aServer, type House } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer();
const hardened = await aServer({ databaseUrl: house.ownerUrl, securityProfile: 'hardened', idleSeconds: 900 });
// what a place may last, and then the warning's 300 seconds and a minute
const grace = 360;
let org: Place;
let region: Place;
let store: Place;

beforeAll(async () => {
  org = await anOrganisation(house);
  region = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: region, nodeType: 'STORE' });
});
beforeEach(() => house.rows('delete from setting_values'));

const fresh = async (at = store, server: House = house) => signedInByBrowser(server, await aUser(house, { at }));
/** Lets the last input of somebody be so many seconds ago. */
const leftFor = (browser: Browser, seconds: number) =>
  house.rows('update sessions set last_activity = clock() - make_interval(secs => $2) where id = $1', [
    sessionOf(browser.tokens!.accessToken),
    seconds,
  ]);
const statusAfter = async (browser: Browser, seconds: number) => {
  await leftFor(browser, seconds);
  return (await browser.ask({ url: '/user-management/sessions' })).status;
};
const allow = (place: Place, value: unknown, more: Record<string, unknown> = {}) =>
  insert(house, 'setting_values', {
    id: newId(),
    org_id: place.orgId,
    node_id: place.id,
    tpath: place.tpath,
    section: 'nodeConfig',
    field: 'autoLogoutDuration',
    value: JSON.stringify(value),
    ...more,
  });
const idleOf = async (browser: Browser) => {
  const [row] = await house.rows<{ idle: number }>(
    'select extract(epoch from clock() - last_activity)::int as idle from sessions where id = $1',
    [sessionOf(browser.tokens!.accessToken)],
  );
  return row!.idle;
};

describe('a session that nobody touches', () => {
  test('is over after the installation’s usual time, the warning and a minute', async () => {
    const browser = await fresh();
    expect(await statusAfter(browser, 2400 + grace - 5)).toBe(200);
    expect(await statusAfter(browser, 2400 + grace + 5)).toBe(401);
  });

  test.for([
    ['its own place', () => store],
    ['a place above', () => region],
    ['its organisation', () => org],
  ] as const)('is over after the time set by %s', async ([, placeOf]) => {
    await allow(placeOf(), '00:10:00');
    const browser = await fresh();
    expect(await statusAfter(browser, 600 + grace - 5)).toBe(200);
    expect(await statusAfter(browser, 600 + grace + 5)).toBe(401);
  });

  test('goes by the nearest place that says so, also where that allows more', async () => {
    await allow(org, '00:05:00');
    await allow(region, '12:00:00');
    expect(await statusAfter(await fresh(), 40_000)).toBe(200);
    expect(await statusAfter(await fresh(org), 300 + grace + 5)).toBe(401);
  });

  test.for(['00:00:00', '00:00:59', '12:00:01', '24:00:00', '1:00:00', 'ten minutes', 600, null, ['00:01:00']])(
    'goes by no time that makes no sense: %j',
    async (value) => {
      await allow(region, '00:10:00');
      await allow(store, value);
      expect(await statusAfter(await fresh(), 600 + grace - 5)).toBe(200);
      expect(await statusAfter(await fresh(), 600 + grace + 5)).toBe(401);
    },
  );

  test('goes by no time that is over, was taken back, or has not begun', async () => {
    await allow(store, '00:01:00', { valid_until: '2020-01-01T00:00:00Z', valid_from: '2019-01-01T00:00:00Z' });
    await allow(store, '00:01:00', { ended_date: '2020-01-01T00:00:00Z' });
    await allow(store, '00:01:00', { valid_from: '2100-01-01T00:00:00Z' });
    expect(await statusAfter(await fresh(), 2400)).toBe(200);
  });

  test('feels a change of the setting with the next request', async () => {
    const browser = await fresh();
    expect(await statusAfter(browser, 1000)).toBe(200);
    await leftFor(browser, 1000);
    await allow(region, '00:10:00');
    expect((await browser.ask({ url: '/user-management/sessions' })).status).toBe(401);
  });

  test('of somebody who stands nowhere goes by the organisation, and one of the platform by the platform', async () => {
    await allow(org, '00:10:00');
    const drifter = await signedInByBrowser(house, await aUser(house, { at: org, nowhere: true }));
    expect(await statusAfter(drifter, 600 + grace + 5)).toBe(401);
    const admin = await fresh(platform);
    expect(await statusAfter(admin, 2400)).toBe(200);
    await allow(platform, '00:01:00');
    expect(await statusAfter(admin, 60 + grace + 5)).toBe(401);
  });

  test('stays over, and is no longer shown among the open ones', async () => {
    const person = await aUser(house, { at: store });
    const [gone, here] = [await signedInByBrowser(house, person), await signedInByBrowser(house, person)];
    await leftFor(gone, 2400 + grace + 5);
    const { body } = await here.ask({ url: '/user-management/sessions' });
    expect(body.result.map(({ id }: { id: string }) => id)).toEqual([sessionOf(here.tokens!.accessToken)]);
    expect((await gone.ask({ url: '/user-management/sessions' })).status).toBe(401);
    expect((await gone.refresh()).status).toBe(401);
  });
});

describe('in the hardened profile', () => {
  test('a quarter of an hour is usual, and a place may only shorten it', async () => {
    const browser = await fresh(store, hardened);
    expect(await statusAfter(browser, 900 + grace - 5)).toBe(200);
    await allow(region, '04:00:00');
    expect(await statusAfter(browser, 900 + grace - 5)).toBe(200);
    expect(await statusAfter(browser, 900 + grace + 5)).toBe(401);
    const other = await fresh(store, hardened);
    await allow(store, '00:05:00');
    expect(await statusAfter(other, 300 + grace + 5)).toBe(401);
  });
});

describe('a request', () => {
  const ask = (browser: Browser, idle?: string) =>
    browser.ask({
      url: '/user-management/sessions',
      ...(idle === undefined ? {} : { headers: { 'x-idle-seconds': idle } }),
    });

  test('counts as input where it says nothing of it', async () => {
    const browser = await fresh();
    await leftFor(browser, 1000);
    await ask(browser);
    await expect.poll(() => idleOf(browser)).toBeLessThan(60);
  });

  test('that says how long ago the last input was does not count as one', async () => {
    const browser = await fresh();
    await leftFor(browser, 1000);
    for (let poll = 0; poll < 3; poll += 1) expect((await ask(browser, '1000')).status).toBe(200);
    expect(await idleOf(browser)).toBeGreaterThanOrEqual(1000);
    await ask(browser, '300');
    await expect.poll(() => idleOf(browser)).toBeLessThan(310);
    expect(await idleOf(browser)).toBeGreaterThanOrEqual(300);
  });

  test('brings nobody back who was away for too long, whatever it says', async () => {
    const browser = await fresh();
    await leftFor(browser, 2400 + grace + 5);
    for (const idle of ['0', '5', undefined, '99999999999999', '-1', 'never'])
      expect((await ask(browser, idle)).status).toBe(401);
  });

  test('never makes the last input an earlier one', async () => {
    const browser = await fresh();
    await ask(browser, '86400');
    await browser.ask({ method: 'POST', url: '/user-management/activity', headers: { 'x-idle-seconds': '5000' } });
    expect(await idleOf(browser)).toBeLessThan(60);
  });

  test('to the door of activity notes the last input at once, to the second', async () => {
    const browser = await fresh();
    await leftFor(browser, 50);
    const headers = { 'x-idle-seconds': '20' };
    const { body } = await browser.ask({ method: 'POST', url: '/user-management/activity', headers });
    expect(await idleOf(browser)).toBeGreaterThanOrEqual(20);
    expect(await idleOf(browser)).toBeLessThan(30);
    expect(Date.now() - Date.parse(body.result.lastActivity)).toBeGreaterThanOrEqual(20_000);
  });
});

test('clocks that differ by a minute log nobody out, and let no ended token in', async () => {
  const apart = await aServer();
  const person = await aUser(apart, { at: await anOrganisation(apart) });
  for (const ahead of ['60 seconds', '-60 seconds', '0']) {
    await apart.clockAhead('0');
    const browser = await signedInByBrowser(apart, person);
    await apart.clockAhead(ahead);
    expect((await browser.ask({ url: '/user-management/sessions' })).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.ask({ url: '/user-management/sessions' })).status).toBe(200);
  }
  const caller = await signedIn(apart, person);
  await apart.clockAhead('1 hour 30 seconds');
  expect((await caller.get('/user-management/sessions', { 'x-idle-seconds': '0' })).status).toBe(401);
});
