import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { createClient, createNode, createUser } from './builders.ts';
import { countsOf, importsAt, toCsv } from './imports.ts';
import { add, createListClient, hide, type ListClient, listUrl, replace } from './lists.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
const { uploadAndCheck, importFile, runToEnd, cellErrorsOf } = importsAt('/node-management/settings/lists/imports');
let { admin, save, reasonsOf, codesOf, createTree } = {} as ListClient;

beforeAll(async () => {
  // the import engine starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ admin, save, reasonsOf, codesOf, createTree } = await createListClient(server, 'listfiles'));
});

type Line = Readonly<Record<string, string>>;
const line = (code: string, row: string, action: string, values: Line = {}, more: Line = {}): Line => ({
  code,
  list: 'sample.reasons',
  row,
  action,
  after: '',
  mode: '',
  order: '',
  'sample.reasons.code': values['code'] ?? '',
  'sample.reasons.label': values['label'] ?? '',
  'sample.reasons.limit': values['limit'] ?? '',
  ...more,
});

test('each line of a file adds, replaces or hides a row at a node, or has it inherit again', async () => {
  const { store, a, b, c, storeCode } = await createTree();
  await save(store, { rows: { [c]: hide } });
  const d = newId();
  const run = await importFile(
    admin,
    toCsv([
      line(storeCode, d, 'add', { code: 'D', limit: '2.5' }, { after: 'first' }),
      line(storeCode, a, 'hide'),
      line(storeCode, b, 'Replace', { label: 'Ours' }, { mode: 'locked' }),
      line(storeCode, c, 'inherit'),
    ]),
  );
  expect([run.state, countsOf(run)]).toEqual(['done', [0, 4, 0, 0]]);
  const { value, list } = await reasonsOf(store);
  expect(value).toEqual([
    { id: d, code: 'D', label: '', limit: 2.5 },
    { id: b, code: 'B', label: 'Ours', limit: null },
    { id: c, code: 'C', label: '', limit: null },
  ]);
  expect(list.rows[1]).toMatchObject({ mode: 'locked', replaced: { code: 'B', label: '' } });
  const { result } = (await admin.get(listUrl(store, '/history'))).body;
  expect([result[0].runId, result[0].fields.length]).toEqual([run.id, 4]);
});

test('an exported file imports without any change, and again after its rows were removed', async () => {
  const { company, region, store, a, b } = await createTree();
  await save(region, { rows: { [a]: { ...replace('A', '=1+1; "quoted"'), mode: 'locked' }, [newId()]: add('R', b) } });
  await save(store, { rows: { [b]: hide, [newId()]: add('S', 'first') } });
  const { text: content } = await admin.get(listUrl(company, '/export?list=reasons'));
  const same = await uploadAndCheck(admin, content);
  expect([same.state, countsOf(same)]).toEqual(['ready', [0, 0, 7, 0]]);
  const before = [await reasonsOf(company), await reasonsOf(region), await reasonsOf(store)].map(({ value }) => value);
  for (const node of [store, region])
    expect((await admin.put(listUrl(node), { fields: { reasons: null } })).status).toBe(200);
  const run = await importFile(admin, content);
  expect([run.state, countsOf(run)]).toEqual(['done', [0, 4, 3, 0]]);
  const after = [await reasonsOf(company), await reasonsOf(region), await reasonsOf(store)].map(({ value }) => value);
  expect(after).toEqual(before);
});

test('the order and the mode of a list are in its file, and importing it restores both without another change', async () => {
  const { company, region, store, a, b, c } = await createTree();
  await save(region, { rows: {}, order: [c, a] });
  await save(store, { rows: { [newId()]: add('S', 'first') }, order: [b, c, a] }, { mode: 'locked' });
  const { text: content } = await admin.get(listUrl(company, '/export?list=reasons'));
  const same = await uploadAndCheck(admin, content);
  expect([same.state, countsOf(same)]).toEqual(['ready', [0, 0, 6, 0]]);
  const nodes = [region, store];
  const states = () => Promise.all(nodes.map(async (node) => (await reasonsOf(node)).list.rows));
  const ownOf = () =>
    Promise.all(nodes.map(async (node) => [(await reasonsOf(node)).list.ownOrder, (await reasonsOf(node)).own.mode]));
  const [rows, own] = [(await states()).map((list) => list.map(({ id }: { id: string }) => id)), await ownOf()];
  expect(own).toEqual([
    [[c, a], 'free'],
    [[b, c, a], 'locked'],
  ]);
  for (const node of nodes.toReversed()) await admin.put(listUrl(node), { fields: { reasons: null } });
  const run = await importFile(admin, content);
  expect([run.state, countsOf(run)]).toEqual(['done', [0, 3, 3, 0]]);
  expect((await states()).map((list) => list.map(({ id }: { id: string }) => id))).toEqual(rows);
  expect(await ownOf()).toEqual(own);
  await runToEnd(admin, run, 'undo');
  expect((await reasonsOf(region)).own).toBeNull();
});

