import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { bulkUrl } from './bulk.ts';
import { requiredValues, sampleSection } from './sample-section.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;

const url = ({ id }: TestNode, more = '') => `/node-management/node/${id}/settings/${sampleSection.name}${more}`;
const put = (node: TestNode, values: Readonly<Record<string, unknown>>) =>
  admin.put(url(node), {
    fields: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value }])),
  });
const clear = (node: TestNode, ...fields: string[]) =>
  admin.put(url(node), { fields: Object.fromEntries(fields.map((field) => [field, null])) });
const stateOf = async (node: TestNode) => (await admin.get(url(node))).body.result.fields;
const errorsOf = ({ status, body }: Awaited<ReturnType<typeof put>>) => ({
  status,
  errors: body.errors?.map(({ path, messageCode }: { path: string; messageCode: string }) => [path, messageCode]),
});
const missing = (...fields: string[]) => ({
  status: 400,
  errors: fields.map((field) => [`fields.${field}`, 'field.required']),
});

async function createDeviceKey(): Promise<string> {
  const device = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: 'T1', nodeId: store.id };
  const { id } = (await admin.post('/module-management/device', device)).body.result;
  const { code } = (await admin.post(`/module-management/device/${id}/pairing`)).body.result;
  const redeemUrl = '/module-management/device/redeem';
  const { body } = await server.request({ method: 'POST', url: redeemUrl, host: org.host, body: { code } });
  return body.result.key;
}

beforeEach(async () => {
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

describe('a required field', () => {
  test('needs no value of the node that inherits one', async () => {
    await put(org, requiredValues);
    expect((await put(store, { discount: 5 })).status).toBe(200);
  });

  test('refuses the change of another field while nothing gives it a value', async () => {
    expect(errorsOf(await put(store, { discount: 5 }))).toEqual(missing('title', 'tenders'));
    expect((await stateOf(store)).discount.own).toBeNull();
  });

  test('may be inherited again above a value, but not above nothing', async () => {
    await put(org, requiredValues);
    await put(company, { title: 'Autumn sale' });
    expect((await clear(company, 'title')).status).toBe(200);
    expect(errorsOf(await clear(org, 'title'))).toEqual(missing('title'));
    expect((await stateOf(store)).title.value).toBe('Winter sale');
  });

  test('is not left without a value by a bulk change', async () => {
    await put(company, requiredValues);
    await put(store, { discount: 5 });
    const input = { sourceId: org.id, sections: ['sample'], action: 'clear', nodeIds: [company.id] };
    const preview = await admin.post(`${bulkUrl}/preview`, input);
    expect(preview.body.result).toMatchObject({
      changes: 1,
      refused: 1,
      faults: [{ messageCode: 'field.required', count: 1 }],
    });
  });
});

describe('a field with a condition', () => {
  const withVoucher = { ...requiredValues, tenders: ['cash', 'voucher'], voucherPrefix: 'VC' };

  test('is required only while its condition is met, by an inherited value too', async () => {
    await put(org, requiredValues);
    expect(errorsOf(await put(store, { tenders: ['voucher'] }))).toEqual(missing('voucherPrefix'));
    expect((await put(store, { tenders: ['voucher'], voucherPrefix: 'VC' })).status).toBe(200);
  });

  test('keeps its stored value while the condition is not met, and counts again when it is', async () => {
    await put(org, withVoucher);
    const sampleFor = async () =>
      (await admin.get(`/node-management/node/${store.id}/configuration`)).body.result.sample;
    expect(await sampleFor()).toMatchObject({ voucherPrefix: 'VC' });
    await put(org, { tenders: ['cash'] });
    expect(await sampleFor()).toMatchObject({ tenders: ['cash'], voucherPrefix: null });
    expect((await stateOf(org)).voucherPrefix.own).toMatchObject({ value: 'VC' });
    await put(org, { tenders: ['voucher'] });
    expect(await sampleFor()).toMatchObject({ voucherPrefix: 'VC' });
  });

  test('is not set for devices and in the list of nodes while the condition is not met', async () => {
    await put(org, withVoucher);
    await put(store, { tenders: ['card'] });
    const { body } = await server.request({
      url: '/module-management/device/configuration',
      host: org.host,
      headers: { 'x-api-key': await createDeviceKey() },
    });
    expect(body.result.sections.sample).toMatchObject({ tenders: ['card'], voucherPrefix: null });
    const listed = (await admin.get(url(org, '/places'))).body.result;
    expect(listed[0].fields.voucherPrefix).toEqual({ value: null, isSet: false, source: null, own: false });
  });

  test('is not accepted with a value of another kind, even while the condition is not met', async () => {
    expect(errorsOf(await put(org, { ...requiredValues, voucherPrefix: 7 })).status).toBe(400);
  });
});
