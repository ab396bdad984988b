import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { fieldOf } from '@storeward/contract/settings/engine/section';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createClient, createUser, allAccessRights, type TestNode } from './builders.ts';
import { bulkUrl, createChain, previewOverride, runOverride, undoOverride } from './bulk.ts';
import { add, hide, listUrl, replace } from './lists.ts';
import { requiredValues, sampleSection, sampleValues } from './sample-section.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let north: TestNode;
let south: TestNode;
let stores: TestNode[];
let admin: ApiClient;

// the import engine starts when the server listens
beforeAll(() => server.app.listen({ host: '127.0.0.1', port: 0 }));
beforeEach(async () => {
  ({ org, company, north, south, stores, admin } = await createChain(server));
  await put(org, requiredValues);
});

const put = (node: TestNode, values: Readonly<Record<string, unknown>>, mode = 'free') =>
  admin.put(listUrl(node), {
    fields: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, mode }])),
  });
const stateOf = async (node: TestNode) => (await admin.get(listUrl(node))).body.result.fields;
const input = (action: string, field: string, targets: object) => ({
  sourceId: company.id,
  sections: ['sample'],
  fields: [`sample.${field}`],
  action,
  ...targets,
});
const radarField = async (node: TestNode, field: string, client = admin) =>
  (await client.get(`/node-management/node/${node.id}/radar?section=sample`)).body.result.fields.find(
    (stats: { field: string }) => stats.field === field,
  );

const readable = Object.entries(sampleValues).filter(
  ([field]) => !isSecret(fieldOf(sampleSection, field) ?? { kind: 'secret' }),
);

test('of every kind of field, the nodes with one value are listed and cleared, and undoing restores them', async () => {
  await put(company, sampleValues);
  const own = Object.fromEntries(readable);
  for (const store of [stores[0]!, stores[4]!]) await put(store, own);
  await put(stores[1]!, { ...own, title: 'Other' });
  for (const [field, value] of readable) {
    const nodes = field === 'title' ? 2 : 3;
    const filter = `overrides?field=${field}&value=${encodeURIComponent(JSON.stringify(value))}`;
    expect([field, (await admin.get(listUrl(company, `/${filter}`))).body.total]).toEqual([field, nodes]);
    const { changes } = await previewOverride(admin, input('clear', field, { overriding: { value } }));
    expect([field, changes]).toEqual([field, nodes]);
  }
  for (const field of ['title', 'label', 'holidays']) {
    const run = await runOverride(admin, input('clear', field, { overriding: { value: own[field] } }));
    expect([field, (await stateOf(stores[0]!))[field].own]).toEqual([field, null]);
    expect((await stateOf(stores[1]!)).title.own.value).toBe('Other');
    await undoOverride(admin, run);
    expect([field, (await stateOf(stores[0]!))[field].own.value]).toEqual([field, own[field]]);
  }
});

test('chosen nodes alone get one value of the source, not those below them and no other field', async () => {
  await put(company, { discount: 9, note: 'Ours' });
  await put(stores[1]!, { discount: 3 });
  const request = input('push', 'discount', { nodeIds: [north.id, stores[4]!.id], subtrees: false });
  await put(north, { discount: 5 });
  expect(await previewOverride(admin, request)).toMatchObject({
    placeCount: 2,
    storeCount: 1,
    changes: 2,
    differences: [
      { section: 'sample', field: 'discount', before: 5, after: 9, count: 1 },
      { section: 'sample', field: 'discount', before: 9, after: 9, count: 1 },
    ],
    otherDifferences: 0,
    // of the four stores of North, one keeps its own value
    storesAffected: 3,
  });
  expect((await runOverride(admin, request)).updated).toBe(2);
  const { discount, note } = await stateOf(north);
  expect([discount.own.value, note.own]).toEqual([9, null]);
  expect((await stateOf(stores[1]!)).discount.value).toBe(3);
  expect((await stateOf(stores[2]!)).discount.own).toBeNull();
});

