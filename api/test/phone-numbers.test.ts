import type { ImportRow } from '@storeward/contract/imports';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createClient, createNode, createUser, type TestNode } from './builders.ts';
import { createImportTarget, importsAt, rowsOf, toCsv } from './imports.ts';
import { pastedPhones, refusedPhones } from './pasted-phones.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => void ({ org, admin } = await createImportTarget(server)));

const pasted = [...pastedPhones()];
const refused = [...refusedPhones()];
const entries = [...pasted, ...refused];

/** The first error of each row that has any: its column, its code, and the character that it names. */
const firstErrors = (rows: readonly ImportRow[]) =>
  rows.map(({ row, faults: [error] }) => [row, error?.column, error?.messageCode, error?.character]);
const expectedErrors = refused.map(([, , code, character], index) => [
  pasted.length + index + 2,
  'phoneNumber',
  code,
  character,
]);

test('a file of nodes takes phone numbers as they are pasted, those without country code by the country of the row', async () => {
  const rows = entries.map(([phoneNumber, country], index) => ({
    type: 'STORE',
    code: `s${1000 + index}`,
    name: 'Shop',
    company: 'Wren',
    tradingRegion: 'South',
    storeGroup: 'Coast',
    subStoreGroup: 'Bay',
    country,
    phoneNumber,
  }));
  const { uploadAndCheck, runToEnd } = importsAt('/node-management/imports');
  const columns = Object.keys(rows[0]!);
  const run = await runToEnd(admin, await uploadAndCheck(admin, toCsv(rows), columns));
  expect(firstErrors(await rowsOf(admin, run, 'wrong'))).toEqual(expectedErrors);
  const stored = await server.query<{ phone: string }>(
    `select phone_number as phone from nodes where org_id = $1 and code like 's%' order by code`,
    [org.id],
  );
  expect(stored.map(({ phone }) => phone)).toEqual(pasted.map(([, , number]) => number));
});

/** Imports rows of nodes; returns the errors, and the numbers that nodes of the organisation with these codes have then. */
async function importNodes(rows: readonly Readonly<Record<string, string>>[], client = admin) {
  const { uploadAndCheck, runToEnd, cellErrorsOf: errorsIn } = importsAt('/node-management/imports');
  const checked = await uploadAndCheck(client, toCsv(rows), Object.keys(rows[0]!));
  const errors = await errorsIn(client, checked);
  await runToEnd(client, checked);
  expect(await errorsIn(client, checked)).toEqual(errors);
  const stored = await server.query<{ code: string; phone: string }>(
    `select code, phone_number as phone from nodes where org_id = $1 and code = any($2) and phone_number <> ''`,
    [org.id, rows.map(({ code }) => code)],
  );
  return { errors, numbers: Object.fromEntries(stored.map(({ code, phone }) => [code, phone])) };
}

test('a file of nodes reads a national number by the country above, as it is stored or as the same file has it', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'FC' });
  await server.query(`update nodes set country = 'AU' where id = $1`, [company.id]);
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: 'FR' });
  await createNode(server, { parent: region, nodeType: 'STORE', code: 'FS' });
  const bare = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'FN' });
  await createNode(server, { parent: bare, nodeType: 'TRADING_REGION', code: 'FNR' });
  const row = (type: string, code: string, parentCode: string, country: string, phoneNumber: string) => {
    const isBelowNew = parentCode === 'New';
    return {
      type,
      code,
      name: code,
      country,
      phoneNumber,
      parentCode: isBelowNew ? 'FC' : parentCode,
      tradingRegion: isBelowNew ? 'New' : '',
    };
  };
  const { errors, numbers } = await importNodes([
    row('STORE', 'F1', 'FR', '', '02 9999 0150'),
    row('STORE', 'F2', 'FG', '', '0113 496 0150'),
    row('STORE_GROUP', 'FG', 'FGR', '', ''),
    row('TRADING_REGION', 'FGR', 'FC', 'UK', ''),
    row('STORE', 'F3', 'New', '', '02 9999 0151'),
    row('STORE', 'F4', 'FR', 'GB', '0113 496 0151'),
    row('STORE', 'FS', 'FGR', '', '0113 496 0152'),
    row('TRADING_REGION', 'FNR', 'FN', '', '02 9999 0152'),
    row('STORE', 'F5', 'FR', '', '9999'),
    row('STORE', '', 'FR', 'AU', ''),
    row('COMPANY', 'F6', '', '', '02 9999 0153'),
  ]);
  expect(errors).toEqual({
    9: { phoneNumber: 'field.phoneCountry' },
    10: { phoneNumber: 'field.phone' },
    11: { code: 'field.required', name: 'field.required' },
    12: { phoneNumber: 'field.phoneCountry' },
  });
  expect(numbers).toEqual({
    F1: '+61 2 9999 0150',
    F2: '+44 113 496 0150',
    F3: '+61 2 9999 0151',
    F4: '+44 113 496 0151',
    FS: '+44 113 496 0152',
  });
});

test('a file that changes nodes only reads a national number by the country that it gives a node above', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'GC' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: 'GR' });
  await createNode(server, { parent: region, nodeType: 'STORE', code: 'GS' });
  const rows = [
    { code: 'GS', name: 'Sedge', country: '', phoneNumber: '06 9480 1235' },
    { code: 'GC', name: 'Rush', country: 'IT', phoneNumber: '' },
  ];
  expect(await importNodes(rows)).toEqual({ errors: {}, numbers: { GS: '+39 06 9480 1235' } });
});

