import { asRead } from '@storeward/contract/settings/configuration-values';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { importsAt, settingImportUrl } from './imports.ts';
import { errorsOf } from './lists.ts';
import { addedRows, insertEngagePicture, moduleSamples, plain, sampleFields } from './module-sections.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;
let treeCount = 0;

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server, { slug: 'modules', name: 'Modules' });
  admin = await createClient(server, await createUser(server, { node: org }));
  await insertEngagePicture(server, org);
});

const urlOf = ({ id }: TestNode, section: string, more = '') =>
  `/node-management/node/${id}/settings/${section}${more}`;
const put = (node: TestNode, section: string, values: Readonly<Record<string, unknown>>, mode = 'free') =>
  admin.put(urlOf(node, section), {
    fields: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, mode }])),
  });

/** A company with two stores below it. */
async function createTree() {
  treeCount += 1;
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE', code: `STORE-${treeCount}` });
  const otherStore = await createNode(server, { parent: region, nodeType: 'STORE', code: `OTHER-${treeCount}` });
  return { company, store, otherStore };
}

type FieldStates = Record<string, { value: unknown; source: { id: string } | null; own: unknown }>;
const stateOf = async (node: TestNode, section: string): Promise<FieldStates> =>
  (await admin.get(urlOf(node, section))).body.result.fields;

/** The sample's values as readers get them: rows without ids, secrets as null. */
function readable(section: string, without?: 'secrets') {
  const { values, rows = {} } = moduleSamples[section]!;
  const entries = Object.entries({ ...values, ...rows }).map(([field, value]) => {
    const definition = sectionOf(section as SectionName).fields[field]!;
    return [field, isSecret(definition) ? null : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => !(without && value === null)));
}
/** The sample's values as portals and devices read them. */
const asReadersGet = (section: string) => plain(asRead(section as SectionName, readable(section, 'secrets')));

test('every section of module settings has a sample that these tests save', () => {
  const names = sectionNames.filter((name) => sectionOf(name).area === 'module' && name !== 'ebasketDisplay');
  expect(Object.keys(moduleSamples).toSorted()).toEqual(names.toSorted());
  for (const [section, { values, rows = {} }] of Object.entries(moduleSamples))
    expect([section, Object.keys({ ...values, ...rows })]).toEqual([
      section,
      Object.keys(sectionOf(section as SectionName).fields),
    ]);
});

describe.each(Object.keys(moduleSamples))('the settings of the section %s', (section) => {
  let company: TestNode;
  let store: TestNode;
  let otherStore: TestNode;
  let saved: Awaited<ReturnType<ApiClient['put']>>;

  beforeAll(async () => {
    ({ company, store, otherStore } = await createTree());
    saved = await admin.put(urlOf(company, section), { fields: sampleFields(moduleSamples[section]!) });
  });

  test('are stored and inherited by a store', async () => {
    expect([saved.status, errorsOf(saved)]).toEqual([200, []]);
    const state = await stateOf(store, section);
    const values = Object.fromEntries(Object.entries(state).map(([field, { value }]) => [field, value]));
    expect(plain(values)).toEqual(readable(section));
  });

  test('appear in the history and in the audit, with secrets masked', async () => {
    const history = (await admin.get(urlOf(company, section, '/history'))).body.result;
    expect(history).toHaveLength(1);
    const [row] = await server.query<{ after: Record<string, unknown> }>(
      `select after from audit where entity_id = $1 and action = 'setting.changed'`,
      [company.id],
    );
    const text = JSON.stringify([history, row]);
    for (const [field, value] of Object.entries(moduleSamples[section]!.values))
      if (isSecret(sectionOf(section as SectionName).fields[field]!)) expect(text).not.toContain(value);
  });

  test('appear in the configuration of a node and of its devices, without secrets', async () => {
    const configuration = (await admin.get(`/node-management/node/${store.id}/configuration`)).body.result;
    expect(plain(configuration[section])).toEqual(asReadersGet(section));
    const device = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: `S-${section}`, nodeId: store.id };
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
    expect(plain(body.result.sections[section])).toEqual(asReadersGet(section));
  });

  test('are counted by the radar where a store overrides them', async () => {
    const override = await admin.put(urlOf(otherStore, section), { fields: sampleFields(changedKeys(section)) });
    expect([override.status, errorsOf(override)]).toEqual([200, []]);
    const { fields } = (await admin.get(`/node-management/node/${company.id}/radar?section=${section}`)).body.result;
    expect(fields.map(({ field, own }: { field: string; own: number }) => [field, own])).toEqual(
      Object.keys(sectionOf(section as SectionName).fields).map((field) => [field, 1]),
    );
  });

  test('are refused at a store once the company has locked them', async () => {
    const { company: owner, store: below } = await createTree();
    const sample = moduleSamples[section]!;
    expect((await admin.put(urlOf(owner, section), { fields: sampleFields(sample, 'locked') })).status).toBe(200);
    for (const [field, value] of Object.entries(sample.values)) {
      const response = await put(below, section, { [field]: value });
      expect([field, response.status, response.body.messageCode]).toEqual([field, 409, 'setting.locked']);
    }
    for (const [field, rows] of Object.entries(changedKeys(section).rows)) {
      const response = await put(below, section, { [field]: addedRows(rows) });
      expect([field, response.status, response.body.messageCode]).toEqual([field, 409, 'setting.locked']);
    }
  });

  test('that are no lists come back from their own file unchanged at another store', async () => {
    const { company: above, store: source, otherStore: target } = await createTree();
    await admin.put(urlOf(above, section), { fields: sampleFields(moduleSamples[section]!) });
    const { values } = moduleSamples[section]!;
    const shown = Object.fromEntries(
      Object.entries(values).filter(([field]) => !isSecret(sectionOf(section as SectionName).fields[field]!)),
    );
    if (Object.keys(shown).length === 0) return;
    await put(source, section, shown);
    const { content } = (await admin.get(urlOf(source, section, '/export'))).body.result;
    const run = await importsAt(settingImportUrl).importFile(
      admin,
      content.replace(`STORE-${treeCount}`, `OTHER-${treeCount}`),
    );
    expect(run).toMatchObject({ state: 'done' });
    const state = await stateOf(target, section);
    for (const [field, value] of Object.entries(shown))
      expect([field, state[field]!.own]).toMatchObject([field, { value }]);
  });
});