test('an order of more rows than fit into a line takes several lines, and an order without rows removes it', async () => {
  const { store, storeCode } = await createTree();
  const order = Array.from({ length: 450 }, () => newId());
  await save(store, { rows: {}, order });
  const { text: content } = await admin.get(listUrl(store, '/export?list=reasons'));
  await save(store, { rows: {}, order: null });
  expect(countsOf(await importFile(admin, content))).toEqual([0, 3, 0, 0]);
  expect((await reasonsOf(store)).list.ownOrder).toEqual(order);
  await importFile(admin, toCsv([line(storeCode, '', 'order')]));
  expect((await reasonsOf(store)).own).toBeNull();
});

test('rows of an order line follow the row that it names, and what is no row or mode is refused', async () => {
  const { store, a, b, c, storeCode } = await createTree();
  await save(store, { rows: {}, order: [a, b, c] });
  const run = await importFile(admin, toCsv([line(storeCode, b, 'order', {}, { order: a, mode: 'tighten' })]));
  expect(countsOf(run)).toEqual([0, 1, 0, 0]);
  expect(await codesOf(store)).toBe('B A C');
  const invalidRun = await uploadAndCheck(
    admin,
    toCsv([
      line(storeCode, '', 'order', {}, { order: 'first', mode: '' }),
      line(storeCode, 'one', 'order', {}, { order: a, mode: 'often' }),
    ]),
  );
  expect(await cellErrorsOf(admin, invalidRun)).toEqual({
    2: { order: 'field.invalid' },
    3: { row: 'field.invalid', mode: 'field.invalid' },
  });
});

test('an added line without an id gets one, and a line that the file lacks changes nothing', async () => {
  const { store, storeCode } = await createTree();
  const lines = ['D', 'E'].map((code) => line(storeCode, '', 'add', { code }));
  expect(countsOf(await importFile(admin, toCsv(lines)))).toEqual([0, 2, 0, 0]);
  expect(await codesOf(store)).toMatch(/^A B C (D E|E D)$/);
  const again = await uploadAndCheck(admin, toCsv(lines));
  expect(Object.values(await cellErrorsOf(admin, again))).toEqual([
    { 'sample.reasons.code': 'field.duplicateKey' },
    { 'sample.reasons.code': 'field.duplicateKey' },
  ]);
});

test('a line that is not valid is refused with its cell, and the others are imported', async () => {
  const { company, a, b, c, storeCode } = await createTree();
  await save(company, { rows: { [b]: { ...add('B', a), mode: 'locked' } } });
  const [d, e, gone] = [newId(), newId(), newId()];
  const run = await uploadAndCheck(
    admin,
    toCsv([
      line('NOWHERE', a, 'hide'),
      line(storeCode, a, 'hide', {}, { list: 'sample.title' }),
      line(storeCode, a, 'drop'),
      line(storeCode, 'one', 'hide'),
      line(storeCode, '', 'hide'),
      line(storeCode, b, 'hide'),
      line(storeCode, gone, 'hide'),
      line(storeCode, d, 'add', { code: 'D' }, { after: 'nowhere' }),
      line(storeCode, e, 'add', { code: 'A', limit: 'many' }),
      line(storeCode, c, 'replace', { code: 'A' }),
    ]),
  );
  expect(await cellErrorsOf(admin, run)).toEqual({
    2: { code: 'import.placeUnknown' },
    3: { list: 'setting.unknownField' },
    4: { action: 'field.invalid' },
    5: { row: 'field.invalid' },
    6: { row: 'field.required' },
    7: { row: 'setting.rowLocked' },
    8: { row: 'setting.unknownRow' },
    9: { after: 'field.invalid' },
    10: { 'sample.reasons.limit': 'field.number' },
    11: { 'sample.reasons.code': 'field.duplicateKey' },
  });
});

test('a file may replace rows that it adds further up', async () => {
  const { region, companyCode } = await createTree();
  const other = await createNode(server, { parent: region, nodeType: 'STORE', code: 'BELOW' });
  const d = newId();
  const run = await importFile(
    admin,
    toCsv([line('BELOW', d, 'replace', { label: 'Ours' }), line(companyCode, d, 'add', { code: 'D' })]),
  );
  expect([run.state, countsOf(run)]).toEqual(['done', [0, 2, 0, 0]]);
  expect((await reasonsOf(other)).value[3]).toEqual({ id: d, code: 'D', label: 'Ours', limit: null });
});