test('a file of a manager of a region reads numbers by the country of the company above, which they do not see', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'HC' });
  await server.query(`update nodes set country = 'IT' where id = $1`, [company.id]);
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: 'HR' });
  const manager = await createClient(server, await createUser(server, { node: region }));
  const row = { type: 'STORE', code: 'H1', name: 'Reed', parentCode: 'HR', phoneNumber: '06 9480 1236' };
  expect(await importNodes([row], manager)).toEqual({ errors: {}, numbers: { H1: '+39 06 9480 1236' } });
});

test('a file of users takes phone numbers as they are pasted', async () => {
  const users = importsAt('/user-management/users/import');
  const rows = entries.map(([phoneNumber, country], index) => ({
    userName: `row${1000 + index}`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailId: `row${index}@mail.example`,
    nodeCode: 'C',
    roleName: 'Manager',
    language: 'en',
    timeZone: 'UTC',
    country,
    phoneNumber,
  }));
  const run = await users.importFile(admin, toCsv(rows));
  expect(firstErrors(await users.rowsOf(admin, run, 'wrong'))).toEqual(expectedErrors);
  const stored = await server.query<{ phone: string }>(
    `select phone_number as phone from users where org_id = $1 and user_name like 'row%' order by user_name`,
    [org.id],
  );
  expect(stored.map(({ phone }) => phone)).toEqual(pasted.map(([, , number]) => number));
});

const emptyFields = { code: '', region: [], street: '', city: '', state: '', postCode: '', country: '', timeZone: '', emailId: '' }; // prettier-ignore
const phoneOf = (response: { body: { result?: { phoneNumber: string }; errors?: { messageCode: string }[] } }) =>
  response.body.result?.phoneNumber ?? response.body.errors?.map(({ messageCode }) => messageCode);

test('a request reads the national number of a node by its country, or by the nearest above that has one', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'N' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', name: 'NR' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE', name: 'NS' });
  const save = async ({ id, name: code }: TestNode, phoneNumber: string, country = '') =>
    phoneOf(await admin.put(`/node-management/node/${id}`, { ...emptyFields, name: code, code, country, phoneNumber }));
  expect(await save(store, '0113 496 0127')).toEqual(['field.phoneCountry']);
  expect(await save(store, '0113 496 0127', 'GB')).toBe('+44 113 496 0127');
  expect(await save(company, '02 9999 0147', 'AU')).toBe('+61 2 9999 0147');
  expect(await save(store, '02 9999 0148')).toBe('+61 2 9999 0148');
  expect(await save(store, '0113 496 0127', 'GB')).toBe('+44 113 496 0127');
  expect(await save(store, '9999')).toEqual(['field.phone']);
  const read = await admin.get(`/node-management/node/${store.id}`);
  expect(read.body.result).toMatchObject({ country: 'GB', inheritedCountry: 'AU' });
  const created = (code: string, phoneNumber: string, parent: TestNode, nodeType: string) =>
    admin.post('/node-management/node', {
      ...emptyFields,
      name: 'Sedge',
      code,
      phoneNumber,
      parentId: parent.id,
      nodeType,
    });
  expect(phoneOf(await created('NT', '02 9999 0149', region, 'STORE_GROUP'))).toBe('+61 2 9999 0149');
  expect(phoneOf(await created('NU', '02 9999 0149', company, 'TRADING_REGION'))).toBe('+61 2 9999 0149');
  expect(phoneOf(await created('NV', '02 9999 0149', org, 'COMPANY'))).toEqual(['field.phoneCountry']);
});

test('a manager of a region has its numbers read by the country of the company above, which they do not see', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'M' });
  await server.query(`update nodes set country = 'IT' where id = $1`, [company.id]);
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: 'MR' });
  const manager = await createClient(server, await createUser(server, { node: region }));
  const url = `/node-management/node/${region.id}`;
  const saved = await manager.put(url, { ...emptyFields, name: 'Rush', code: 'MR', phoneNumber: '06 9480 1234' });
  expect(phoneOf(saved)).toBe('+39 06 9480 1234');
});

test('a request reads the national number of a user by their country, and says what is missing without one', async () => {
  const user = await createUser(server, { node: org });
  const url = `/user-management/users/${user.id}`;
  const input = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailId: `${user.userName}@mail.example`,
    language: 'en',
    timeZone: 'UTC',
  };
  const save = async (phoneNumber: string, country: string) =>
    phoneOf(await admin.put(url, { ...input, phoneNumber, country }));
  expect(await save('0113 496 0127', '')).toEqual(['field.phoneCountry']);
  expect(await save('0113 496 0127', 'GB')).toBe('+44 113 496 0127');
  expect(await save('9999', 'AU')).toEqual(['field.phone']);
});

test('a request takes a pasted phone number, and names the character that no number has', async () => {
  const store = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'R' });
  const url = `/node-management/node/${store.id}`;
  const input = { ...emptyFields, name: 'Reed', code: 'R' };
  const save = (phoneNumber: string) => admin.put(url, { ...input, phoneNumber });
  expect((await save('tel:+61\u20112\u20119999\u20110147')).body).toMatchObject({
    result: { phoneNumber: '+61-2-9999-0147' },
  });
  expect((await save('+61 2 9999 0147 ext 5')).body).toMatchObject({
    errors: [{ path: 'phoneNumber', message: 'Invalid character used: “e” (U+0065)' }],
  });
});
