import { beforeAll, expect, test, vi } from 'vitest';
import { createNode, createOrganisation, createUser, type ApiClient, type TestNode, createClient } from './builders.ts';
import { importsAt, settingImportUrl } from './imports.ts';
import { requiredValues, sampleSection, sampleValues } from './sample-section.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let org: TestNode;
let region: TestNode;
let store: TestNode;
let otherStore: TestNode;
let admin: ApiClient;

const fields = Object.keys(sampleValues);
const readableValues = Object.fromEntries(Object.entries(sampleValues).filter(([field]) => field !== 'apiKey'));

const url = ({ id }: TestNode, more = '') => `/node-management/node/${id}/settings/${sampleSection.name}${more}`;
const put = (node: TestNode, values: Readonly<Record<string, unknown>>, mode = 'free') =>
  admin.put(url(node), {
    fields: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, mode }])),
  });
const stateOf = async (node: TestNode) => (await admin.get(url(node))).body.result.fields;
const valuesOf = (state: Record<string, { value: unknown }>) =>
  Object.fromEntries(Object.entries(state).map(([field, { value }]) => [field, value]));

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server, { slug: 'kinds', name: 'Kinds' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, { parent: region, nodeType: 'STORE', code: 'ONE' });
  otherStore = await createNode(server, { parent: company, nodeType: 'STORE', code: 'TWO' });
  admin = await createClient(server, await createUser(server, { node: org }));
  await put(region, sampleValues);
});

test('a value of every kind is stored, inherited by the nodes below, and returned as it was sent, except a secret', async () => {
  const state = await stateOf(store);
  expect(valuesOf(state)).toEqual({ ...sampleValues, apiKey: null, reasons: [] });
  for (const field of fields) expect([field, state[field].source.id]).toEqual([field, region.id]);
});

test('a node without values of any kind has the defaults that the section declares', async () => {
  const defaults = Object.entries(sampleSection.fields).map(([field, { defaultValue }]) => [field, defaultValue]);
  expect(valuesOf(await stateOf(otherStore))).toEqual(Object.fromEntries(defaults));
});

test('the history of a section contains the values of every kind except a secret', async () => {
  const { result } = (await admin.get(url(region, '/history'))).body;
  const after = result[0].fields.map(({ field, after: stored }: { field: string; after: { value: unknown } }) => [
    field,
    stored.value,
  ]);
  expect(Object.fromEntries(after)).toEqual({ ...sampleValues, apiKey: null });
});

test('the radar of overrides lists the values of every kind except a secret', async () => {
  const { fields: stats } = (await admin.get(`/node-management/node/${org.id}/radar?section=sample`)).body.result;
  const values = stats.map(({ field, values: listed }: { field: string; values: { value: unknown }[] }) => [
    field,
    listed.map(({ value }) => value),
  ]);
  const noValues = [['reasons', []]];
  const expected = Object.entries(sampleValues).map(([field, value]) => [field, field === 'apiKey' ? [] : [value]]);
  expect(Object.fromEntries(values)).toEqual(Object.fromEntries([...expected, ...noValues]));
});

test('an audit record contains the values of every kind and masks a secret', async () => {
  const [row] = await server.query<{ after: Record<string, unknown> }>(
    `select after from audit where entity_id = $1 and action = 'setting.changed' limit 1`,
    [region.id],
  );
  expect(row!.after).toEqual(
    Object.fromEntries(fields.map((field) => [`sample.${field}`, field === 'apiKey' ? '••••' : sampleValues[field]])),
  );
});

test('a device receives the values of every kind except secrets', async () => {
  const device = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: 'T1', nodeId: store.id };
  const { id } = (await admin.post('/module-management/device', device)).body.result;
  const { code } = (await admin.post(`/module-management/device/${id}/pairing`)).body.result;
  const { host } = org;
  const redeemed = await server.request({
    method: 'POST',
    url: '/module-management/device/redeem',
    host,
    body: { code },
  });
  const { body } = await server.request({
    url: '/module-management/device/configuration',
    host,
    headers: { 'x-api-key': redeemed.body.result.key },
  });
  expect(body.result.sections.sample).toEqual({ ...readableValues, reasons: [] });
});

test('the configuration of a node contains the values of every kind under the name of the section, except secrets', async () => {
  const { result } = (await admin.get(`/node-management/node/${store.id}/configuration`)).body;
  expect(result.sample).toEqual({ ...readableValues, reasons: [] });
  expect(result.nodeConfiguration).toEqual({ nodeConfigSetting: { autoLogoutDuration: null } });
});

test('a column or a property declared after a value was stored has its default in the configuration', async () => {
  const early = await createNode(server, { parent: region, nodeType: 'STORE' });
  const { label, holidays } = sampleValues;
  expect((await put(early, { label, holidays })).status).toBe(200);
  const change = `update setting_values set value = $2 where node_id = $1 and field = $3`;
  await server.query(change, [early.id, JSON.stringify({ width: 20 }), 'label']);
  await server.query(change, [early.id, JSON.stringify([{ day: '2026-12-25', name: '' }]), 'holidays']);
  const { status, body } = await admin.get(`/node-management/node/${early.id}/configuration`);
  expect(status).toBe(200);
  expect(body.result.sample).toMatchObject({
    label: { width: 20, footer: null },
    holidays: [{ day: '2026-12-25', name: '', isOpen: false }],
  });
});

