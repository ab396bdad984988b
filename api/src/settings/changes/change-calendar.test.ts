import { type CalendarChange, maxCalendarConflicts } from '@storeward/contract/settings/endpoints/change-calendar';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  allAccessRights,
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;
beforeAll(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
});

/** A company with a store, of which no other test has planned anything. */
const newBranch = async () => {
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', time_zone: 'UTC' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, { parent: region, nodeType: 'STORE' });
};

type Plan = { readonly startsAt?: string; readonly section?: string; readonly reason?: string };
const plan = async (
  node: TestNode,
  fields: Record<string, unknown>,
  { section = 'nodeConfig', ...more }: Plan = {},
) => {
  const response = await admin.put(`/node-management/node/${node.id}/settings/${section}`, { fields, ...more });
  expect([response.status, response.body.messageCode]).toEqual([200, undefined]);
};
const logout = (value: string, mode = 'free') => ({ autoLogoutDuration: { value, mode } });
const read = (node: TestNode, from = '2035-11-30', to = '2036-02-01', client = admin) =>
  client.get(`/node-management/node/${node.id}/change-calendar?from=${from}T00:00:00Z&to=${to}T00:00:00Z`);
const changesOf = async (...request: Parameters<typeof read>) =>
  (await read(...request)).body.result.changes as CalendarChange[];