/** The sample with other keys in its lists, so that its rows can be added beside inherited ones. */
function changedKeys(section: string) {
  const { values, rows = {} } = moduleSamples[section]!;
  const keyed = Object.entries(rows).map(([field, list]) => {
    const [key] = sectionOf(section as SectionName).fields[field]!.keyColumns ?? [];
    const otherKey = (row: (typeof list)[number]) => (key ? { [key]: `${String(row[key])} 2` } : {});
    return [field, list.map((row) => ({ ...row, ...otherKey(row) }))] as const;
  });
  return { values, rows: Object.fromEntries(keyed) };
}

const customer = moduleSamples['customerHub']!.values;

test.each<[section: string, values: Record<string, unknown>, field: string, code: string]>([
  ['basket', { customerIdPrefix: 'KESTRE' }, 'customerIdPrefix', 'field.prefixTooLong'],
  ['basket', { customerIdSequence: '12a' }, 'customerIdSequence', 'field.digits'],
  [
    'basket',
    { customerIdPrefix: 'KS', customerIdSequence: '00000001' },
    'customerIdSequence',
    'field.customerIdTooLong',
  ],
  ['basket', { saleFlow: 'other' }, 'saleFlow', 'field.invalid'],
  ['basket', { taxMode: 'included_in_price' }, 'taxMode', 'field.invalid'],
  ['basket', { giftCardType: 'XGC' }, 'giftCardType', 'field.invalid'],
  ['basket', { fiscalCountry: 'Spain' }, 'fiscalCountry', 'field.invalid'],
  ['stockTake', { port: 65536 }, 'port', 'field.tooLarge'],
  ['stockTake', { host: 'no host' }, 'host', 'field.host'],
  ['salesExport', { versionUrl: 'https://sales.example.com/version' }, 'folderName', 'field.folderNameRequired'],
  ['salesExport', { folderName: 'outbound' }, 'versionUrl', 'field.versionUrlRequired'],
  ['salesExport', { folderName: '', versionUrl: 'https://a.example.com' }, 'folderName', 'field.folderNameRequired'],
  ['salesExport', { url: 'https://sales.example.com' }, 'url', 'field.ftpAddress'],
  ['salesExport', { url: 'ftp://user:secret@sales.example.com' }, 'url', 'field.ftpAddress'],
  ['salesExport', { folderName: 'outbound', versionUrl: 'ftp://a.example.com' }, 'versionUrl', 'field.httpAddress'],
  ['salesforce', { url: 'http://shop.example.com' }, 'url', 'field.webAddress'],
  ['customerHub', { ...customer, phone: '+49 30 901820' }, 'phone', 'field.phoneOfCountry'],
  ['customerHub', { ...customer, phone: '' }, 'phone', 'field.required'],
  ['customerHub', { ...customer, email: 'nobody' }, 'email', 'field.email'],
  ['customerHub', { ...customer, email: '' }, 'email', 'field.emailRequired'],
  ['customerHub', { ...customer, postCode: '04109' }, 'postCode', 'field.postCode'],
  ['customerHub', { ...customer, region: 'MARS' }, 'region', 'field.invalid'],
  ['customerHub', { ...customer, customerActions: ['Delete Customer'] }, 'customerActions', 'field.invalid'],
  ...Object.keys(customer)
    .filter((field) => field !== 'customerActions')
    .map((field): [string, Record<string, unknown>, string, string] => {
      const { [field]: _, ...rest } = customer;
      return ['customerHub', rest, field, field === 'email' ? 'field.emailRequired' : 'field.required'];
    }),
])('the section %s refuses %o at the field %s with %s and stores nothing', async (section, values, field, code) => {
  const { store } = await createTree();
  const response = await put(store, section, values);
  expect(errorsOf(response)).toContainEqual([`fields.${field}`, code]);
  expect(response.status).toBe(code === 'field.customerIdTooLong' ? 409 : 400);
  for (const { own } of Object.values(await stateOf(store, section))) expect(own).toBeNull();
});

