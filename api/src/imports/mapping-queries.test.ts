import { headBytes } from '@storeward/contract/imports';
import { secretColumns } from '@storeward/contract/settings/setting-files';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aRole, aUser, type Caller, platform, signedIn } from '../../test/builders.ts';
import { countsOf, importsAt, nodeImportUrl, settingImportUrl } from '../../test/imports.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
const { upload, headOf, checked, ended, rowsOf, faultsOf } = importsAt('/user-management/users/import');
let admin: Caller;
let other: Caller;
let elsewhere: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
  const org = await anOrganisation(house);
  await aNode(house, { parent: org, nodeType: 'STORE', name: 'Leeds', code: 'LEEDS' });
  await aRole(house, { of: org, rights: [], level: 'STORE', name: 'Till', name_norm: 'till' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  other = await signedIn(house, await aUser(house, { at: org }));
  elsewhere = await signedIn(house, await aUser(house, { at: await anOrganisation(house) }));
});

const table = (...lines: string[][]) => lines.map((line) => `${line.join(';')}\r\n`).join('');
const foreign = ['Kürzel', 'Vorname', 'Nachname', 'E-Mail', 'Funktion', 'Filialnr', 'Sprache', 'Zeitzone', 'Bemerkung'];
const meant = ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone', ''];
let made = 0;
const somebody = () => {
  made += 1;
  return [`mapped.${made}`, 'Ada', 'Lovelace', `mapped.${made}@mail.example`, 'Till', 'LEEDS', 'en', 'UTC', 'new'];
};
const offered = async (caller: Caller, columns: string[]) => (await headOf(caller, table(columns))).body.result;

