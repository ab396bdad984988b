import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, type TestNode } from './builders.ts';
import { cellErrorsOf, createImportTarget, importFile, importsAt, rowsOf, toCsv } from './imports.ts';
import { moduleSamples } from './module-sections.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const names = ['Australia', 'AUSTRALIE', 'aus', 'Holland', 'Côte d’Ivoire', 'UK'];
const codes = ['AU', 'AU', 'AU', 'NL', 'CI', 'GB'];
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => void ({ org, admin } = await createImportTarget(server)));

const storedCodes = async (table: 'nodes' | 'users', key: string) =>
  (
    await server.query<{ country: string }>(
      `select country from ${table} where org_id = $1 and ${key} like 'row%' order by ${key}`,
      [org.id],
    )
  ).map(({ country }) => country);

test('a file of nodes may name countries in any language of the portal, and an unknown one is refused with the nearest', async () => {
  const row = (country: string, index: number) => ({
    type: 'TRADING_REGION',
    code: `row${index}`,
    name: 'Area',
    parentCode: 'C',
    country,
  });
  const run = await importFile(admin, toCsv([...names, 'Austrlia'].map(row)));
  expect(await storedCodes('nodes', 'code')).toEqual(codes);
  expect(await cellErrorsOf(admin, run)).toEqual({ 8: { country: 'import.countryUnknown' } });
  const [refused] = await rowsOf(admin, run, 'wrong');
  expect(refused?.faults[0]?.nearest).toContain('AU');
});

test('a file of users may name countries in any language of the portal', async () => {
  const row = (country: string, index: number) => ({
    userName: `row${index}`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailId: `row${index}@mail.example`,
    nodeCode: 'C',
    roleName: 'Manager',
    language: 'en',
    timeZone: 'UTC',
    country,
  });
  const users = importsAt('/user-management/users/import');
  const run = await users.importFile(admin, toCsv([...names, 'Narnia'].map(row)));
  expect(await users.cellErrorsOf(admin, run)).toEqual({ 8: { country: 'import.countryUnknown' } });
  expect(await storedCodes('users', 'user_name')).toEqual(codes);
});

test('a file of settings may name the country of a customer', async () => {
  const settings = importsAt('/node-management/settings/imports');
  const { values } = moduleSamples['customerHub']!;
  const cells = Object.entries(values).flatMap(([field, value]) =>
    typeof value === 'string' ? [[`customerHub.${field}`, value]] : [],
  );
  const file = (country: string) =>
    toCsv([{ code: 'C', ...Object.fromEntries(cells), 'customerHub.country': country }]);
  const refused = await settings.importFile(admin, file('Narnia'));
  expect(await settings.cellErrorsOf(admin, refused)).toEqual({
    2: { 'customerHub.country': 'import.countryUnknown' },
  });
  expect(await settings.importFile(admin, file('Vereinigtes Königreich'))).toMatchObject({ created: 0, updated: 1 });
});
