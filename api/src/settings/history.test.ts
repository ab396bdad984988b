import type { SectionChange } from '@storeward/contract/settings/section-state';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let org: Place;
let company: Place;
let admin: Caller;
beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn', name: 'Acorn' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'North' });
  admin = await signedIn(house, await aUser(house, { at: org }));
});

const aStore = async (columns: Record<string, unknown> = {}) => {
  const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  return aNode(house, { parent: region, nodeType: 'STORE', ...columns });
};
const url = ({ id }: Place, more = '') => `/node-management/node/${id}/settings/ebasketDisplay${more}`;
const named = (displayName: string | null, more: object = {}) => ({
  fields: { displayName: displayName === null ? null : { value: displayName } },
  ...more,
});
const nameAt = async (place: Place, at?: string) =>
  (await admin.get(url(place, at ? `?at=${encodeURIComponent(at)}` : ''))).body.result.fields.displayName
    .value as string;
const historyOf = async (place: Place) =>
  (await admin.get(url(place, '/history?size=50'))).body.result as readonly [
    SectionChange,
    SectionChange,
    SectionChange,
    ...SectionChange[],
  ];
const codeOf = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];
const clock = async (ahead = '0') =>
  (
    await house.rows<{ at: string }>(`select to_char(clock() + $1::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`, [
      ahead,
    ])
  )[0]!.at;
/** What the clock on a wall shows some time from now, to the minute. */
const wall = async (ahead: string, zone: string) =>
  (
    await house.rows<{ at: string }>(
      `select to_char(date_trunc('minute', clock() + $1::interval) at time zone $2, 'YYYY-MM-DD"T"HH24:MI') as at`,
      [ahead, zone],
    )
  )[0]!.at;

describe('the history of a setting', () => {
  test('tells every change, the newest first, with who, why, what stood there before and what after', async () => {
    const store = await aStore();
    await admin.put(url(store), named('First name', { reason: 'Opening' }));
    await admin.put(url(store), {
      fields: { displayName: { value: 'Second name', mode: 'locked' }, displayLogo: { value: '/files/a.webp' } },
    });
    await admin.put(url(store), named(null));
    const [third, second, first] = await historyOf(store);
    expect(first).toMatchObject({ version: 1, reason: 'Opening', begun: true, withdrawn: false });
    expect(first.fields).toEqual([
      { field: 'displayName', before: null, after: { value: 'First name', mode: 'free' } },
    ]);
    expect(second.fields).toEqual([
      { field: 'displayLogo', before: null, after: { value: '/files/a.webp', mode: 'free' } },
      {
        field: 'displayName',
        before: { value: 'First name', mode: 'free' },
        after: { value: 'Second name', mode: 'locked' },
      },
    ]);
    expect(third.fields).toEqual([
      { field: 'displayName', before: { value: 'Second name', mode: 'locked' }, after: null },
    ]);
    expect(third.by).toMatch(/\w/);
  });

  test('is read page by page', async () => {
    const store = await aStore();
    for (const at of [1, 2, 3, 4, 5, 6, 7]) await admin.put(url(store), named(`Name no. ${at}`));
    const first = await admin.get(url(store, '/history?size=5'));
    expect([first.body.total, first.body.result.map(({ version }: SectionChange) => version)]).toEqual([
      7,
      [7, 6, 5, 4, 3],
    ]);
    const rest = await admin.get(url(store, `/history?size=5&cursor=${first.body.next}`));
    expect(rest.body.result.map(({ version }: SectionChange) => version)).toEqual([2, 1]);
    expect(rest.body.next).toBeUndefined();
  });

  test('goes along with a place that is moved', async () => {
    const store = await aStore();
    await admin.put(url(store), named('Before the move'));
    const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
    expect((await admin.put(`/node-management/node/${store.id}/move`, { parentId: region.id })).status).toBe(200);
    expect((await historyOf(store)).map(({ version }) => version)).toEqual([1]);
    expect((await admin.put(url(store), named('After the move'))).status).toBe(200);
  });
});