test('clearing nodes and what is below them tells the values that then apply, and the stores that change', async () => {
  await put(company, { discount: 9 });
  await put(north, { discount: 5 });
  await put(stores[0]!, { discount: 3 });
  await put(stores[1]!, { discount: 9 });
  const { differences, storesAffected } = await previewOverride(admin, input('clear', 'discount', { overriding: {} }));
  expect(differences.map(({ before, after, count }) => [before, after, count])).toEqual([
    [5, 9, 1],
    [3, 9, 1],
    [9, 9, 1],
  ]);
  expect(storesAffected).toBe(3);
});

test('own values of chosen nodes are locked for everything below them, which undoing unlocks', async () => {
  await put(company, { discount: 9 });
  await put(north, { discount: 5 });
  await put(stores[0]!, { discount: 3 });
  const request = input('lock', 'discount', { overriding: {} });
  expect(await previewOverride(admin, request)).toMatchObject({
    changes: 1,
    unchanged: 1,
    differences: [{ before: 5, after: 5, count: 1 }],
    storesAffected: 1,
  });
  const run = await runOverride(admin, request);
  expect((await stateOf(north)).discount.own).toMatchObject({ value: 5, mode: 'locked' });
  expect((await stateOf(stores[0]!)).discount).toMatchObject({ value: 5, bound: { mode: 'locked' } });
  const audit = await server.query(`select action, after from audit where entity_id = $1 and run_id = $2`, [
    north.id,
    run.id,
  ]);
  expect(audit).toEqual([
    { action: 'setting.changed', after: { 'sample.discount': 5, 'sample.discount.mode': 'locked' } },
  ]);
  await undoOverride(admin, run);
  expect((await stateOf(stores[0]!)).discount.value).toBe(3);
});

test('a value that a node above has locked cannot be locked below it', async () => {
  await put(north, { discount: 5 });
  await put(company, { discount: 9 }, 'locked');
  const { refused, faults, storesAffected } = await previewOverride(
    admin,
    input('lock', 'discount', { nodeIds: [north.id], subtrees: false }),
  );
  expect([refused, faults, storesAffected]).toEqual([1, [{ messageCode: 'setting.locked', count: 1 }], 0]);
});

test('of a list, the nodes that hide rows are listed, cleared and locked apart from those that add some', async () => {
  const rows = [newId(), newId()];
  const reasons = (node: TestNode, changes: object) => put(node, { reasons: { rows: changes } });
  await reasons(company, { [rows[0]!]: add('A'), [rows[1]!]: add('B') });
  for (const store of stores.slice(0, 3)) await reasons(store, { [newId()]: add('S') });
  for (const node of [south, stores[0]!]) await reasons(node, { [rows[0]!]: hide });
  expect(await radarField(company, 'reasons')).toMatchObject({
    own: 4,
    rows: { add: { places: 3, stores: 3 }, hide: { places: 2, stores: 1 } },
    storesApart: 5,
  });
  const hiding = (await admin.get(listUrl(company, '/overrides?field=reasons&rows=hide'))).body;
  expect([hiding.total, hiding.result.map(({ place }: { place: { name: string } }) => place.name)]).toEqual([
    2,
    ['South', 'Store 1'],
  ]);
  const request = input('clear', 'reasons', { overriding: { rows: 'hide' } });
  const summary = { add: 0, replace: 0, hide: 1, order: false };
  expect(await previewOverride(admin, request)).toMatchObject({
    changes: 2,
    differences: expect.arrayContaining([
      { section: 'sample', field: 'reasons', before: summary, after: null, count: 1 },
      { section: 'sample', field: 'reasons', before: { ...summary, add: 1 }, after: null, count: 1 },
    ]),
    storesAffected: 3,
  });
  const run = await runOverride(admin, request);
  expect((await stateOf(south)).reasons.own).toBeNull();
  expect((await stateOf(stores[1]!)).reasons.own.value).toMatchObject({ add: 1 });
  await undoOverride(admin, run);
  expect((await stateOf(south)).reasons.own.value).toMatchObject({ hide: 1 });
  await runOverride(admin, input('lock', 'reasons', { nodeIds: [south.id], subtrees: false }));
  expect((await stateOf(stores[4]!)).reasons.bound).toMatchObject({ mode: 'locked', source: { name: 'South' } });
});

