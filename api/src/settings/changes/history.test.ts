import type { SectionChange } from '@storeward/contract/settings/engine/section-state';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let admin: ApiClient;
beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn', name: 'Acorn' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'North' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const createStore = async (columns: Record<string, unknown> = {}) => {
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  return createNode(server, { parent: region, nodeType: 'STORE', ...columns });
};
const url = ({ id }: TestNode, more = '') => `/node-management/node/${id}/settings/ebasketDisplay${more}`;
const nameInput = (displayName: string | null, more: object = {}) => ({
  fields: { displayName: displayName === null ? null : { value: displayName } },
  ...more,
});
const effectiveName = async (node: TestNode, at?: string) =>
  (await admin.get(url(node, at ? `?at=${encodeURIComponent(at)}` : ''))).body.result.fields.displayName
    .value as string;
const historyOf = async (node: TestNode) =>
  (await admin.get(url(node, '/history?size=50'))).body.result as readonly [
    SectionChange,
    SectionChange,
    SectionChange,
    ...SectionChange[],
  ];
const codeOf = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];
const clock = async (offset = '0') =>
  (
    await server.query<{ at: string }>(
      `select to_char(clock() + $1::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
      [offset],
    )
  )[0]!.at;
/** Local time of a time zone after an interval, to the minute. */
const localTime = async (offset: string, zone: string) =>
  (
    await server.query<{ at: string }>(
      `select to_char(date_trunc('minute', clock() + $1::interval) at time zone $2, 'YYYY-MM-DD"T"HH24:MI') as at`,
      [offset, zone],
    )
  )[0]!.at;

describe('the history of a setting', () => {
  test('lists every change, newest first, with author, reason, and values before and after', async () => {
    const store = await createStore();
    await admin.put(url(store), nameInput('First name', { reason: 'Opening' }));
    await admin.put(url(store), {
      fields: { displayName: { value: 'Second name', mode: 'locked' }, displayLogo: { value: '/files/a.webp' } },
    });
    await admin.put(url(store), nameInput(null));
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

  test('is paginated by cursor', async () => {
    const store = await createStore();
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await admin.put(url(store), nameInput(`Name no. ${number}`));
    const first = await admin.get(url(store, '/history?size=5'));
    expect([first.body.total, first.body.result.map(({ version }: SectionChange) => version)]).toEqual([
      7,
      [7, 6, 5, 4, 3],
    ]);
    const rest = await admin.get(url(store, `/history?size=5&cursor=${first.body.next}`));
    expect(rest.body.result.map(({ version }: SectionChange) => version)).toEqual([2, 1]);
    expect(rest.body.next).toBeUndefined();
  });

  test('stays with a node that is moved', async () => {
    const store = await createStore();
    await admin.put(url(store), nameInput('Before the move'));
    const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    expect((await admin.put(`/node-management/node/${store.id}/move`, { parentId: region.id })).status).toBe(200);
    expect((await historyOf(store)).map(({ version }) => version)).toEqual([1]);
    expect((await admin.put(url(store), nameInput('After the move'))).status).toBe(200);
  });
});

describe('a rollback of settings', () => {
  test('reverts a whole change or one field of it and is recorded as a change', async () => {
    const store = await createStore();
    await admin.put(url(store), {
      fields: { displayName: { value: 'First name' }, displayLogo: { value: '/files/a.webp' } },
    });
    await admin.put(url(store), {
      fields: { displayName: { value: 'Second name' }, displayLogo: { value: '/files/b.webp' } },
    });
    const [second] = await historyOf(store);
    const partial = await admin.post(url(store, '/rollback'), { changeId: second.id, fields: ['displayLogo'] });
    expect(partial.body.result.fields).toMatchObject({
      displayName: { value: 'Second name' },
      displayLogo: { value: '/files/a.webp' },
    });
    const all = await admin.post(url(store, '/rollback'), { changeId: second.id, reason: 'A mistake' });
    expect(all.body.result).toMatchObject({ version: 4, fields: { displayName: { value: 'First name' } } });
    expect((await historyOf(store))[0]).toMatchObject({ version: 4, reason: 'A mistake' });
    // reverting the first change of a field inherits again
    const first = (await historyOf(store)).at(-1);
    const none = await admin.post(url(store, '/rollback'), { changeId: first!.id });
    expect(none.body.result).toMatchObject({ isOverride: false });
  });

  test('restores a whole section to its values of a given time', async () => {
    const store = await createStore();
    await admin.put(url(store), nameInput('Then a name'));
    const then = await clock();
    await admin.put(url(store), { fields: { displayName: null, displayLogo: { value: '/files/c.webp' } } });
    const { body } = await admin.post(url(store, '/rollback'), { at: then });
    expect(body.result.fields).toMatchObject({
      displayName: { value: 'Then a name' },
      displayLogo: { value: null, own: null },
    });
  });

  test('returns 409 if an ancestor has locked the field since', async () => {
    const store = await createStore();
    await admin.put(url(store), nameInput('First name'));
    await admin.put(url(store), nameInput(null));
    const [reverted] = await historyOf(store);
    await admin.put(url(company), { fields: { displayName: { value: 'Of the company', mode: 'locked' } } });
    const rollback = await admin.post(url(store, '/rollback'), { changeId: reverted.id });
    await admin.put(url(company), nameInput(null));
    expect(codeOf(rollback)).toEqual([409, 'setting.locked']);
    expect(await historyOf(store)).toHaveLength(2);
  });

  test('returns 409 for a change of another node, an unknown change or a field outside the change', async () => {
    const [store, other] = [await createStore(), await createStore()];
    await admin.put(url(store), nameInput('First name'));
    const [change] = await historyOf(store);
    for (const body of [{ changeId: change.id }, { changeId: store.id }])
      expect(codeOf(await admin.post(url(other, '/rollback'), body))).toEqual([409, 'setting.unknownChange']);
    expect((await admin.post(url(store, '/rollback'), {})).status).toBe(400);
    const field = { changeId: change.id, fields: ['displayLogo'] };
    expect(codeOf(await admin.post(url(store, '/rollback'), field))).toEqual([409, 'setting.unknownChange']);
  });
});

describe('a planned change', () => {
  test('takes effect at local time of the node and is listed before', async () => {
    const store = await createStore({ time_zone: 'Asia/Tokyo' });
    await admin.put(url(store), nameInput('Until then'));
    const { body } = await admin.put(
      url(store),
      nameInput('From then on', { startsAt: await localTime('2 hours', 'Asia/Tokyo'), reason: 'Sale' }),
    );
    expect(body.result).toMatchObject({
      timeZone: 'Asia/Tokyo',
      version: 2,
      fields: { displayName: { value: 'Until then' } },
    });
    const [planned] = body.result.fields.displayName.coming;
    expect(planned).toMatchObject({ own: true, value: 'From then on', byWhom: 'person', reason: 'Sale' });
    expect(planned.by).toMatch(/^Ada /);
    expect(Math.abs(Date.parse(planned.from) - Date.parse(await clock('2 hours')))).toBeLessThan(60_001);
    expect(await effectiveName(store, await clock('3 hours'))).toBe('From then on');
    expect(await effectiveName(store, await clock('1 hour'))).toBe('Until then');
    await server.advanceClock('121 minutes');
    const laterClient = await createClient(server, admin.user);
    const later = await laterClient.get(url(store));
    await server.advanceClock('0');
    expect(later.body.result.fields.displayName).toMatchObject({ value: 'From then on', coming: [] });
  });

  test('can end an own value', async () => {
    const store = await createStore();
    await admin.put(url(store), nameInput('For the sale'));
    const { body } = await admin.put(url(store), nameInput(null, { startsAt: await localTime('2 hours', 'UTC') }));
    expect(body.result.fields.displayName.coming).toMatchObject([{ own: false, value: null }]);
    expect(await effectiveName(store, await clock('1 hour'))).toBe('For the sale');
    expect(await effectiveName(store, await clock('3 hours'))).toBeNull();
    // an earlier change does not cancel the planned end
    await admin.put(url(store), nameInput('For the sale 2'));
    expect(await effectiveName(store, await clock('3 hours'))).toBeNull();
  });

  test('can be withdrawn before it starts, and the values it would have ended continue', async () => {
    const store = await createStore();
    await admin.put(url(store), nameInput('Now and ever'));
    await admin.put(url(store), nameInput('In two hours', { startsAt: await localTime('2 hours', 'UTC') }));
    await admin.put(url(store), nameInput('In four hours', { startsAt: await localTime('4 hours', 'UTC') }));
    const [fourth, second, first] = await historyOf(store);
    const withdrawn = await admin.delete(url(store, `/changes/${second.id}`));
    expect(withdrawn.status).toBe(200);
    expect(await effectiveName(store, await clock('3 hours'))).toBe('Now and ever');
    expect(await effectiveName(store, await clock('5 hours'))).toBe('In four hours');
    expect(codeOf(await admin.delete(url(store, `/changes/${second.id}`)))).toEqual([409, 'setting.unknownChange']);
    expect(codeOf(await admin.delete(url(store, `/changes/${first.id}`)))).toEqual([409, 'setting.begun']);
    expect((await admin.delete(url(store, `/changes/${fourth.id}`))).status).toBe(200);
    expect(await effectiveName(store, await clock('5 hours'))).toBe('Now and ever');
    expect((await historyOf(store))[1]).toMatchObject({ id: second.id, withdrawn: true });
  });

  test('that replaced another one with the same start restores it when withdrawn', async () => {
    const store = await createStore();
    const startsAt = await localTime('2 hours', 'UTC');
    await admin.put(url(store), nameInput('Now and ever'));
    await admin.put(url(store), nameInput('Planned first', { startsAt }));
    await admin.put(url(store), nameInput('Planned second', { startsAt }));
    const [second, first] = await historyOf(store);
    expect((await admin.delete(url(store, `/changes/${second.id}`))).status).toBe(200);
    expect(await effectiveName(store, await clock('3 hours'))).toBe('Planned first');
    expect((await admin.delete(url(store, `/changes/${first.id}`))).status).toBe(200);
    expect(await effectiveName(store, await clock('3 hours'))).toBe('Now and ever');
    const { body } = await admin.get(`/audit?entity=node&entityId=${store.id}&action=setting.withdrawn`);
    expect(body.result[1].after).toMatchObject({ 'ebasketDisplay.displayName': 'Planned second' });
  });

  test('uses the time zone of the nearest ancestor, even outside the actor’s scope', async () => {
    const org2 = await createOrganisation(server, { slug: 'tokyo' });
    const tokyoCompany = await createNode(server, { parent: org2, nodeType: 'COMPANY', time_zone: 'Asia/Tokyo' });
    const region = await createNode(server, { parent: tokyoCompany, nodeType: 'TRADING_REGION' });
    const store = await createNode(server, { parent: region, nodeType: 'STORE' });
    const local = await createClient(server, await createUser(server, { node: store }));
    expect((await local.get(url(store))).body.result.timeZone).toBe('Asia/Tokyo');
  });

  test('is validated against the restrictions at its start, not the current ones', async () => {
    const store = await createStore();
    const locked = { fields: { displayName: { value: 'Of the company', mode: 'locked' } } };
    await admin.put(url(company), { ...locked, startsAt: await localTime('2 hours', 'UTC') });
    const after = await admin.put(
      url(store),
      nameInput('Too late for it', { startsAt: await localTime('3 hours', 'UTC') }),
    );
    const before = await admin.put(
      url(store),
      nameInput('In time for it', { startsAt: await localTime('1 hour', 'UTC') }),
    );
    const [planned] = await historyOf(company);
    await admin.delete(url(company, `/changes/${planned.id}`));
    expect([codeOf(after), before.status]).toEqual([[409, 'setting.locked'], 200]);
  });

  test('is rejected for a time in the past and does not change later planned values', async () => {
    const store = await createStore();
    const past = await admin.put(
      url(store),
      nameInput('Too late now', { startsAt: await localTime('-2 hours', 'UTC') }),
    );
    expect(codeOf(past)).toEqual([409, 'setting.startPast']);
    for (const startsAt of ['tomorrow', '2031-02-31T08:00'])
      expect((await admin.put(url(store), nameInput('Too late now', { startsAt }))).body.messageCode).toBe(
        'input.invalid',
      );
    await admin.put(url(store), nameInput('In four hours', { startsAt: await localTime('4 hours', 'UTC') }));
    await admin.put(url(store), nameInput('In two hours', { startsAt: await localTime('2 hours', 'UTC') }));
    await admin.put(url(store), nameInput('Right away'));
    expect(
      await Promise.all(['0', '3 hours', '5 hours'].map(async (offset) => effectiveName(store, await clock(offset)))),
    ).toEqual(['Right away', 'In two hours', 'In four hours']);
    const time = await localTime('2 hours', 'UTC');
    await admin.put(url(store), nameInput('In two hours 2', { startsAt: time }));
    expect(await effectiveName(store, await clock('3 hours'))).toBe('In two hours 2');
  });
});

test('returns the settings of a node as they were at a past time', async () => {
  const store = await createStore();
  const before = await clock();
  const names = ['First name', 'Second name', null, 'Third name'];
  for (const name of names) await admin.put(url(store), nameInput(name));
  const instants = (await historyOf(store)).map(({ from }) => from).reverse();
  expect(await Promise.all([before, ...instants].map((at) => effectiveName(store, at)))).toEqual([null, ...names]);
});
