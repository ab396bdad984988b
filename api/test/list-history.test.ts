import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { createNode } from './builders.ts';
import { add, createListClient, hide, type ListClient, listUrl, replace } from './lists.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let { admin, save, reasonsOf, codesOf, createTree } = {} as ListClient;
let org: ListClient['org'];

beforeAll(async () => {
  ({ org, admin, save, reasonsOf, codesOf, createTree } = await createListClient(server, 'listed'));
});

test('the history names the rows of a change, which can be rolled back one by one or all together', async () => {
  const { store, a, b } = await createTree();
  const d = newId();
  await save(store, { rows: { [a]: hide, [b]: replace('X'), [d]: add('D') } });
  const { result } = (await admin.get(listUrl(store, '/history'))).body;
  const rows = result[0].fields.map(({ field, row }: { field: string; row: string }) => `${field} ${row}`);
  expect(new Set(rows)).toEqual(new Set([a, b, d].map((row) => `reasons ${row}`)));
  const hidden = result[0].fields.find(({ row }: { row: string }) => row === a);
  expect(hidden).toMatchObject({ before: null, after: { value: hide, mode: 'free' } });
  const rollback = (body: unknown) => admin.post(listUrl(store, '/rollback'), body);
  expect((await rollback({ changeId: result[0].id, fields: [`reasons/${a}`] })).status).toBe(200);
  expect(await codesOf(store)).toBe('A X C D');
  expect((await rollback({ changeId: result[0].id, fields: ['reasons'] })).status).toBe(200);
  expect(await codesOf(store)).toBe('A B C');
  expect((await rollback({ changeId: result[0].id, fields: [`title/${a}`] })).body.messageCode).toBe(
    'setting.unknownField',
  );
});

test('the audit has the values of a row that was hidden, by which it can be named', async () => {
  const { store, a } = await createTree();
  await save(store, { rows: { [a]: hide } });
  const { result } = (await admin.get(`/audit?entityId=${store.id}`)).body;
  expect(result[0].after[`sample.reasons/${a}`]).toMatchObject({
    ...hide,
    values: { code: 'A', label: 'Wrong size' },
  });
});

test('the list of any instant can be read, and restored', async () => {
  const { store, a } = await createTree();
  const instant = async () => {
    const [row] = await server.query<{ at: string }>(
      `select to_char(clock_now(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    return row!.at;
  };
  const before = await instant();
  await save(store, { rows: { [a]: hide } });
  const between = await instant();
  await save(store, { rows: { [a]: null, [newId()]: add('D') } });
  expect([await codesOf(store, `?at=${before}`), await codesOf(store, `?at=${between}`), await codesOf(store)]).toEqual(
    ['A B C', 'B C', 'A B C D'],
  );
  expect((await admin.post(listUrl(store, '/rollback'), { at: between, fields: ['reasons'] })).status).toBe(200);
  expect(await codesOf(store)).toBe('B C');
});

test('a planned change of rows is listed with its rows and begins at its time', async () => {
  const { store, a } = await createTree();
  const startsAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T08:00`;
  expect((await save(store, { rows: { [a]: hide } }, { startsAt })).status).toBe(200);
  const { coming } = await reasonsOf(store);
  expect(coming).toMatchObject([{ row: a, own: true, value: hide }]);
  expect([await codesOf(store), await codesOf(store, `?at=${startsAt}`)]).toEqual(['A B C', 'B C']);
});

test('the radar counts the nodes below that add, replace and hide rows, and names those whose rows shadow others', async () => {
  const { company, region, store, a, b } = await createTree();
  const other = await createNode(server, { parent: region, nodeType: 'STORE' });
  await save(region, { rows: { [a]: hide } });
  await save(store, { rows: { [newId()]: add('D'), [newId()]: add('E'), [b]: replace('X') } });
  await save(other, { rows: { [newId()]: add('D') } });
  const { fields } = (await admin.get(`/node-management/node/${company.id}/radar?section=sample`)).body.result;
  expect(fields.find(({ field }: { field: string }) => field === 'reasons')).toEqual({
    section: 'sample',
    field: 'reasons',
    own: 3,
    overruled: 0,
    storesApart: 2,
    values: [],
    otherValues: 0,
    rows: {
      add: { places: 2, stores: 2 },
      replace: { places: 1, stores: 1 },
      hide: { places: 1, stores: 0 },
      order: { places: 0, stores: 0 },
    },
  });
  const { result, total } = (await admin.get(listUrl(company, '/overrides?field=reasons'))).body;
  expect(total).toBe(3);
  await save(company, { rows: { [newId()]: add('D') } });
  const named = (await admin.get(listUrl(company, '/overrides?field=reasons'))).body.result;
  expect(named.map(({ rows }: { rows: { shadowed: number } }) => rows.shadowed).toSorted()).toEqual([0, 1, 1]);
  expect(result.map(({ value }: { value: { add: number } }) => value.add).toSorted()).toEqual([0, 1, 2]);
});

test('the list of stores has the effective rows of each', async () => {
  const { company, store, a } = await createTree();
  await save(store, { rows: { [a]: hide } });
  const { result } = (await admin.get(listUrl(company, '/places'))).body;
  expect(result[0].fields.reasons).toMatchObject({ isSet: true, own: true, source: { id: store.id } });
  expect(result[0].fields.reasons.value.map(({ code }: { code: string }) => code)).toEqual(['B', 'C']);
});

test('a device receives the effective rows in order', async () => {
  const { store, a, b } = await createTree();
  await save(store, { rows: { [a]: hide }, order: [] });
  const device = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: newId(), nodeId: store.id };
  const { id } = (await admin.post('/module-management/device', device)).body.result;
  const { code } = (await admin.post(`/module-management/device/${id}/pairing`)).body.result;
  const { host } = org;
  const redeemed = await server.request({
    method: 'POST',
    url: '/module-management/device/redeem',
    host,
    body: { code },
  });
  const headers = { 'x-api-key': redeemed.body.result.key };
  const { body } = await server.request({ url: '/module-management/device/configuration', host, headers });
  expect(body.result.sections.sample.reasons).toMatchObject([{ id: b, code: 'B' }, { code: 'C' }]);
});

test('the configuration of a node has the effective rows with their ids in order', async () => {
  const { store, a, b, c } = await createTree();
  await save(store, { rows: { [a]: hide } });
  const { result } = (await admin.get(`/node-management/node/${store.id}/configuration`)).body;
  expect(result.sample.reasons).toEqual([
    { id: b, code: 'B', label: '', limit: null },
    { id: c, code: 'C', label: '', limit: null },
  ]);
});

test('a draft of a list is kept as it was sent', async () => {
  const { store, a } = await createTree();
  const value = { rows: { [a]: hide } };
  const response = await admin.put(listUrl(store, '/draft'), { fields: { reasons: { value } } });
  expect(response.body.result.draft.fields.reasons.value).toEqual(value);
  expect(await codesOf(store)).toBe('A B C');
});
