import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { createNode, type TestNode } from './builders.ts';
import { previewOverride, runOverride, undoOverride } from './bulk.ts';
import { add, createListClient, hide, type ListClient, listUrl, replace } from './lists.ts';
import { requiredFields } from './sample-section.ts';
import { startTestServer } from './server.ts';
import { allDelivered, createWebhook, startReceiver } from './webhooks.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer({ environment: 'development' });
let { admin, org, save, reasonsOf, codesOf, createTree } = {} as ListClient;

beforeAll(async () => {
  // the import engine and the webhook worker start when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ admin, org, save, reasonsOf, codesOf, createTree } = await createListClient(server, 'listbulk'));
});

const input = (source: TestNode, action: 'push' | 'clear', targets: readonly TestNode[]) => ({
  sourceId: source.id,
  sections: ['sample'],
  action,
  nodeIds: targets.map(({ id }) => id),
});
const ownOf = async (node: TestNode) => (await reasonsOf(node)).own?.value ?? null;

test('pushing a list makes the lists below equal to that of the source, and pushing it again changes nothing', async () => {
  const { company, region, store, a, b, c } = await createTree();
  const other = await createNode(server, { parent: region, nodeType: 'STORE' });
  const plain = await createNode(server, { parent: company, nodeType: 'STORE' });
  await save(region, { rows: { [a]: hide, [b]: replace('X'), [newId()]: add('R', 'first') } });
  await save(store, { rows: { [newId()]: add('S'), [c]: hide } });
  expect(await codesOf(store)).toBe('R X S');
  const targets = [store, other, plain];
  // what a push gives to nodes that only inherit it
  await admin.put(listUrl(plain), { fields: requiredFields });
  expect(await previewOverride(admin, input(company, 'push', targets))).toMatchObject({ changes: 2, unchanged: 1 });
  const run = await runOverride(admin, input(company, 'push', targets));
  expect(run.state).toBe('done');
  for (const node of targets) {
    const { value } = await reasonsOf(node);
    expect(value.map(({ code, label }: Record<string, string>) => [code, label])).toEqual([
      ['A', 'Wrong size'],
      ['B', ''],
      ['C', ''],
    ]);
  }
  expect(await codesOf(region)).toBe('R X C');
  // a row that is hidden further up becomes a row of the store, with an id that no other node has
  expect(await ownOf(store)).toEqual({ add: 1, replace: 1, hide: 1, order: true });
  const [{ id: first }] = (await reasonsOf(store)).value;
  const [{ id: second }] = (await reasonsOf(other)).value;
  expect(new Set([first, second, a]).size).toBe(3);
  expect(await previewOverride(admin, input(company, 'push', targets))).toMatchObject({ changes: 0, unchanged: 3 });
});

test('a push keeps the locks of the rows that a node has replaced', async () => {
  const { company, store, a, b } = await createTree();
  await save(store, { rows: { [a]: { ...replace('X'), mode: 'locked' }, [b]: replace('Y') } });
  await runOverride(admin, input(company, 'push', [store]));
  const { value, list } = await reasonsOf(store);
  expect(value).toEqual((await reasonsOf(company)).value);
  expect(list.rows.map(({ mode, state }: Record<string, string>) => [mode, state])).toEqual([
    ['locked', 'replaced'],
    ['free', 'inherited'],
    ['free', 'inherited'],
  ]);
  expect(await previewOverride(admin, input(company, 'push', [store]))).toMatchObject({ changes: 0, unchanged: 1 });
});

test('a push that is taken back restores the rows of each node', async () => {
  const { company, store, a } = await createTree();
  await save(store, { rows: { [a]: replace('X', 'Ours') } });
  const before = await reasonsOf(store);
  const run = await runOverride(admin, input(company, 'push', [store]));
  expect(await ownOf(store)).toBeNull();
  await undoOverride(admin, run);
  expect((await reasonsOf(store)).value).toEqual(before.value);
});

test('a list is not pushed to nodes below a lock of it', async () => {
  const { company, region, store, a } = await createTree();
  await save(region, { rows: { [a]: hide } }, { mode: 'locked' });
  const preview = await previewOverride(admin, input(company, 'push', [store]));
  expect(preview).toMatchObject({ refused: 1, faults: [{ messageCode: 'setting.locked', count: 1 }] });
});

test('clearing settings removes all that the nodes do to their lists', async () => {
  const { company, store, a, b, c } = await createTree();
  await save(store, { rows: { [a]: hide, [newId()]: add('D') }, order: [c, b] });
  const run = await runOverride(admin, input(company, 'clear', [store]));
  expect(run.state).toBe('done');
  expect(await ownOf(store)).toBeNull();
  expect(await codesOf(store)).toBe('A B C');
});

test('taking back a clear restores hidden rows below a list that only allows hiding, and no rows of a locked one', async () => {
  for (const [mode, restored] of [
    ['tighten', 'B C'],
    ['locked', 'A B C'],
  ] as const) {
    const { company, store, a } = await createTree();
    await save(store, { rows: { [a]: hide } });
    const run = await runOverride(admin, input(company, 'clear', [store]));
    await save(company, { rows: {} }, { mode });
    await undoOverride(admin, run);
    expect(await codesOf(store)).toBe(restored);
    expect((await ownOf(store)) === null).toBe(mode === 'locked');
  }
});

test('clearing settings does not empty a required list', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const store = await createNode(server, { parent: company, nodeType: 'STORE' });
  await save(store, { rows: { [newId()]: add('D') } });
  const preview = await previewOverride(admin, input(company, 'clear', [store]));
  expect(preview).toMatchObject({ refused: 1, faults: [{ messageCode: 'field.required', count: 1 }] });
  expect(await codesOf(store)).toBe('D');
});

test('a changed row sends a webhook message for the stores whose list it changes', async () => {
  const receiver = await startReceiver();
  const { company, region, store, a } = await createTree();
  const other = await createNode(server, { parent: region, nodeType: 'STORE' });
  await save(store, { rows: { [a]: hide } });
  await createWebhook(admin, org, receiver.url, {});
  await save(company, { rows: { [a]: { ...add('A', 'last', 'Changed') } } });
  await allDelivered(server, org);
  expect(receiver.requests.map(({ message }) => [message.place.id, message.sections, message.stores])).toEqual([
    [company.id, ['sample'], 1],
  ]);
  expect((await reasonsOf(other)).value[0]).toMatchObject({ code: 'A', label: 'Changed' });
});
