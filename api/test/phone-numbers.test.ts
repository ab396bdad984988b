import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createNode, type TestNode } from './builders.ts';
import { cellErrorsOf, createImportTarget, importsAt, rowsOf, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => void ({ org, admin } = await createImportTarget(server)));

/** As they are pasted from web pages, chats and contact lists, in a row of that country, and what is stored. */
const pasted = [
  ['\u202A+61 2 9999 0147\u202C', 'AU', '+61 2 9999 0147'],
  ['+61\u20112\u20119999\u20110147', 'AU', '+61-2-9999-0147'],
  ['＋61 2 9999 0147', 'AU', '+61 2 9999 0147'],
  ['=+61299990147', 'AU', '+61299990147'],
  ['(02) 9999 0147', 'Australia', '+61 2 9999 0147'],
  ['0113 496 0127', 'UK', '+44 113 496 0127'],
  ['612-555-0147', 'US', '+1 612 555 0147'],
  ['06 9480 1234', 'IT', '+39 06 9480 1234'],
] as const;
const refused = [
  ['+61 2 9999 0147 ext. 5', 'AU', 'field.invalidCharacter'],
  ['02 9999 0147', '', 'field.phone'],
  ['9999', 'AU', 'field.phone'],
  ['+61 99', 'AU', 'field.phoneLength'],
] as const;
const entries = [...pasted, ...refused];
const expectedErrors = (column: string) =>
  Object.fromEntries(refused.map(([, , code], index) => [pasted.length + index + 2, { [column]: code }]));

test('a file of nodes takes phone numbers as they are pasted, those without country code by the country of the row', async () => {
  const rows = entries.map(([phoneNumber, country], index) => ({
    type: 'STORE',
    code: `s${10 + index}`,
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
  expect(await cellErrorsOf(admin, run)).toEqual(expectedErrors('phoneNumber'));
  const [extension] = await rowsOf(admin, run, 'wrong');
  expect(extension?.faults[0]?.character).toBe('“e” (U+0065)');
  const stored = await server.query<{ phone: string }>(
    `select phone_number as phone from nodes where org_id = $1 and code like 's%' order by code`,
    [org.id],
  );
  expect(stored.map(({ phone }) => phone)).toEqual(pasted.map(([, , number]) => number));
});

test('a file of users takes phone numbers as they are pasted', async () => {
  const users = importsAt('/user-management/users/import');
  const rows = entries.map(([phoneNumber, country], index) => ({
    userName: `row${10 + index}`,
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
  expect(await users.cellErrorsOf(admin, run)).toEqual(expectedErrors('phoneNumber'));
  const stored = await server.query<{ phone: string }>(
    `select phone_number as phone from users where org_id = $1 and user_name like 'row%' order by user_name`,
    [org.id],
  );
  expect(stored.map(({ phone }) => phone)).toEqual(pasted.map(([, , number]) => number));
});

test('a request takes a pasted phone number, and names the character that no number has', async () => {
  const store = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'R' });
  const url = `/node-management/node/${store.id}`;
  const input = { name: 'Reed', code: 'R', region: [], street: '', city: '', state: '', postCode: '', country: '', timeZone: '', emailId: '' }; // prettier-ignore
  const save = (phoneNumber: string) => admin.put(url, { ...input, phoneNumber });
  expect((await save('tel:+61\u20112\u20119999\u20110147')).body).toMatchObject({
    result: { phoneNumber: '+61-2-9999-0147' },
  });
  expect((await save('+61 2 9999 0147 ext 5')).body).toMatchObject({
    errors: [{ path: 'phoneNumber', message: 'Invalid character used: “e” (U+0065)' }],
  });
});
