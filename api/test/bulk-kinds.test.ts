import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient, TestNode } from './builders.ts';
import { createChain, previewOverride, runOverride, undoOverride } from './bulk.ts';
import { importsAt, settingImportUrl, toCsv } from './imports.ts';
import { requiredValues, sampleSection, sampleValues } from './sample-section.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let admin: ApiClient;
let company: TestNode;
let north: TestNode;
let stores: TestNode[];

const { apiKey: _, ...readableValues } = sampleValues as Record<string, unknown>;
const url = ({ id }: TestNode, more = '') => `/node-management/node/${id}/settings/${sampleSection.name}${more}`;
const put = (node: TestNode, values: Readonly<Record<string, unknown>>, mode = 'free') =>
  admin.put(url(node), {
    fields: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, mode }])),
  });
const own = async (node: TestNode) =>
  Object.fromEntries(
    Object.entries<{ own: { value: unknown } | null }>((await admin.get(url(node))).body.result.fields).flatMap(
      ([field, { own: stored }]) => (stored ? [[field, stored.value]] : []),
    ),
  );
const bulkInput = (action: string, more: object = {}) => ({
  sourceId: company.id,
  sections: [sampleSection.name],
  action,
  nodeIds: [north.id],
  storesOnly: true,
  ...more,
});

beforeAll(() => server.app.listen({ host: '127.0.0.1', port: 0 }));
beforeEach(async () => {
  ({ admin, company, north, stores } = await createChain(server));
});

test('a bulk override gives the values of every kind except secrets, and undoing it takes them back', async () => {
  await put(company, sampleValues);
  await put(stores[0]!, { discount: 3, firstDay: '2026-02-01', countries: ['IE'] });
  const run = await runOverride(admin, bulkInput('push'));
  expect(run).toMatchObject({ state: 'done', updated: 4 });
  for (const store of stores.slice(0, 4)) expect(await own(store)).toEqual(readableValues);
  expect(await own(stores[4]!)).toEqual({});
  await undoOverride(admin, run);
  expect(await own(stores[0]!)).toEqual({ discount: 3, firstDay: '2026-02-01', countries: ['IE'] });
  expect(await own(stores[1]!)).toEqual({});
});

test('a bulk override leaves a node alone that has equal values of every kind', async () => {
  await put(company, sampleValues);
  await put(stores[0]!, readableValues);
  expect(await previewOverride(admin, bulkInput('push'))).toMatchObject({ changes: 3, unchanged: 1, refused: 0 });
});

test('a bulk override gives a number only to nodes where no stricter one is demanded in between', async () => {
  await put(company, { ...requiredValues, discount: 9 });
  await put(north, { discount: 5 }, 'tighten');
  const { refused, faults } = await previewOverride(admin, bulkInput('push'));
  expect([refused, faults]).toEqual([4, [{ messageCode: 'setting.looser', count: 4 }]]);
});

test('the values of many nodes are cleared where required fields then inherit a value, and undoing restores them', async () => {
  await put(company, { discount: 9, ...requiredValues });
  await put(stores[0]!, { title: 'Ours', tenders: ['card'] });
  const run = await runOverride(admin, bulkInput('clear'));
  expect(await own(stores[0]!)).toEqual({});
  await undoOverride(admin, run);
  expect(await own(stores[0]!)).toEqual({ title: 'Ours', tenders: ['card'] });
});

test('an import that sets required fields for the first time can be undone', async () => {
  const { importFile, runToEnd } = importsAt(settingImportUrl);
  const file = toCsv([
    { code: 'S1', 'sample.title': 'Sale', 'sample.tenders': 'cash; card', 'sample.discount': '2.5' },
  ]);
  const run = await importFile(admin, file);
  expect(await own(stores[0]!)).toEqual({ title: 'Sale', tenders: ['cash', 'card'], discount: 2.5 });
  await runToEnd(admin, run, 'undo');
  expect(await own(stores[0]!)).toEqual({});
});

test('putting back what was before restores every kind, and is refused where a required field would have no value', async () => {
  await put(company, sampleValues);
  await put(company, { discount: 20, tenders: ['voucher'], label: { width: 30, footer: null } });
  const changes = (await admin.get(url(company, '/history'))).body.result as { id: string }[];
  const rollback = (index: number) => admin.post(url(company, '/rollback'), { changeId: changes[index]!.id });
  expect((await rollback(0)).status).toBe(200);
  expect(await own(company)).toEqual({ ...readableValues, apiKey: null });
  expect((await rollback(1)).body).toMatchObject({
    messageCode: 'input.invalid',
    errors: [{ path: 'fields.title' }, {}],
  });
});
