import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from './builders.ts';
import { errorsOf } from './lists.ts';
import { addedRows, moduleSamples } from './module-sections.ts';
import { type SectionAspect, sectionAspects } from './section-aspects.ts';
import { createSectionClient, type SectionClient } from './section-client.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let client: SectionClient;

beforeAll(async () => {
  client = await createSectionClient(server);
});

test('every section of settings has a sample that these tests save', () => {
  expect(Object.keys(moduleSamples).toSorted()).toEqual([...sectionNames].toSorted());
  for (const [section, { values, rows = {} }] of Object.entries(moduleSamples))
    expect([section, Object.keys({ ...values, ...rows }).toSorted()]).toEqual([
      section,
      Object.keys(sectionOf(section as SectionName).fields).toSorted(),
    ]);
});

/** What every section has without code of its own. */
const aspects: readonly SectionAspect[] = [
  'are offered to a form with every field and the right to edit it',
  'are stored and inherited by a store',
  'are refused at a store once the company has locked them',
  'are overridden at a store, and inherited again once it is reset',
  'are counted by the radar where a store overrides them',
  'appear in the history and in the audit, with secrets masked',
  'come back from their own files without a change',
  'appear in the configuration of a node and of its devices, without secrets',
];

test('every section of settings is proved to have each of eight aspects', () => {
  expect(aspects).toHaveLength(8);
  expect(aspects.toSorted()).toEqual(Object.keys(sectionAspects).toSorted());
});

describe.each(Object.keys(moduleSamples))('the settings of the section %s', (section) => {
  test.each(aspects)('%s', async (aspect) => {
    await expect(sectionAspects[aspect](client, section)).resolves.toBeUndefined();
  });
});

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
  ['customerHub', { ...customer, phone: '5' }, 'phone', 'field.phone'],
  ['customerHub', { ...customer, phone: '0113 49' }, 'phone', 'field.phone'],
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
  const { store } = await client.createTree();
  const response = await client.put(store, section, values);
  expect(errorsOf(response)).toContainEqual([`fields.${field}`, code]);
  expect(response.status).toBe(code === 'field.customerIdTooLong' ? 409 : 400);
  for (const { own } of Object.values(await client.stateOf(store, section))) expect(own).toBeNull();
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
  const { store } = await client.createTree();
  const list = addedRows([row]);
  const [id] = Object.keys(list.rows);
  const response = await client.put(store, section, { [field]: list });
  expect(errorsOf(response)).toEqual([[`fields.${field}.${id}.${column}`, code]]);
});

test.each([
  ['reasons', 'reasons', 'Reason ID already exists'],
  ['payments', 'options', 'Payment ID already exists'],
])(
  'the list %s.%s refuses an id that is in use at the location or above with “%s”',
  async (section, field, message) => {
    const { company, store } = await client.createTree();
    const rows = moduleSamples[section]!.rows![field]!;
    expect((await client.put(company, section, { [field]: addedRows(rows) })).status).toBe(200);
    const { body, status } = await client.put(store, section, { [field]: addedRows(rows.slice(1)) });
    expect([status, body.errors[0].message]).toEqual([400, message]);
    const doubled = await client.put((await client.createTree()).store, section, {
      [field]: addedRows([rows[0]!, rows[0]!]),
    });
    expect([doubled.status, doubled.body.errors[0].message]).toEqual([400, message]);
  },
);

test('tills read the reasons of a store by category and its payment options with each fulfilment type', async () => {
  const { company, store } = await client.createTree();
  for (const section of ['reasons', 'payments']) await client.saveSample(company, section);
  const { body: categories } = await client.admin.get(
    `/transaction-management-common/reasons/category?nodeId=${store.id}`,
  );
  expect(categories.result.filter(({ reasons }: { reasons: unknown[] }) => reasons.length > 0)).toEqual([
    { id: 'return', reasons: [{ id: 'R1', description: 'Wrong size' }] },
    { id: 'void', reasons: [{ id: 'R2', description: 'Typed twice' }] },
  ]);
  const { body: tenders } = await client.admin.get(`/transaction-management-common/tender/type?nodeId=${store.id}`);
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
  const other = await createOrganisation(server, { slug: 'other-modules', name: 'Other' });
  const stranger = await createClient(server, await createUser(server, { node: other }));
  for (const path of ['reasons/category', 'tender/type'])
    expect((await stranger.get(`/transaction-management-common/${path}?nodeId=${store.id}`)).status).toBe(404);
});