test('an exported file imports the same values of every kind at another node', async () => {
  const source = await createNode(server, { parent: region, nodeType: 'STORE', code: 'SOURCE' });
  const target = await createNode(server, { parent: region, nodeType: 'STORE', code: 'TARGET' });
  const values = { ...readableValues, title: "'=1+1", tenders: ['card'], note: '"quoted"\n\n- list', discount: 0.5 };
  expect((await put(source, values)).status).toBe(200);
  const { text } = await admin.get(url(source, '/export'));
  const { importFile } = importsAt(settingImportUrl);
  const run = await importFile(admin, text.replace('SOURCE', 'TARGET'));
  expect(run).toMatchObject({ state: 'done' });
  const stored = Object.fromEntries(
    Object.entries<{ own: { value: unknown } | null }>(await stateOf(target)).map(([field, { own }]) => [
      field,
      own?.value,
    ]),
  );
  expect(stored).toEqual({ ...values, apiKey: undefined, reasons: undefined });
});

test.each<[string, unknown, string, string?]>([
  ['title', '', 'field.required'],
  ['title', 'x'.repeat(21), 'field.tooLong'],
  ['note', 'x'.repeat(61), 'field.tooLong'],
  ['discount', 50.5, 'field.tooLarge'],
  ['discount', -0.5, 'field.tooSmall'],
  ['discount', 0.3, 'field.step'],
  ['discount', '12', 'field.number'],
  ['isActive', 'on', 'field.invalid'],
  ['rounding', 'sideways', 'field.invalid'],
  ['currency', 'XYZ', 'field.invalid'],
  ['countries', ['GB', 'Narnia'], 'field.invalid'],
  ['tenders', [], 'field.required'],
  ['tenders', ['cheque'], 'field.invalid'],
  ['delay', '1 hour', 'field.duration'],
  ['delay', '02:00:01', 'field.tooLarge'],
  ['firstDay', '2026-02-30', 'field.date'],
  ['firstDay', '2025-12-31', 'field.tooSmall'],
  ['opens', '25:00', 'field.time'],
  ['terms', 'http://shop.example.com', 'field.webAddress'],
  ['printer', '300.1.1.1', 'field.ipAddress'],
  ['holidays', '2026-12-25', 'field.invalid'],
  ['holidays', Array.from({ length: 5 }, (_, index) => ({ day: `2026-12-0${index + 1}` })), 'field.tooManyRows'],
  ['banner', { file: 'https://elsewhere.example/a.webp' }, 'field.invalid', 'fields.banner.file'],
])('the field %s refuses %o with the error %s and stores nothing', async (field, value, messageCode, path) => {
  const response = await put(otherStore, { [field]: value });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([
    { path: path ?? `fields.${field}`, messageCode, message: expect.any(String) as string },
  ]);
  expect((await stateOf(otherStore))[field].own).toBeNull();
});

test('the check of a section judges the effective values of a node, including inherited ones', async () => {
  const response = await put(store, { closes: '08:00' });
  expect(response.body).toMatchObject({ messageCode: 'field.tooSmall', errors: [{ path: 'fields.closes' }] });
  expect((await put(otherStore, { ...requiredValues, closes: '08:00' })).status).toBe(200);
});

test('a number restricts the nodes below by its size and not by its digits, in the form and in the radar', async () => {
  const above = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const below = await createNode(server, { parent: above, nodeType: 'STORE' });
  const under = await createNode(server, { parent: above, nodeType: 'STORE' });
  await put(above, requiredValues);
  await put(below, { discount: 10 });
  await put(under, { discount: 5 });
  await put(above, { discount: 9 }, 'tighten');
  expect((await put(below, { discount: 11 })).body.messageCode).toBe('setting.looser');
  expect((await stateOf(below)).discount.value).toBe(9);
  expect((await stateOf(under)).discount.value).toBe(5);
  const { fields: stats } = (await admin.get(`/node-management/node/${above.id}/radar?section=sample`)).body.result;
  expect(stats.find(({ field }: { field: string }) => field === 'discount')).toMatchObject({ own: 2, overruled: 1 });
});

test.each<[string, readonly unknown[]]>([
  ['numbers', [-10, -2, 0, 0.5, 9, 10, 100]],
  ['durations', ['00:09:59', '00:10:00', '01:00:00', '10:00:00']],
  ['days', ['2025-12-31', '2026-01-30', '2026-02-01', '2026-10-01']],
  ['times of day', ['00:00', '08:59', '09:00', '20:30']],
])('the database orders stored %s as the contract does', async (_, ascending) => {
  const rows = await server.query<{ value: unknown }>(
    'select value from jsonb_array_elements($1) value order by value',
    [JSON.stringify(ascending.toReversed())],
  );
  expect(rows.map(({ value }) => value)).toEqual(ascending);
});