test('a row that the file removes counts no more for its other lines, at the node and below it', async () => {
  const { region, store, a, b, regionCode, storeCode } = await createTree();
  const [own, next] = [newId(), newId()];
  await save(region, { rows: { [a]: hide } });
  await save(store, { rows: { [own]: add('D', b) } });
  const run = await uploadAndCheck(
    admin,
    toCsv([
      line(regionCode, a, 'inherit'),
      line(storeCode, a, 'replace', { label: 'Ours' }),
      line(storeCode, own, 'inherit'),
      line(storeCode, next, 'add', { code: 'D' }),
    ]),
  );
  expect(await cellErrorsOf(admin, run)).toEqual({});
  expect(countsOf(run)).toEqual([0, 4, 0, 0]);
});

test('a line that hides a row stores no lock, whatever its mode', async () => {
  const { store, a, storeCode } = await createTree();
  await save(store, { rows: { [a]: { ...replace('X'), mode: 'locked' } } });
  await importFile(admin, toCsv([line(storeCode, a, 'hide')]));
  const read = 'select mode from setting_values where node_id = $1 and ended_date is null and valid_until is null';
  expect(await server.query(read, [store.id])).toEqual([{ mode: 'free' }]);
});

test('a line is refused if its row has been locked since the file was checked', async () => {
  const { store, a, storeCode } = await createTree();
  await save(store, { rows: { [a]: replace('X') } });
  const run = await uploadAndCheck(admin, toCsv([line(storeCode, a, 'replace', { label: 'Ours' })]));
  await save(store, { rows: { [a]: { ...replace('X'), mode: 'locked' } } });
  const done = await runToEnd(admin, run, 'start');
  expect([done.state, countsOf(done)]).toEqual(['done', [0, 0, 0, 1]]);
});

test('a replaced row that is shadowed above keeps the values of empty cells', async () => {
  const { company, region, store, storeCode } = await createTree();
  const [upper, lower] = [newId(), newId()];
  await save(region, { rows: { [lower]: add('D', 'last', 'Lower') } });
  await save(company, { rows: { [upper]: add('D', 'last', 'Upper') } });
  const run = await importFile(admin, toCsv([line(storeCode, upper, 'replace', { code: 'E' })]));
  expect(countsOf(run)).toEqual([0, 1, 0, 0]);
  const { value, list } = await reasonsOf(store);
  expect(value.find(({ id }: { id: string }) => id === upper)).toMatchObject({ code: 'E', label: 'Upper' });
  expect(list.rows.find(({ id }: { id: string }) => id === upper).replaced).toMatchObject({ label: 'Upper' });
});

test('an import that is taken back restores the rows that nobody has changed since', async () => {
  const { store, a, b, storeCode } = await createTree();
  await save(store, { rows: { [a]: replace('X') } });
  const d = newId();
  const lines = [line(storeCode, a, 'hide'), line(storeCode, b, 'hide'), line(storeCode, d, 'add', { code: 'D' })];
  const run = await importFile(admin, toCsv(lines));
  expect(await codesOf(store)).toBe('C D');
  await save(store, { rows: { [b]: replace('Y') } });
  const undone = await runToEnd(admin, run, 'undo');
  expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 2, 1]);
  expect(await codesOf(store)).toBe('X Y C');
});

test('an import that is taken back keeps the rows that a planned change has changed since', async () => {
  const { store, a, b, storeCode } = await createTree();
  const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
  await save(store, { rows: { [a]: replace('Z') } }, { startsAt });
  const run = await importFile(admin, toCsv([line(storeCode, a, 'hide'), line(storeCode, b, 'hide')]));
  await server.advanceClock('3 hours');
  const laterSession = await createClient(server, admin.user);
  const undone = await runToEnd(laterSession, run, 'undo');
  const { value } = (await laterSession.get(listUrl(store))).body.result.fields['reasons'];
  await server.advanceClock('0');
  expect([undone.undone, undone.kept]).toEqual([1, 1]);
  expect(value.map(({ code }: { code: string }) => code)).toEqual(['Z', 'B', 'C']);
});

test('an import is taken back only where its user may still change the section', async () => {
  const { org } = await createListClient(server, 'listrights');
  await createNode(server, { parent: org, nodeType: 'STORE', code: 'RIGHTS' });
  const user = await createUser(server, { node: org });
  const client = await createClient(server, user);
  const run = await importFile(client, toCsv([line('RIGHTS', newId(), 'add', { code: 'D' })]));
  expect(countsOf(run)).toEqual([0, 1, 0, 0]);
  await server.query(
    `update roles set access_rights = array_remove(access_rights, 'edit_node_configuration') where id = $1`,
    [user.roleId],
  );
  const undone = await runToEnd(client, run, 'undo');
  expect([undone.undone, undone.kept]).toEqual([0, 1]);
});

test('a field that is no row-wise list has no file of its own', async () => {
  const { store } = await createTree();
  for (const list of ['title', 'holidays', 'nothing'])
    expect((await admin.get(listUrl(store, `/export?list=${list}`))).body.messageCode).toBe('setting.unknownField');
});