describe('what was changed', () => {
  test('is put back, all of one change or one field of it, and that is a change of its own', async () => {
    const store = await aStore();
    await admin.put(url(store), {
      fields: { displayName: { value: 'First name' }, displayLogo: { value: '/files/a.webp' } },
    });
    await admin.put(url(store), {
      fields: { displayName: { value: 'Second name' }, displayLogo: { value: '/files/b.webp' } },
    });
    const [second] = await historyOf(store);
    const one = await admin.post(url(store, '/rollback'), { changeId: second.id, fields: ['displayLogo'] });
    expect(one.body.result.fields).toMatchObject({
      displayName: { value: 'Second name' },
      displayLogo: { value: '/files/a.webp' },
    });
    const all = await admin.post(url(store, '/rollback'), { changeId: second.id, reason: 'A mistake' });
    expect(all.body.result).toMatchObject({ version: 4, fields: { displayName: { value: 'First name' } } });
    expect((await historyOf(store))[0]).toMatchObject({ version: 4, reason: 'A mistake' });
    // what a first change began is inherited again
    const first = (await historyOf(store)).at(-1);
    const none = await admin.post(url(store, '/rollback'), { changeId: first!.id });
    expect(none.body.result).toMatchObject({ isOverride: false });
  });

  test('is put back as a whole section to how it stood at a moment', async () => {
    const store = await aStore();
    await admin.put(url(store), named('Then a name'));
    const then = await clock();
    await admin.put(url(store), { fields: { displayName: null, displayLogo: { value: '/files/c.webp' } } });
    const { body } = await admin.post(url(store, '/rollback'), { at: then });
    expect(body.result.fields).toMatchObject({
      displayName: { value: 'Then a name' },
      displayLogo: { value: null, own: null },
    });
  });

  test('is not put back where a place above has locked it meanwhile', async () => {
    const store = await aStore();
    await admin.put(url(store), named('First name'));
    await admin.put(url(store), named(null));
    const [reverted] = await historyOf(store);
    await admin.put(url(company), { fields: { displayName: { value: 'Of the company', mode: 'locked' } } });
    const back = await admin.post(url(store, '/rollback'), { changeId: reverted.id });
    await admin.put(url(company), named(null));
    expect(codeOf(back)).toEqual([409, 'setting.locked']);
    expect(await historyOf(store)).toHaveLength(2);
  });

  test('elsewhere, or never, is not known', async () => {
    const [store, other] = [await aStore(), await aStore()];
    await admin.put(url(store), named('First name'));
    const [change] = await historyOf(store);
    for (const body of [{ changeId: change.id }, { changeId: store.id }])
      expect(codeOf(await admin.post(url(other, '/rollback'), body))).toEqual([409, 'setting.unknownChange']);
    expect((await admin.post(url(store, '/rollback'), {})).status).toBe(400);
    const field = { changeId: change.id, fields: ['displayLogo'] };
    expect(codeOf(await admin.post(url(store, '/rollback'), field))).toEqual([409, 'setting.unknownChange']);
  });
});