describe('the columns of a file', () => {
  test('that are called as ours are taken as they are, in any letter case, with the faults of the last time beside them', async () => {
    const columns = ['User Name', 'LASTNAME', 'errors'];
    expect(await offered(admin, columns)).toEqual({ columns, mapping: ['userName', 'lastName', ''], source: 'known' });
  });

  test.each([
    ['English', ['Login', 'Given name', 'Surname', 'E-mail address', 'Store ID', 'Mobile']],
    ['German', ['Benutzername', 'Vorname', 'Nachname', 'E-Mail', 'Filialnummer', 'Handy']],
    ['French', ['Identifiant', 'Prénom', 'Nom', 'Adresse e-mail', 'Code magasin', 'Téléphone']],
    ['Dutch', ['Gebruikersnaam', 'Voornaam', 'Achternaam', 'E-mailadres', 'Winkelnummer', 'Telefoonnummer']],
    ['Italian', ['Nome utente', 'Nome', 'Cognome', 'Indirizzo e-mail', 'Codice negozio', 'Cellulare']],
    ['Chinese', ['用户名', '名字', '姓氏', '电子邮件', '门店编号', '手机号']],
    ['Japanese', ['ユーザー名', '名', '姓', 'メールアドレス', '店舗コード', '電話番号']],
  ])('of another system in %s are guessed', async (_language, columns) => {
    const { mapping, source } = await offered(admin, columns);
    expect([mapping, source]).toEqual([
      ['userName', 'firstName', 'lastName', 'emailId', 'nodeCode', 'phoneNumber'],
      'guessed',
    ]);
  });

  test('are told from the beginning of a file alone, wherever it is cut', async () => {
    const file = Buffer.from(`\r\n${table(foreign)}${`"${'ü'.repeat(50)}\n"\n`.repeat(1_000)}`);
    for (const bytes of [headBytes, headBytes - 1, headBytes - 2, 200])
      expect((await headOf(admin, file.subarray(0, bytes))).body.result.columns).toEqual(foreign);
  });

  test.each([
    ['nothing', '', 'import.empty'],
    ['a picture', Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'), 'import.notCsv'],
    ['sixty-five columns', `a${',x'.repeat(64)}\n`, 'import.tooManyColumns'],
    ['an open quotation mark', `"a${'x'.repeat(20_000)}`, 'import.rowTooLong'],
  ])('are not told of %s', async (_what, content, code) => {
    expect((await headOf(admin, content)).body.messageCode).toBe(code);
  });

  test('are nobody’s business who may not bring them in', async () => {
    const looking = await signedIn(
      house,
      await aUser(house, { at: admin.person.at, rights: ['show_bulk_user_import_submenu'] }),
    );
    expect((await headOf(looking, table(foreign))).status).toBe(403);
    const above = await signedIn(house, await aUser(house, { at: platform }));
    expect((await headOf(above, table(foreign))).body.messageCode).toBe('import.notGlobal');
  });
});

describe('a file whose columns somebody has mapped', () => {
  test('is taken by that; its own heads and cells stay as they are, and the faults speak of ours', async () => {
    const wrong = somebody().with(4, 'Nobody');
    const run = await checked(admin, table(foreign, somebody(), wrong), meant);
    expect([countsOf(run), run.columns, run.mapping, run.unknownColumns]).toEqual([
      [1, 0, 0, 1],
      foreign,
      meant,
      ['Bemerkung'],
    ]);
    expect(await faultsOf(admin, run)).toEqual({ 3: { roleName: 'role.unknown' } });
    expect((await rowsOf(admin, run, 'wrong'))[0]!.cells).toEqual(wrong);
    expect(countsOf(await ended(admin, run))).toEqual([1, 0, 0, 1]);
  });

  test('may have a column of ours left out, a head that is empty, or two that are alike', async () => {
    const run = await checked(admin, 'Name,Name,,status\nmapped.x,Ada,Lovelace,nonsense\n', [
      'userName',
      'firstName',
      'lastName',
      '',
    ]);
    expect(run.unknownColumns).toEqual(['status']);
    expect((await faultsOf(admin, run))[2]).not.toHaveProperty('status');
    expect((await faultsOf(admin, run))[2]).not.toHaveProperty('row');
  });

  test('is taken at once the next time, in whichever order its columns stand, for whoever mapped it and for nobody else', async () => {
    const columns = ['Nr', 'Zweitname', 'Anschrift'];
    const mapping = ['userName', 'lastName', ''];
    await checked(admin, table(columns, ['a', 'b', 'c']), mapping);
    const later = ['Anschrift', 'nr', 'ZWEITNAME', 'errors'];
    expect(await offered(admin, later)).toEqual({
      columns: later,
      mapping: ['', 'userName', 'lastName', ''],
      source: 'remembered',
    });
    for (const caller of [other, elsewhere]) expect((await offered(caller, columns)).source).toBe('guessed');
    expect((await offered(admin, columns.slice(1))).source).toBe('guessed');
    const places = importsAt(nodeImportUrl);
    expect((await places.headOf(admin, table(columns))).body.result.source).toBe('guessed');
    // what is chosen anew stands from then on
    await checked(admin, table(columns, ['a', 'b', 'c']), ['userName', '', 'lastName']);
    expect((await offered(admin, columns)).mapping).toEqual(['userName', '', 'lastName']);
  });

  test.each([
    ['a column that there is none of', ['userName', 'password'], 'import.mappingWrong'],
    ['a word of every object', ['userName', '__proto__'], 'import.mappingWrong'],
    ['more columns than the file has', ['userName', '', '', 'lastName'], 'import.mappingWrong'],
    ['one column twice', ['userName', 'userName'], 'import.doubleColumn'],
    ['no column that it can do without', ['firstName', 'lastName'], 'import.missingColumn'],
  ])('by %s is refused by name, and nothing is kept of it', async (_what, columns, code) => {
    const counts = () =>
      house.rows(
        'select (select count(*) from import_runs) as runs, (select count(*) from import_mappings) as mappings',
      );
    const before = await counts();
    const { status, body } = await upload(admin, table(['One', 'Two', 'Three'], ['a', 'b', 'c']), { columns });
    expect([status, body.messageCode]).toEqual([400, code]);
    expect(await counts()).toEqual(before);
  });

  test('holds no secret under another name', async () => {
    const settings = importsAt(settingImportUrl);
    const file = table(['code', secretColumns[0]!], ['LEEDS', 'secret']);
    for (const answer of [
      await settings.headOf(admin, file),
      await settings.upload(admin, file, { columns: ['code'] }),
    ])
      expect([answer.status, answer.body.messageCode]).toEqual([400, 'import.secretColumn']);
  });

  test('is remembered fifty times for one person, and the one used least lately is forgotten', async () => {
    for (let file = 0; file < 52; file += 1)
      await upload(other, table([`Login ${file}`], ['somebody']), { columns: ['userName'] });
    const [row] = await house.rows<{ kept: number }>(
      'select count(*)::int as kept from import_mappings where user_id = $1',
      [other.person.id],
    );
    expect(row!.kept).toBe(50);
    expect((await offered(other, ['Login 51'])).source).toBe('remembered');
    expect((await offered(other, ['Login 0'])).source).toBe('guessed');
  });
});
