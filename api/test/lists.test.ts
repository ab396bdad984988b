import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { add, createListClient, errorsOf, hide, type ListClient, listUrl, replace, type TestRow } from './lists.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let { admin, save, reasonsOf, codesOf, createTree } = {} as ListClient;
let org: ListClient['org'];

beforeAll(async () => {
  ({ org, admin, save, reasonsOf, codesOf, createTree } = await createListClient(server, 'lists'));
});

test('a list that is inherited as a whole names the row and the column of each value that is not valid', async () => {
  const response = await admin.put(listUrl(org), {
    fields: {
      holidays: {
        value: [{ day: '2026-12-25' }, { day: '2026-02-30', isOpen: 'yes' }, { day: '2026-12-25' }],
        mode: 'free',
      },
    },
  });
  expect(response.status).toBe(400);
  expect(errorsOf(response)).toEqual([
    ['fields.holidays.1.day', 'field.date'],
    ['fields.holidays.1.isOpen', 'field.invalid'],
  ]);
});

test('a list that is locked as a whole cannot be set below', async () => {
  const { company, store } = await createTree();
  const put = (node: ListClient['org'], day: string, mode = 'free') =>
    admin.put(listUrl(node), { fields: { holidays: { value: [{ day }], mode } } });
  expect((await put(company, '2026-12-25', 'locked')).status).toBe(200);
  expect((await put(store, '2026-12-26')).body.messageCode).toBe('setting.locked');
});

test('a store inherits the rows of a list in order, and adds, replaces and hides rows', async () => {
  const { company, store, a, b, c } = await createTree();
  const d = newId();
  const { value } = await reasonsOf(store);
  expect(value).toEqual([
    { id: a, code: 'A', label: 'Wrong size', limit: null },
    { id: b, code: 'B', label: '', limit: null },
    { id: c, code: 'C', label: '', limit: null },
  ]);
  const response = await save(store, { rows: { [d]: add('D', a), [b]: replace('B', 'Too late'), [c]: hide } });
  expect(response.status).toBe(200);
  const { list, own, source } = await reasonsOf(store);
  expect(list.rows.map((row: TestRow) => [row.id, row.position, row.values['label'], row.state])).toEqual([
    [a, 1, 'Wrong size', 'inherited'],
    [d, 2, '', 'added'],
    [b, 3, 'Too late', 'replaced'],
  ]);
  expect(list.rows[0]).toMatchObject({ place: { id: company.id }, origin: { id: company.id } });
  expect(list.rows[2]).toMatchObject({
    place: { id: store.id },
    origin: { id: company.id },
    inherited: { code: 'B', label: '', limit: null },
    replaced: { code: 'B', label: '', limit: null },
  });
  expect(list.hidden).toMatchObject([
    { id: c, own: true, after: b, place: { id: store.id }, origin: { id: company.id } },
  ]);
  expect(own).toMatchObject({ value: { add: 1, replace: 1, hide: 1, order: false }, mode: 'free', inForce: true });
  expect(source.id).toBe(store.id);
  expect(await codesOf(company)).toBe('A B C');
});

test('a change above reaches the rows below, and of a replaced one the columns that it did not change', async () => {
  const { company, store, a, b } = await createTree();
  await save(store, { rows: { [b]: replace('B', 'Ours') } });
  const rows = { [a]: add('A', 'last', 'Does not fit'), [b]: add('B2', a, 'Changed') };
  expect((await save(company, { rows })).status).toBe(200);
  const { value, list } = await reasonsOf(store);
  expect(value.map(({ label }: { label: string }) => label)).toEqual(['Does not fit', 'Ours', '']);
  expect(list.rows[1]).toMatchObject({
    values: { code: 'B2', label: 'Ours' },
    inherited: { code: 'B2', label: 'Changed' },
    replaced: { code: 'B', label: '' },
  });
});