test.each<[section: string, field: string, row: Record<string, unknown>, column: string, code: string]>([
  [
    'stockTake',
    'splunkReports',
    { buttonName: 'x'.repeat(31), savedSearchName: 's' },
    'buttonName',
    'field.reportButtonTooLong',
  ],
  ['stockTake', 'splunkReports', { buttonName: 'Report', savedSearchName: '' }, 'savedSearchName', 'field.required'],
  [
    'payments',
    'options',
    { paymentId: 'P', name: 'Cash', displayName: 'Coin' },
    'displayName',
    'field.displayNameTooShort',
  ],
  ['payments', 'options', { paymentId: 'P', name: 'cash' }, 'name', 'field.invalid'],
  [
    'payments',
    'options',
    { paymentId: 'P', name: 'Card', externalSubType: 'Visa' },
    'externalSubType',
    'field.invalid',
  ],
  ['reasons', 'reasons', { reasonId: 'R', category: 'other', description: 'None' }, 'category', 'field.invalid'],
])('the list %s.%s refuses the row %o at the column %s with %s', async (section, field, row, column, code) => {
  const { store } = await createTree();
  const list = addedRows([row]);
  const [id] = Object.keys(list.rows);
  const response = await put(store, section, { [field]: list });
  expect(errorsOf(response)).toEqual([[`fields.${field}.${id}.${column}`, code]]);
});

test.each([
  ['reasons', 'reasons', 'Reason ID already exists'],
  ['payments', 'options', 'Payment ID already exists'],
])(
  'the list %s.%s refuses an id that is in use at the location or above with “%s”',
  async (section, field, message) => {
    const { company, store } = await createTree();
    const rows = moduleSamples[section]!.rows![field]!;
    expect((await put(company, section, { [field]: addedRows(rows) })).status).toBe(200);
    const { body, status } = await put(store, section, { [field]: addedRows(rows.slice(1)) });
    expect([status, body.errors[0].message]).toEqual([400, message]);
    const doubled = await put((await createTree()).store, section, { [field]: addedRows([rows[0]!, rows[0]!]) });
    expect([doubled.status, doubled.body.errors[0].message]).toEqual([400, message]);
  },
);

test('tills read the reasons of a store by category and its payment options with each fulfilment type', async () => {
  const { company, store } = await createTree();
  for (const section of ['reasons', 'payments'])
    await admin.put(urlOf(company, section), { fields: sampleFields(moduleSamples[section]!) });
  const { body: categories } = await admin.get(`/transaction-management-common/reasons/category?nodeId=${store.id}`);
  expect(categories.result.filter(({ reasons }: { reasons: unknown[] }) => reasons.length > 0)).toEqual([
    { id: 'return', reasons: [{ id: 'R1', description: 'Wrong size' }] },
    { id: 'void', reasons: [{ id: 'R2', description: 'Typed twice' }] },
  ]);
  const { body: tenders } = await admin.get(`/transaction-management-common/tender/type?nodeId=${store.id}`);
  expect(tenders.result).toMatchObject([
    {
      id: 'CASH',
      name: 'Cash',
      fulfilmentTypes: { clickNCollect: false, inStore: true, shipToStore: false, webOrder: false },
    },
    {
      id: 'SEPAY',
      name: 'card (SEPAY)',
      fulfilmentTypes: { clickNCollect: true, inStore: false, shipToStore: false, webOrder: true },
    },
  ]);
  const own = await createClient(server, await createUser(server, { node: store }));
  expect((await own.get('/transaction-management-common/tender/type')).body.result).toEqual(tenders.result);
  const other = await createOrganisation(server, { slug: `other-${treeCount}`, name: 'Other' });
  const stranger = await createClient(server, await createUser(server, { node: other }));
  for (const path of ['reasons/category', 'tender/type'])
    expect((await stranger.get(`/transaction-management-common/${path}?nodeId=${store.id}`)).status).toBe(404);
});