describe('a change that begins later', () => {
  test('counts from its moment on, by the clock on the wall of the place, and is told before', async () => {
    const store = await aStore({ time_zone: 'Asia/Tokyo' });
    await admin.put(url(store), named('Until then'));
    const { body } = await admin.put(
      url(store),
      named('From then on', { startsAt: await wall('2 hours', 'Asia/Tokyo'), reason: 'Sale' }),
    );
    expect(body.result).toMatchObject({
      timeZone: 'Asia/Tokyo',
      version: 2,
      fields: { displayName: { value: 'Until then' } },
    });
    const [coming] = body.result.fields.displayName.coming;
    expect(coming).toMatchObject({ own: true, value: 'From then on', byWhom: 'person', reason: 'Sale' });
    expect(coming.by).toMatch(/^Ada /);
    expect(Math.abs(Date.parse(coming.from) - Date.parse(await clock('2 hours')))).toBeLessThan(60_001);
    expect(await nameAt(store, await clock('3 hours'))).toBe('From then on');
    expect(await nameAt(store, await clock('1 hour'))).toBe('Until then');
    await house.clockAhead('121 minutes');
    const again = await signedIn(house, admin.person);
    const later = await again.get(url(store));
    await house.clockAhead('0');
    expect(later.body.result.fields.displayName).toMatchObject({ value: 'From then on', coming: [] });
  });

  test('can be one that ends what is set', async () => {
    const store = await aStore();
    await admin.put(url(store), named('For the sale'));
    const { body } = await admin.put(url(store), named(null, { startsAt: await wall('2 hours', 'UTC') }));
    expect(body.result.fields.displayName.coming).toMatchObject([{ own: false, value: null }]);
    expect(await nameAt(store, await clock('1 hour'))).toBe('For the sale');
    expect(await nameAt(store, await clock('3 hours'))).toBeNull();
    // a change that comes before does not call it off
    await admin.put(url(store), named('For the sale 2'));
    expect(await nameAt(store, await clock('3 hours'))).toBeNull();
  });

  test('is taken back while it has not begun, and what it would have ended goes on', async () => {
    const store = await aStore();
    await admin.put(url(store), named('Now and ever'));
    await admin.put(url(store), named('In two hours', { startsAt: await wall('2 hours', 'UTC') }));
    await admin.put(url(store), named('In four hours', { startsAt: await wall('4 hours', 'UTC') }));
    const [fourth, second, first] = await historyOf(store);
    const gone = await admin.delete(url(store, `/changes/${second.id}`));
    expect(gone.status).toBe(200);
    expect(await nameAt(store, await clock('3 hours'))).toBe('Now and ever');
    expect(await nameAt(store, await clock('5 hours'))).toBe('In four hours');
    expect(codeOf(await admin.delete(url(store, `/changes/${second.id}`)))).toEqual([409, 'setting.unknownChange']);
    expect(codeOf(await admin.delete(url(store, `/changes/${first.id}`)))).toEqual([409, 'setting.begun']);
    expect((await admin.delete(url(store, `/changes/${fourth.id}`))).status).toBe(200);
    expect(await nameAt(store, await clock('5 hours'))).toBe('Now and ever');
    expect((await historyOf(store))[1]).toMatchObject({ id: second.id, withdrawn: true });
  });

  test('that takes the place of another at the same moment lets that one begin after all when it is withdrawn', async () => {
    const store = await aStore();
    const startsAt = await wall('2 hours', 'UTC');
    await admin.put(url(store), named('Now and ever'));
    await admin.put(url(store), named('Planned first', { startsAt }));
    await admin.put(url(store), named('Planned second', { startsAt }));
    const [second, first] = await historyOf(store);
    expect((await admin.delete(url(store, `/changes/${second.id}`))).status).toBe(200);
    expect(await nameAt(store, await clock('3 hours'))).toBe('Planned first');
    expect((await admin.delete(url(store, `/changes/${first.id}`))).status).toBe(200);
    expect(await nameAt(store, await clock('3 hours'))).toBe('Now and ever');
    const { body } = await admin.get(`/audit?entity=node&entityId=${store.id}&action=setting.withdrawn`);
    expect(body.result[1].after).toMatchObject({ 'ebasketDisplay.displayName': 'Planned second' });
  });

  test('begins by the clock of the nearest place that has one, also for whoever sees no further up', async () => {
    const org2 = await anOrganisation(house, { word: 'tokyo' });
    const far = await aNode(house, { parent: org2, nodeType: 'COMPANY', time_zone: 'Asia/Tokyo' });
    const region = await aNode(house, { parent: far, nodeType: 'TRADING_REGION' });
    const store = await aNode(house, { parent: region, nodeType: 'STORE' });
    const local = await signedIn(house, await aUser(house, { at: store }));
    expect((await local.get(url(store))).body.result.timeZone).toBe('Asia/Tokyo');
  });

  test('is judged by what stands above it then, not now', async () => {
    const store = await aStore();
    const locked = { fields: { displayName: { value: 'Of the company', mode: 'locked' } } };
    await admin.put(url(company), { ...locked, startsAt: await wall('2 hours', 'UTC') });
    const after = await admin.put(url(store), named('Too late for it', { startsAt: await wall('3 hours', 'UTC') }));
    const before = await admin.put(url(store), named('In time for it', { startsAt: await wall('1 hour', 'UTC') }));
    const [planned] = await historyOf(company);
    await admin.delete(url(company, `/changes/${planned.id}`));
    expect([codeOf(after), before.status]).toEqual([[409, 'setting.locked'], 200]);
  });

  test('is not taken for a moment that has passed, and leaves what comes after it as it is', async () => {
    const store = await aStore();
    const past = await admin.put(url(store), named('Too late now', { startsAt: await wall('-2 hours', 'UTC') }));
    expect(codeOf(past)).toEqual([409, 'setting.startPast']);
    for (const startsAt of ['tomorrow', '2031-02-31T08:00'])
      expect((await admin.put(url(store), named('Too late now', { startsAt }))).body.messageCode).toBe('input.invalid');
    await admin.put(url(store), named('In four hours', { startsAt: await wall('4 hours', 'UTC') }));
    await admin.put(url(store), named('In two hours', { startsAt: await wall('2 hours', 'UTC') }));
    await admin.put(url(store), named('Right away'));
    expect(
      await Promise.all(['0', '3 hours', '5 hours'].map(async (ahead) => nameAt(store, await clock(ahead)))),
    ).toEqual(['Right away', 'In two hours', 'In four hours']);
    const moment = await wall('2 hours', 'UTC');
    await admin.put(url(store), named('In two hours 2', { startsAt: moment }));
    expect(await nameAt(store, await clock('3 hours'))).toBe('In two hours 2');
  });
});

test('what a place had at a moment that has passed is told as it was then', async () => {
  const store = await aStore();
  const before = await clock();
  const names = ['First name', 'Second name', null, 'Third name'];
  for (const name of names) await admin.put(url(store), named(name));
  const moments = (await historyOf(store)).map(({ from }) => from).reverse();
  expect(await Promise.all([before, ...moments].map((at) => nameAt(store, at)))).toEqual([null, ...names]);
});
