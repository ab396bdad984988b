import { beforeAll, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import {
  allAccessRights,
  type ApiClient,
  createClient,
  createRole,
  createUser,
  signIn,
  type TestNode,
} from './builders.ts';
import { importsAt, nodeImportUrl, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';

const server = await startTestServer();
const users = importsAt('/user-management/users/import');
const nodes = importsAt(nodeImportUrl);
let org: TestNode;
let region: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ org, region, store, admin } = await createSmallTree(server));
  await createRole(server, {
    organisation: org,
    rights: allAccessRights,
    level: 'STORE',
    name: 'Strong',
    name_norm: 'strong',
  });
});

const clientWith = async (rights: string[]) => createClient(server, await createUser(server, { node: org, rights }));
const codeOf = async (node: TestNode) =>
  (await server.query<{ code: string }>('select code from nodes where id = $1', [node.id]))[0]!.code;
const userRow = (cells: Record<string, string>) => ({
  userName: 'grace.hopper',
  firstName: 'Grace',
  lastName: 'Hopper',
  emailId: 'grace@mail.example',
  roleName: '',
  nodeCode: 'BRIG',
  nodeName: '',
  language: 'en',
  timeZone: 'Europe/London',
  status: '',
  ...cells,
});

test('an invalid node row is reported with all of its errors at once, also those of parent, region and permissions', async () => {
  const parentCode = await codeOf(region);
  const editor = await clientWith(['edit_node', 'list_node_structure', 'view_node']);
  const rows = [
    { type: 'COMPANY', code: 'NEW', name: '', parentCode, country: 'Narnia', region: 'China', status: 'closed' },
    {
      type: '',
      code: await codeOf(store),
      name: '',
      parentCode: 'nowhere',
      country: '',
      region: '',
      status: 'x',
    },
  ];
  expect(await nodes.cellErrorsOf(editor, await nodes.uploadAndCheck(editor, toCsv(rows)))).toEqual({
    2: {
      name: 'field.required',
      country: 'import.countryUnknown',
      region: 'node.hiddenEverywhere',
      parentCode: 'node.wrongParent',
      status: 'import.rightMissing',
      row: 'import.rightMissing',
    },
    3: {
      name: 'field.required',
      type: 'field.required',
      parentCode: 'import.parentUnknown',
      status: 'field.invalid',
      row: 'import.rightMissing',
    },
  });
});

test('an invalid user row is reported with all of its errors at once, also those of its role and of permissions', async () => {
  const creator = await clientWith([
    'show_bulk_user_import_submenu',
    'allow_upload_user_import_csv',
    'edit_user',
    'view_user',
  ]);
  const existing = await createUser(server, { node: store, rights: allAccessRights });
  const rows = [
    userRow({ emailId: 'no address', timeZone: 'Mars', roleName: 'Strong', status: 'maybe' }),
    userRow({ userName: existing.userName, emailId: 'no address', nodeCode: 'Nowhere' }),
  ];
  const run = await users.uploadAndCheck(creator, toCsv(rows));
  expect(await users.cellErrorsOf(creator, run)).toEqual({
    2: {
      emailId: 'field.email',
      timeZone: 'field.timeZone',
      status: 'field.invalid',
      roleName: 'role.beyondYourOwn',
      row: 'import.rightMissing',
    },
    3: { emailId: 'field.email', nodeCode: 'node.unknown', row: 'user.beyondYourOwn' },
  });
});

test('every missing column of a new user is named in its row', async () => {
  const run = await users.uploadAndCheck(admin, toCsv([{ userName: 'short.row', firstName: 'Grace' }]));
  expect(await users.cellErrorsOf(admin, run)).toEqual({
    2: {
      lastName: 'field.required',
      emailId: 'field.emailRequired',
      language: 'field.required',
      timeZone: 'field.required',
      nodeName: 'field.required',
      roleName: 'field.required',
    },
  });
});

test('what a spreadsheet has shortened, and its errors, are refused as codes and names in every kind of file', async () => {
  const shortened = ['4.00638E+12', '1.2345678901234568E+17', '4,00638E+12'];
  const errorWords = ['######', '#N/A', '#NV', '#WERT!', '#NAME?', '#DIV/0!', '#DEEL/0!', 'Err:502'];
  const cells = [...shortened, ...errorWords];
  const files: Readonly<Record<string, (cell: string) => Record<string, string>>> = {
    [nodeImportUrl]: (cell) => ({ code: cell, name: cell, type: 'STORE' }),
    '/user-management/users/import': (cell) => ({ userName: cell, lastName: cell, firstName: 'Ada' }),
    '/product-management/imports': (cell) => ({ SKU: cell, name: cell }),
    '/node-management/settings/imports': (cell) => ({ code: cell, 'ebasketDisplay.displayName': cell }),
    '/node-management/settings/lists/imports': (cell) => ({
      code: cell,
      'reasons.reasons.description': cell,
      list: 'reasons.reasons',
      row: newId(),
      action: 'add',
    }),
  };
  for (const [url, rowOf] of Object.entries(files)) {
    const { uploadAndCheck, rowsOf } = importsAt(url);
    const wrong = await rowsOf(admin, await uploadAndCheck(admin, toCsv(cells.map(rowOf))), 'wrong');
    const named = wrong.map(({ faults }) =>
      faults.flatMap(({ column, messageCode }) =>
        /shortened|errorWord/.test(messageCode) ? [[column, messageCode]] : [],
      ),
    );
    const columns = Object.keys(rowOf('')).slice(0, 2);
    const expected = (code: string) => columns.map((column) => [column, code]);
    expect([url, named]).toEqual([
      url,
      [...shortened.map(() => expected('import.shortened')), ...errorWords.map(() => expected('import.errorWord'))],
    ]);
  }
});

test('what only looks similar to an error of a spreadsheet is taken', async () => {
  const { importFile } = importsAt('/product-management/imports');
  const skus = ['#1', '#', 'E+12', '#42!', '1E5', '123456789012345678', 'Err'];
  expect(await importFile(admin, toCsv(skus.map((SKU) => ({ SKU, name: SKU }))))).toMatchObject({
    created: skus.length,
  });
});

test('a file names the character that is refused, and takes decomposed names as composed ones', async () => {
  const rows = [userRow({ userName: 'a<b' }), userRow({ userName: 'jose\u0301', firstName: 'Jose\u0301' })];
  const run = await users.uploadAndCheck(admin, toCsv(rows));
  const [refused, ...others] = await users.rowsOf(admin, run, 'wrong');
  expect(refused?.faults).toContainEqual({
    column: 'userName',
    messageCode: 'field.invalidCharacter',
    character: '“<” (U+003C)',
  });
  const columns = others.flatMap(({ faults }) => faults.map(({ column }) => column));
  expect(columns.filter((column) => column === 'userName' || column === 'firstName')).toEqual([]);
});

test('a user signs in by a name that is composed or not', async () => {
  const user = await createUser(server, { node: org, userName: 'zoë', user_name_norm: 'zoe' });
  for (const userName of ['zo\u00eb', 'zoe\u0308'])
    expect((await signIn(server, { ...user, userName })).status).toBe(200);
});