describe('the calendar of changes', () => {
  test('lists what is planned at and below a node, with values before and after, in the order of its begin', async () => {
    await newBranch();
    await plan(store, logout('00:20:00'));
    await plan(store, logout('00:40:00'), { startsAt: '2036-01-02T08:00', reason: 'Sale' });
    await plan(
      company,
      { displayName: { value: 'Winter' } },
      { startsAt: '2036-01-01T00:00', section: 'ebasketDisplay' },
    );
    const [first, second, ...others] = await changesOf(company);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      section: 'ebasketDisplay',
      place: { id: company.id, nodeType: 'COMPANY' },
      timeZone: 'UTC',
      begins: '2036-01-01T00:00:00Z',
      ends: null,
      begun: false,
      conflicts: [],
    });
    expect(second).toMatchObject({
      place: { id: store.id, nodeType: 'STORE' },
      begins: '2036-01-02T08:00:00Z',
      reason: 'Sale',
      fields: [
        {
          field: 'autoLogoutDuration',
          before: { value: '00:20:00', mode: 'free' },
          after: { value: '00:40:00', mode: 'free' },
        },
      ],
    });
    expect(second!.by).toMatch(/\w/);
    expect((await changesOf(store)).map(({ id }) => id)).toEqual([second!.id]);
  });

  test('ends a change where the next one of its field begins, and leaves out what is withdrawn', async () => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-02T00:00' });
    await plan(store, logout('00:30:00'), { startsAt: '2036-01-05T00:00' });
    const [first, second] = await changesOf(store);
    expect([first!.ends, second!.ends]).toEqual(['2036-01-05T00:00:00Z', null]);
    await admin.delete(`/node-management/node/${store.id}/settings/nodeConfig/changes/${second!.id}`);
    expect((await changesOf(store)).map(({ id, ends }) => [id, ends])).toEqual([[first!.id, null]]);
  });

  test.for([
    ['2035-12-01', '2036-01-02', []],
    ['2036-01-01', '2036-01-03', ['00:20:00']],
    ['2036-01-03', '2036-01-04', ['00:20:00']],
    ['2036-01-05', '2036-01-06', ['00:20:00', '00:30:00']],
    ['2036-01-07', '2036-01-08', ['00:30:00']],
  ] as const)('lists from %s to %s what begins or lasts then', async ([from, to, expected]) => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-02T00:00' });
    await plan(store, logout('00:30:00'), { startsAt: '2036-01-05T12:00' });
    const changes = await changesOf(store, from, to);
    expect(changes.map(({ fields }) => fields[0]!.after!.value)).toEqual(expected);
  });

  test.for([
    ['a locked value', logout('00:10:00', 'locked'), '2036-01-01T00:00', ['2036-01-02T00:00:00Z', null]],
    ['a stricter bound', logout('00:10:00', 'tighten'), '2036-01-01T00:00', ['2036-01-02T00:00:00Z', null]],
    ['a later lock', logout('00:10:00', 'locked'), '2036-01-09T00:00', ['2036-01-09T00:00:00Z', null]],
    ['a bound that is kept', logout('00:50:00', 'tighten'), '2036-01-01T00:00', undefined],
    ['a free value', logout('00:10:00'), '2036-01-01T00:00', undefined],
  ] as const)('tells for %s planned above whether it overrules a plan below', async ([, above, startsAt, expected]) => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-02T00:00' });
    await plan(company, above, { startsAt });
    const changes = await changesOf(company);
    const [lock, overruled] = [company, store].map(({ id }) => changes.find(({ place }) => place.id === id)!);
    expect(lock!.conflicts).toEqual([]);
    expect(overruled!.conflicts).toEqual(
      expected
        ? [
            {
              changeId: lock!.id,
              place: lock!.place,
              field: 'autoLogoutDuration',
              from: expected[0],
              until: expected[1],
            },
          ]
        : [],
    );
  });

  test.for([
    ['a locked list', 'locked', 1],
    ['a list that may only be shortened', 'tighten', 1],
    ['a free list', 'free', 0],
  ] as const)('names the list once for %s planned above, however many rows it overrules', async ([, mode, count]) => {
    await newBranch();
    const row = (reasonId: string) => ({
      action: 'add',
      values: { reasonId, category: 'return', description: 'Wrong size' },
    });
    const rows = { [crypto.randomUUID()]: row('R1'), [crypto.randomUUID()]: row('R2') };
    await plan(store, { reasons: { value: { rows } } }, { startsAt: '2036-01-02T00:00', section: 'reasons' });
    await plan(
      company,
      { reasons: { value: { rows: {}, order: null }, mode } },
      { startsAt: '2036-01-01T00:00', section: 'reasons' },
    );
    const conflicts = (await changesOf(store)).flatMap((change) => change.conflicts);
    expect(conflicts).toEqual([]);
    expect((await changesOf(company)).flatMap((change) => change.conflicts.map(({ field }) => field))).toEqual(
      Array.from({ length: count }, () => 'reasons'),
    );
  });

  test.for([
    ['locked', ['reasons']],
    ['free', []],
  ] as const)('names a row planned below for the same row planned above as %s', async ([mode, expected]) => {
    await newBranch();
    const id = crypto.randomUUID();
    const values = { reasonId: 'R1', category: 'return', description: 'Wrong size' };
    const row = (operation: object) => ({ reasons: { value: { rows: { [id]: { values, ...operation } } } } });
    await plan(company, row({ action: 'add' }), { section: 'reasons' });
    await plan(store, row({ action: 'replace', values: { ...values, description: 'Too small' } }), {
      startsAt: '2036-01-02T00:00',
      section: 'reasons',
    });
    await plan(company, row({ action: 'add', mode, values: { ...values, description: 'Too large' } }), {
      startsAt: '2036-01-01T00:00',
      section: 'reasons',
    });
    const conflicts = (await changesOf(company)).flatMap((change) => change.conflicts.map(({ field }) => field));
    expect(conflicts).toEqual(expected);
  });

  test.for([
    ['a locked value', logout('00:10:00', 'locked'), 1],
    ['a stricter bound', logout('00:10:00', 'tighten'), 1],
    ['a bound that is kept', logout('00:50:00', 'tighten'), 0],
    ['a free value', logout('00:10:00'), 0],
  ] as const)('tells for %s in force above whether it overrules a plan below', async ([, above, count]) => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-02T00:00' });
    await plan(company, above);
    const [change] = await changesOf(store);
    expect(change!.conflicts).toEqual(
      Array.from({ length: count }, () => ({
        changeId: null,
        place: { id: company.id, name: company.name, nodeType: 'COMPANY' },
        field: 'autoLogoutDuration',
        from: '2036-01-02T00:00:00Z',
        until: null,
      })),
    );
  });

  test.for([
    ['a locked value', logout('00:10:00', 'locked'), 2],
    ['a bound', logout('00:25:00', 'tighten'), 1],
    ['a free value', logout('00:10:00'), 0],
  ] as const)('is named before %s is saved above, with the plans that it overrules', async ([, fields, count]) => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-02T00:00' });
    await plan(store, logout('00:30:00'), { startsAt: '2036-01-03T00:00' });
    const { body } = await admin.post(`/node-management/node/${company.id}/settings/nodeConfig/impact`, { fields });
    const overruled = (begins: string) => ({
      place: { id: store.id, name: store.name, nodeType: 'STORE' },
      section: 'nodeConfig',
      field: 'autoLogoutDuration',
      begins,
      timeZone: 'UTC',
    });
    const plans = [overruled('2036-01-02T00:00:00Z'), overruled('2036-01-03T00:00:00Z')];
    expect(body.result).toMatchObject({ planCount: count, plans: plans.slice(2 - count) });
  });

  test('has no conflict with a lock that ends before', async () => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-10T00:00' });
    await plan(company, logout('00:10:00', 'locked'), { startsAt: '2036-01-01T00:00' });
    await plan(company, { autoLogoutDuration: null }, { startsAt: '2036-01-09T00:00' });
    expect((await changesOf(company)).flatMap(({ conflicts }) => conflicts)).toEqual([]);
  });

  test('lists so many conflicts of a change, and tells whether there are more', async () => {
    await newBranch();
    await plan(store, logout('00:20:00'), { startsAt: '2036-01-01T00:00' });
    const lockOn = (day: number) =>
      plan(company, logout(`00:10:${day + 10}`, 'locked'), {
        startsAt: `2036-01-${String(day).padStart(2, '0')}T00:00`,
      });
    for (let day = 1; day <= maxCalendarConflicts; day += 1) await lockOn(day);
    const ofStore = async () => (await changesOf(company)).find(({ place }) => place.id === store.id)!;
    const { length } = (await ofStore()).conflicts;
    expect(length).toBe(maxCalendarConflicts);
    expect(await ofStore()).toMatchObject({ conflictsArePartial: false });
    await lockOn(maxCalendarConflicts + 1);
    expect(await ofStore()).toMatchObject({ conflicts: { length }, conflictsArePartial: true });
  });

  test('stops to compare a change of very many rows, and tells so', async () => {
    await newBranch();
    const reasons = (value: object, mode = 'free') => ({ reasons: { value, mode } });
    const [section, id] = ['reasons', crypto.randomUUID()];
    const values = { reasonId: 'R1', category: 'return', description: 'Wrong size' };
    await plan(company, reasons({ rows: { [id]: { action: 'add', values } } }), { section });
    await plan(store, reasons({ rows: { [id]: { action: 'hide' } } }), { startsAt: '2036-01-02T00:00', section });
    await plan(company, reasons({ rows: {}, order: null }, 'tighten'), { startsAt: '2036-01-01T00:00', section });
    const ofStore = async () => (await changesOf(company)).find(({ place }) => place.id === store.id)!;
    expect(await ofStore()).toMatchObject({ conflicts: [], conflictsArePartial: false });
    await server.query(
      `insert into setting_values (id, org_id, node_id, tpath, section, field, value, mode, valid_from, change_id)
       select gen_random_uuid(), org_id, node_id, tpath, section, 'reasons/' || gen_random_uuid(), value, mode, valid_from, change_id
         from setting_values, generate_series(1, 5000) where change_id = $1`,
      [(await ofStore()).id],
    );
    expect(await ofStore()).toMatchObject({ conflicts: [], conflictsArePartial: true });
  });

  test('shows no secret, no section that the reader may not view, and nothing outside the reader’s scope', async () => {
    await newBranch();
    await plan(
      store,
      { provider: { value: 'others' }, otherName: { value: 'Own' }, secret: { value: 'opens-it' } },
      { startsAt: '2036-01-02T00:00', section: 'integration' },
    );
    await plan(
      company,
      { displayName: { value: 'Winter' } },
      { startsAt: '2036-01-03T00:00', section: 'ebasketDisplay' },
    );
    expect(JSON.stringify(await changesOf(company))).not.toContain('opens-it');
    const withoutModules = await createClient(
      server,
      await createUser(server, { node: company, rights: allAccessRights.filter((right) => right !== 'view_setting') }),
    );
    const sections = (await changesOf(company, undefined, undefined, withoutModules)).map(({ section }) => section);
    expect(sections).not.toContain('ebasketDisplay');
    const ofStore = await createClient(server, await createUser(server, { node: store }));
    expect([
      (await read(company, undefined, undefined, ofStore)).status,
      (await read(store, undefined, undefined, ofStore)).status,
    ]).toEqual([404, 200]);
  });

  test.for([
    ['a period that ends before it begins', '2036-02-01', '2036-01-01'],
    ['a period of more than a year', '2036-01-01', '2037-03-01'],
  ])('refuses %s', async ([, from, to]) => {
    const { status, body } = await read(org, from, to);
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
  });
});