test('an operation whose row is gone is dormant, is reported, and can be removed', async () => {
  const { company, store, b } = await createTree();
  await save(store, { rows: { [b]: replace('B', 'Ours') } });
  await save(company, { rows: { [b]: null } });
  const { list } = await reasonsOf(store);
  expect(await codesOf(store)).toBe('A C');
  expect(list.dormant).toMatchObject([
    { id: b, action: 'replace', own: true, cause: 'gone', values: { label: 'Ours' } },
  ]);
  expect((await save(store, { rows: { [b]: null } })).status).toBe(200);
  expect((await reasonsOf(store)).list.dormant).toEqual([]);
  const again = await save(store, { rows: { [b]: hide } });
  expect([again.status, errorsOf(again)]).toEqual([409, [[`fields.reasons.${b}`, 'setting.unknownRow']]]);
});

test('a node states the order of its list, and a new row above follows the row that it follows there', async () => {
  const { company, store, a, b, c } = await createTree();
  expect((await save(store, { order: [c, a, b] })).status).toBe(200);
  expect(await codesOf(store)).toBe('C A B');
  await save(company, { rows: { [newId()]: add('D', c) } });
  expect(await codesOf(store)).toBe('C D A B');
  expect((await save(store, { order: null })).status).toBe(200);
  expect(await codesOf(store)).toBe('A B C D');
  expect((await reasonsOf(store)).own).toBeNull();
});

test('below a locked list nothing can be changed, and what was stored before has no effect', async () => {
  const { company, store, a } = await createTree();
  await save(store, { rows: { [a]: hide } });
  await save(company, {}, { mode: 'locked' });
  expect(await codesOf(store)).toBe('A B C');
  const { list, bound, own } = await reasonsOf(store);
  const locked = { mode: 'locked', source: { id: company.id }, since: (await reasonsOf(company)).own.since };
  expect(list.dormant).toMatchObject([{ id: a, cause: 'listLocked', own: true, lockedBy: { id: company.id } }]);
  expect(bound).toMatchObject(locked);
  expect(own.inForce).toBe(false);
  const response = await save(store, { rows: { [newId()]: add('D') } });
  expect([response.status, response.body.messageCode]).toEqual([409, 'setting.locked']);
  expect((await save(store, { rows: { [a]: null } })).status).toBe(200);
});

test('below a list that may only be shortened rows can be hidden, but not added, replaced or ordered', async () => {
  const { company, store, a, b, c } = await createTree();
  await save(company, {}, { mode: 'tighten' });
  for (const value of [{ rows: { [newId()]: add('D') } }, { rows: { [a]: replace('A') } }, { order: [c, b, a] }])
    expect((await save(store, value)).body.messageCode).toBe('setting.onlyHide');
  expect((await save(store, { rows: { [a]: hide } })).status).toBe(200);
  expect(await codesOf(store)).toBe('B C');
});

