import { headerBytes } from '@storeward/contract/imports';
import { secretColumns } from '@storeward/contract/settings/endpoints/csv-columns';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { countsOf, importsAt, nodeImportUrl, settingImportUrl } from '../../test/imports.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
const { upload, postHeader, uploadAndCheck, runToEnd, rowsOf, cellErrorsOf } = importsAt(
  '/user-management/users/import',
);
let admin: ApiClient;
let otherUser: ApiClient;
let otherOrganisationUser: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const org = await createOrganisation(server);
  await createNode(server, { parent: org, nodeType: 'STORE', name: 'Leeds', code: 'LEEDS' });
  await createRole(server, { organisation: org, rights: [], level: 'STORE', name: 'Till', name_norm: 'till' });
  admin = await createClient(server, await createUser(server, { node: org }));
  otherUser = await createClient(server, await createUser(server, { node: org }));
  otherOrganisationUser = await createClient(
    server,
    await createUser(server, { node: await createOrganisation(server) }),
  );
});

const toCsv = (...lines: string[][]) => lines.map((line) => `${line.join(';')}\r\n`).join('');
const foreignHeaders = [
  'Kürzel',
  'Vorname',
  'Nachname',
  'E-Mail',
  'Funktion',
  'Filialnr',
  'Sprache',
  'Zeitzone',
  'Bemerkung',
];
const fullMapping = [
  'userName',
  'firstName',
  'lastName',
  'emailId',
  'roleName',
  'nodeCode',
  'language',
  'timeZone',
  '',
];
let rowCount = 0;
const newRow = () => {
  rowCount += 1;
  return [
    `mapped.${rowCount}`,
    'Ada',
    'Lovelace',
    `mapped.${rowCount}@mail.example`,
    'Till',
    'LEEDS',
    'en',
    'UTC',
    'new',
  ];
};
const proposedMapping = async (client: ApiClient, columns: string[]) =>
  (await postHeader(client, toCsv(columns))).body.result;