test('stores whose rows an ancestor forbids follow it, and the radar counts them so', async () => {
  const [locked, free] = [newId(), newId()];
  const reasons = (node: TestNode, changes: object, mode = 'free') => put(node, { reasons: { rows: changes } }, mode);
  await reasons(company, { [locked]: add('A'), [free]: add('B') });
  await reasons(stores[0]!, { [locked]: hide });
  await reasons(stores[1]!, { [newId()]: add('S'), [free]: hide });
  await reasons(stores[4]!, { [newId()]: add('S') });
  expect(await radarField(company, 'reasons')).toMatchObject({ own: 3, overruled: 0, storesApart: 3 });
  await reasons(company, { [locked]: { ...add('A'), mode: 'locked' } });
  expect(await radarField(company, 'reasons')).toMatchObject({ own: 3, overruled: 1, storesApart: 2 });
  await put(north, { reasons: { rows: {} } }, 'tighten');
  // the hidden row of the second store still counts; North has only a mode
  expect(await radarField(company, 'reasons')).toMatchObject({ own: 4, overruled: 1, storesApart: 2 });
  await put(north, { reasons: { rows: {} } }, 'locked');
  expect(await radarField(company, 'reasons')).toMatchObject({ own: 4, overruled: 2, storesApart: 1 });
});

test('the radar of a regional reader counts with the rows and locks above the reader’s scope', async () => {
  const [locked, hidden, replaced] = [newId(), newId(), newId()];
  const reasons = (node: TestNode, changes: object, mode = 'free') => put(node, { reasons: { rows: changes } }, mode);
  await reasons(company, { [locked]: add('A'), [hidden]: add('B'), [replaced]: add('C') });
  await reasons(stores[0]!, { [locked]: hide });
  await reasons(stores[1]!, { [hidden]: hide });
  await reasons(stores[2]!, { [replaced]: replace('D') });
  const regional = await createClient(server, await createUser(server, { node: north, rights: allAccessRights }));
  const expectStats = async (stats: object) => {
    for (const client of [admin, regional]) expect(await radarField(north, 'reasons', client)).toMatchObject(stats);
  };
  await expectStats({ own: 3, overruled: 0, storesApart: 3 });
  await reasons(company, { [locked]: { ...add('A'), mode: 'locked' } });
  await expectStats({ own: 3, overruled: 1, storesApart: 2 });
  await reasons(company, {}, 'tighten');
  await expectStats({ own: 3, overruled: 2, storesApart: 1 });
  await reasons(company, {}, 'locked');
  await expectStats({ own: 3, overruled: 3, storesApart: 0 });
});

test('nobody finds or changes nodes by a guessed secret, an unknown field, or without the right of bulk overrides', async () => {
  await put(stores[0]!, { apiKey: 'guessed' });
  const refused = async (request: object, client = admin) => {
    const { status, body } = await client.post(`${bulkUrl}/preview`, request);
    return [status, body.messageCode];
  };
  expect((await previewOverride(admin, input('clear', 'apiKey', { overriding: {} }))).changes).toBe(1);
  expect(await refused(input('clear', 'apiKey', { overriding: { value: 'guessed' } }))).toEqual([400, 'input.invalid']);
  expect((await admin.get(listUrl(company, '/overrides?field=apiKey&value="guessed"'))).status).toBe(400);
  expect((await admin.get(listUrl(company, '/overrides?field=title&value={'))).status).toBe(400);
  expect((await admin.get(listUrl(company, '/overrides?field=title&value="%5Cu0000"'))).status).toBe(400);
  expect(await refused(input('clear', 'nothing', { overriding: {} }))).toEqual([400, 'setting.unknownField']);
  expect(await refused({ ...input('clear', 'title', {}), nodeIds: [north.id], overriding: {} })).toEqual([
    400,
    'input.invalid',
  ]);
  expect(await refused({ ...input('clear', 'title', { overriding: {} }), fields: undefined })).toEqual([
    400,
    'input.invalid',
  ]);
  const user = await createUser(server, {
    node: org,
    rights: allAccessRights.filter((name) => name !== 'bulk_override'),
  });
  expect((await refused(input('clear', 'title', { overriding: {} }), await createClient(server, user)))[0]).toBe(403);
});