test('a locked row can be neither replaced nor hidden below', async () => {
  const { company, store, a, b } = await createTree();
  await save(company, { rows: { [a]: { ...add('A'), mode: 'locked' } } });
  for (const operation of [hide, replace('A', 'Ours')]) {
    const response = await save(store, { rows: { [a]: operation, [b]: hide } });
    expect([response.status, errorsOf(response)]).toEqual([409, [[`fields.reasons.${a}`, 'setting.rowLocked']]]);
  }
  expect((await reasonsOf(store)).list.rows.map(({ lockedBy }: TestRow) => lockedBy !== null)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a save names the row and column of each value that is not valid, and stores nothing', async () => {
  const { store, b } = await createTree();
  const [d, e] = [newId(), newId()];
  const rows = {
    [d]: { action: 'add', values: { code: '', limit: -1 } },
    [e]: add('A'),
    [b]: { action: 'replace', values: { code: 'far too long' } },
  };
  const response = await save(store, { rows });
  expect(response.body.messageCode).toBe('input.invalid');
  expect(Object.fromEntries(errorsOf(response))).toEqual(
    Object.fromEntries([
      [`fields.reasons.${d}.code`, 'field.required'],
      [`fields.reasons.${d}.limit`, 'field.tooSmall'],
      [`fields.reasons.${e}.code`, 'field.duplicateKey'],
      [`fields.reasons.${b}.code`, 'field.tooLong'],
    ]),
  );
  expect((await reasonsOf(store)).own).toBeNull();
});

test.each<[string, unknown]>([
  ['rows without an id', { rows: { first: hide } }],
  ['an unknown action', { rows: { [newId()]: { action: 'delete' } } }],
  ['an array', [{ code: 'A' }]],
  ['no value', null],
])('a save with %s is refused', async (_, value) => {
  const { store } = await createTree();
  const response = await save(store, value);
  expect([response.status, errorsOf(response)]).toEqual([400, [['fields.reasons', 'field.invalid']]]);
});

test('a list has no more rows than it may have, and a required one keeps at least one', async () => {
  const { store, a, b, c } = await createTree();
  const rows = (codes: string[]) => Object.fromEntries(codes.map((code) => [newId(), add(code)]));
  const tooMany = await save(store, { rows: rows(['D', 'E', 'F', 'G']) });
  expect(errorsOf(tooMany)).toEqual([['fields.reasons', 'field.tooManyRows']]);
  expect((await save(store, { rows: rows(['D', 'E', 'F']) })).status).toBe(200);
  const { value } = await reasonsOf(store);
  const all = Object.fromEntries(value.map(({ id }: { id: string }) => [id, [a, b, c].includes(id) ? hide : null]));
  expect(errorsOf(await save(store, { rows: all }))).toEqual([['fields.reasons', 'field.required']]);
});

test('a row added above with the key of a row below is shadowed there, and the preview names the node', async () => {
  const { company, store } = await createTree();
  const [above, below] = [newId(), newId()];
  await save(store, { rows: { [below]: add('D', 'first') } });
  const preview = await admin.post(listUrl(company, '/clashes'), {
    fields: { reasons: { value: { rows: { [above]: add('D') } } } },
  });
  expect(preview.body.result).toEqual({
    count: 1,
    places: [{ place: { id: store.id, name: store.name, nodeType: 'STORE' }, fields: ['reasons'] }],
    isPartial: false,
  });
  expect((await save(company, { rows: { [above]: add('D') } })).status).toBe(200);
  expect(await codesOf(store)).toBe('D A B C');
  expect((await reasonsOf(store)).list.shadowed).toMatchObject([{ id: above, by: below, place: { id: company.id } }]);
  expect((await save(store, { rows: { [below]: add('D', 'first', 'Changed') } })).status).toBe(200);
});

test('a preview is empty if nothing below would break', async () => {
  const { company, store, a } = await createTree();
  await save(store, { rows: { [a]: hide } });
  const fields = { reasons: { value: { rows: { [newId()]: add('D') } } } };
  expect((await admin.post(listUrl(company, '/clashes'), { fields })).body.result).toEqual({
    count: 0,
    places: [],
    isPartial: false,
  });
});

test('a save that is based on an earlier version is refused with the current rows', async () => {
  const { store, a, b } = await createTree();
  await save(store, { rows: { [a]: hide } });
  const rows = { [a]: replace('A'), [b]: hide };
  const response = await save(store, { rows }, { version: 0 });
  expect([response.status, response.body.messageCode]).toEqual([412, 'record.stale']);
  expect(response.body.current.fields.reasons.list.hidden).toMatchObject([{ id: a, own: true }]);
});

test('inheriting the list again removes all that the node did to it', async () => {
  const { store, a } = await createTree();
  await save(store, { rows: { [a]: hide, [newId()]: add('D') }, order: [] }, { mode: 'locked' });
  expect((await admin.put(listUrl(store), { fields: { reasons: null } })).status).toBe(200);
  expect((await reasonsOf(store)).own).toBeNull();
  expect(await codesOf(store)).toBe('A B C');
});