describe('column matching', () => {
  test('matches known column names in any letter case and ignores the errors column', async () => {
    const columns = ['User Name', 'LASTNAME', 'errors'];
    expect(await proposedMapping(admin, columns)).toEqual({
      columns,
      mapping: ['userName', 'lastName', ''],
      constants: {},
      source: 'known',
    });
  });

  test.each([
    ['English', ['Login', 'Given name', 'Surname', 'E-mail address', 'Store ID', 'Mobile']],
    ['German', ['Benutzername', 'Vorname', 'Nachname', 'E-Mail', 'Filialnummer', 'Handy']],
    ['French', ['Identifiant', 'Prénom', 'Nom', 'Adresse e-mail', 'Code magasin', 'Téléphone']],
    ['Dutch', ['Gebruikersnaam', 'Voornaam', 'Achternaam', 'E-mailadres', 'Winkelnummer', 'Telefoonnummer']],
    ['Italian', ['Nome utente', 'Nome', 'Cognome', 'Indirizzo e-mail', 'Codice negozio', 'Cellulare']],
    ['Chinese', ['用户名', '名字', '姓氏', '电子邮件', '门店编号', '手机号']],
    ['Japanese', ['ユーザー名', '名', '姓', 'メールアドレス', '店舗コード', '電話番号']],
  ])('matches column names of other systems in %s', async (_language, columns) => {
    const { mapping, source } = await proposedMapping(admin, columns);
    expect([mapping, source]).toEqual([
      ['userName', 'firstName', 'lastName', 'emailId', 'nodeCode', 'phoneNumber'],
      'guessed',
    ]);
  });

  test('reads the columns from a truncated file', async () => {
    const file = Buffer.from(`\r\n${toCsv(foreignHeaders)}${`"${'ü'.repeat(50)}\n"\n`.repeat(1_000)}`);
    for (const bytes of [headerBytes, headerBytes - 1, headerBytes - 2, 200])
      expect((await postHeader(admin, file.subarray(0, bytes))).body.result.columns).toEqual(foreignHeaders);
  });

  test.each([
    ['no content', '', 'import.empty'],
    ['image content', Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'), 'import.notCsv'],
    ['65 columns', `a${',x'.repeat(64)}\n`, 'import.tooManyColumns'],
    ['an unclosed quotation mark', `"a${'x'.repeat(20_000)}`, 'import.rowTooLong'],
  ])('rejects a file with %s', async (_what, content, code) => {
    expect((await postHeader(admin, content)).body.messageCode).toBe(code);
  });

  test('requires the permission to import and an organisation', async () => {
    const viewer = await createClient(
      server,
      await createUser(server, { node: admin.user.node, rights: ['show_bulk_user_import_submenu'] }),
    );
    expect((await postHeader(viewer, toCsv(foreignHeaders))).status).toBe(403);
    const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
    expect((await postHeader(globalAdmin, toCsv(foreignHeaders))).body.messageCode).toBe('import.notGlobal');
  });
});

describe('a file with mapped columns', () => {
  test('is read by the mapping, keeps its own headers and cells, and reports errors by known column name', async () => {
    const invalidRow = newRow().with(4, 'Nobody');
    const run = await uploadAndCheck(admin, toCsv(foreignHeaders, newRow(), invalidRow), fullMapping);
    expect([countsOf(run), run.columns, run.mapping, run.unknownColumns]).toEqual([
      [1, 0, 0, 1],
      foreignHeaders,
      fullMapping,
      ['Bemerkung'],
    ]);
    expect(await cellErrorsOf(admin, run)).toEqual({ 3: { roleName: 'role.unknown' } });
    expect((await rowsOf(admin, run, 'wrong'))[0]!.cells).toEqual(invalidRow);
    expect(countsOf(await runToEnd(admin, run))).toEqual([1, 0, 0, 1]);
  });

  test('may fill two known columns from one, which is remembered, and names the errors of each', async () => {
    const columns = ['Kürzel', 'Nachname', 'E-Mail-Adresse'];
    const mapping = ['userName|firstName', 'lastName', 'emailId'];
    const run = await uploadAndCheck(admin, toCsv(columns, ['ada<', 'Lovelace', 'ada']), mapping);
    expect(run.mapping).toEqual(mapping);
    expect((await cellErrorsOf(admin, run))[2]).toMatchObject({
      userName: 'field.invalidCharacter',
      emailId: 'field.email',
    });
    expect((await cellErrorsOf(admin, run))[2]).not.toHaveProperty('firstName');
    expect(await proposedMapping(admin, columns)).toMatchObject({ mapping, source: 'remembered' });
  });

  test('may omit known columns and contain empty or duplicate headers', async () => {
    const run = await uploadAndCheck(admin, 'Name,Name,,status\nmapped.x,Ada,Lovelace,nonsense\n', [
      'userName',
      'firstName',
      'lastName',
      '',
    ]);
    expect(run.unknownColumns).toEqual(['status']);
    expect((await cellErrorsOf(admin, run))[2]).not.toHaveProperty('status');
    expect((await cellErrorsOf(admin, run))[2]).not.toHaveProperty('row');
  });

  test('has its mapping remembered for the same user, regardless of column order', async () => {
    const columns = ['Nr', 'Zweitname', 'Anschrift'];
    const mapping = ['userName', 'lastName', ''];
    await uploadAndCheck(admin, toCsv(columns, ['a', 'b', 'c']), mapping);
    const reordered = ['Anschrift', 'nr', 'ZWEITNAME', 'errors'];
    expect(await proposedMapping(admin, reordered)).toEqual({
      columns: reordered,
      mapping: ['', 'userName', 'lastName', ''],
      constants: {},
      source: 'remembered',
    });
    for (const client of [otherUser, otherOrganisationUser])
      expect((await proposedMapping(client, columns)).source).toBe('guessed');
    expect((await proposedMapping(admin, columns.slice(1))).source).toBe('guessed');
    const nodeImports = importsAt(nodeImportUrl);
    expect((await nodeImports.postHeader(admin, toCsv(columns))).body.result.source).toBe('guessed');
    // a new mapping replaces the remembered one
    await uploadAndCheck(admin, toCsv(columns, ['a', 'b', 'c']), ['userName', '', 'lastName']);
    expect((await proposedMapping(admin, columns)).mapping).toEqual(['userName', '', 'lastName']);
  });

  test.each([
    ['an unknown column', ['userName', 'password'], 'import.mappingWrong'],
    ['the property name __proto__', ['userName', '__proto__'], 'import.mappingWrong'],
    ['more columns than the file has', ['userName', '', '', 'lastName'], 'import.mappingWrong'],
    ['the same column twice', ['userName', 'userName'], 'import.doubleColumn'],
    ['one column for the same column twice', ['userName|userName'], 'import.doubleColumn'],
    ['one column for a known and an unknown column', ['userName|password'], 'import.mappingWrong'],
    ['no required column', ['firstName', 'lastName'], 'import.missingColumn'],
  ])('is rejected without being stored if the mapping has %s', async (_what, columns, code) => {
    const counts = () =>
      server.query(
        'select (select count(*) from import_runs) as runs, (select count(*) from import_mappings) as mappings',
      );
    const before = await counts();
    const { status, body } = await upload(admin, toCsv(['One', 'Two', 'Three'], ['a', 'b', 'c']), { columns });
    expect([status, body.messageCode]).toEqual([400, code]);
    expect(await counts()).toEqual(before);
  });

  test('rejects secret columns under any mapping', async () => {
    const settings = importsAt(settingImportUrl);
    const file = toCsv(['code', secretColumns[0]!], ['LEEDS', 'secret']);
    for (const response of [
      await settings.postHeader(admin, file),
      await settings.upload(admin, file, { columns: ['code'] }),
    ])
      expect([response.status, response.body.messageCode]).toEqual([400, 'import.secretColumn']);
  });

  test.for([
    ['/user-management/users/import', 'password'],
    ['/user-management/users/import', ' Secret Word '],
    ['/user-management/users/import', 'PIN-Code'],
    ['/user-management/users/import', 'Passwörter'],
    ['/user-management/users/import', 'Mot de passe'],
    ['/user-management/users/import', 'Parola segreta'],
    ['/user-management/users/import', 'Geheim woord'],
    ['/user-management/users/import', '初期パスワード'],
    ['/user-management/users/import', '密码'],
    [nodeImportUrl, 'Password'],
    ['/product-management/imports', 'Passwort'],
    [settingImportUrl, 'PIN'],
  ] as const)('rejects secrets of people in any file, and stores nothing of it: %s, %s', async ([url, heading]) => {
    const imports = importsAt(url);
    const stored = () => server.query('select count(*) from import_runs');
    const before = await stored();
    const file = toCsv(['userName', 'code', 'SKU', heading], ['grace', 'LEEDS', '1', 'orange juice']);
    for (const response of [
      await imports.postHeader(admin, file),
      await imports.upload(admin, file),
      await imports.upload(admin, file, { columns: ['userName', '', '', 'firstName'] }),
    ]) {
      expect([response.status, response.body.messageCode]).toEqual([400, 'import.secretColumn']);
      expect(response.body['errors']).toMatchObject([{ path: heading.trim() }]);
    }
    expect(await stored()).toEqual(before);
  });

  test('has at most fifty mappings remembered per user, with the least recently used one deleted', async () => {
    for (let file = 0; file < 52; file += 1)
      await upload(otherUser, toCsv([`Login ${file}`], ['somebody']), { columns: ['userName'] });
    const [row] = await server.query<{ kept: number }>(
      'select count(*)::int as kept from import_mappings where user_id = $1',
      [otherUser.user.id],
    );
    expect(row!.kept).toBe(50);
    expect((await proposedMapping(otherUser, ['Login 51'])).source).toBe('remembered');
    expect((await proposedMapping(otherUser, ['Login 0'])).source).toBe('guessed');
  });
});
