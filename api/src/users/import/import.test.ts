import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createAssignment,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestNode,
  platformNode,
  createClient,
} from '../../../test/builders.ts';
import { countsOf, toCsv, importsAt } from '../../../test/imports.ts';
import { countMails, queuedMails } from '../../../test/mails.ts';
import { createRecoveryClient } from '../../../test/recovery.ts';
import { startTestServer } from '../../../test/server.ts';
import { auditEntriesOf } from '../../../test/small-tree.ts';

const server = await startTestServer();
const usersUrl = '/user-management/users';
const { upload, uploadAndCheck, runToEnd, importFile, cellErrorsOf, rowsOf } = importsAt(`${usersUrl}/import`);
let org: TestNode;
let company: TestNode;
let store: TestNode;
let yorkStore: TestNode;
let admin: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server, { slug: 'cedar', name: 'Cedar' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Cedar North' });
  store = await createNode(server, { parent: company, nodeType: 'STORE', name: 'Leeds', code: 'UK-1' });
  yorkStore = await createNode(server, { parent: company, nodeType: 'STORE', name: 'York', code: 'UK-2' });
  await createNode(server, { parent: company, nodeType: 'STORE', name: 'York', code: 'UK-3' });
  await createRole(server, {
    organisation: org,
    rights: ['om_dashboard'],
    level: 'STORE',
    name: 'Till',
    name_norm: 'till',
  });
  await createRole(server, {
    organisation: org,
    rights: allAccessRights,
    level: 'STORE',
    name: 'Strong',
    name_norm: 'strong',
  });
  admin = await createClient(server, await createUser(server, { node: org }));
  manager = await createClientWith([...uploadRights, 'create_user', 'edit_user']);
});

const uploadRights = ['show_bulk_user_import_submenu', 'allow_upload_user_import_csv', 'om_dashboard'];
const createClientWith = async (rights: string[], node = company) =>
  createClient(server, await createUser(server, { node, rights }));

const blank = { firstName: '', lastName: '', emailId: '', phoneNumber: '', nodeName: '', language: '', timeZone: '' };
/** A client with the manager's rights who may also undo imports. */
const createUndoManager = () =>
  createClientWith([...uploadRights, 'create_user', 'edit_user', 'enabled_user', 'delete_user']);
let rowCount = 0;
const newRow = (overrides: Record<string, string> = {}) => {
  rowCount += 1;
  return {
    userName: `person.${rowCount}`,
    firstName: 'Grace',
    lastName: `Hopper ${rowCount}`,
    emailId: `person.${rowCount}@mail.example`,
    phoneNumber: '',
    roleName: 'Till',
    nodeName: 'Leeds',
    language: 'en',
    timeZone: 'Europe/London',
    status: '',
    ...overrides,
  };
};
const findUser = async (userName: string, client = admin) =>
  (await client.get(`${usersUrl}?search=${encodeURIComponent(userName)}`)).body.result.find(
    (user: { userName: string }) => user.userName === userName,
  );
const storedUser = async (userName: string) =>
  (await server.query('select * from users where user_name = $1', [userName]))[0]!;

describe('importing users', () => {
  test('checks a file without writing or mailing, then creates and invites every user in it', async () => {
    const rows = [newRow(), newRow({ nodeName: 'UK-2', roleName: 'TILL' }), newRow({ status: 'disabled' })];
    const mailCount = await countMails(server);
    const run = await uploadAndCheck(admin, toCsv(rows));
    expect([run.state, countsOf(run)]).toEqual(['ready', [3, 0, 0, 0]]);
    expect([await countMails(server), await findUser(rows[0]!.userName)]).toEqual([mailCount, undefined]);

    const finished = await runToEnd(admin, run);
    expect([finished.state, countsOf(finished)]).toEqual(['done', [3, 0, 0, 0]]);
    const [first, second, third] = await Promise.all(rows.map(({ userName }) => findUser(userName)));
    expect(first).toMatchObject({ roleName: 'Till', rootNode: { id: store.id }, status: true, lastActive: null });
    expect(second).toMatchObject({ rootNode: { id: yorkStore.id } });
    expect((await queuedMails(server, first)).map(({ kind, variables }) => [kind, variables['days']])).toEqual([
      ['invitation', 7],
    ]);
    // disabled users are not invited
    expect([third.status, await queuedMails(server, third)]).toEqual([false, []]);
    // users who were sent a link have an open reset token
    const unsent = { reset_date: null, is_reset_token_used: null };
    expect(await storedUser(rows[0]!.userName)).toMatchObject({ password_hash: null, is_reset_token_used: false });
    expect(await storedUser(rows[2]!.userName)).toMatchObject({ ...unsent, domain_name: 'cedar.example' });
    expect(await auditEntriesOf(server, first.id)).toMatchObject([
      { action: 'user.created', after: { userName: rows[0]!.userName, place: 'Leeds', role: 'Till' } },
    ]);
  });

  test('invites new users by a link to choose a password', async () => {
    const row = newRow();
    await importFile(admin, toCsv([row]));
    const [mail] = await queuedMails(server, await findUser(row.userName));
    const recoveryClient = createRecoveryClient(server, { host: org.host, domain: org.domain });
    const newPassword = 'Harbour-portal-31';
    expect((await recoveryClient.reset(mail!.variables['token'], newPassword)).status).toBe(200);
    expect((await storedUser(row.userName))['manual_password']).toBe(true);
  });

  test('reports the errors of each invalid row by line and imports the other rows', async () => {
    const existingUser = await createUser(server, { node: store, rights: [] });
    const otherCompany = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Elsewhere' });
    const hiddenUser = await createUser(server, { node: otherCompany, rights: [] });
    const rows = [
      newRow(),
      newRow({ roleName: 'Nobody knows' }),
      newRow({ emailId: 'no address' }),
      newRow({ nodeName: 'Elsewhere' }),
      newRow({ nodeName: 'York' }),
      newRow({ roleName: 'Strong' }),
      newRow({ userName: hiddenUser.userName }),
      newRow({ userName: 'a b' }),
      newRow({ language: '', timeZone: 'Mars/Base' }),
      newRow({ nodeName: '', roleName: '' }),
    ];
    const finished = await importFile(manager, toCsv(rows));
    expect(countsOf(finished)).toEqual([1, 0, 0, 9]);
    expect(await cellErrorsOf(manager, finished)).toEqual({
      3: { roleName: 'role.unknown' },
      4: { emailId: 'field.email' },
      5: { nodeName: 'node.unknown' },
      6: { nodeName: 'import.placeAmbiguous' },
      7: { roleName: 'role.beyondYourOwn' },
      8: { userName: 'import.takenOutside' },
      9: { userName: 'field.invalidCharacter' },
      10: { language: 'field.required', timeZone: 'field.timeZone' },
      11: { nodeName: 'field.required', roleName: 'field.required' },
    });
    expect(await findUser(rows[0]!.userName)).toBeDefined();
    expect(existingUser.id).toBeDefined();
  });

  test('updates existing users by the rules of the form and keeps fields that the file leaves empty or out', async () => {
    const row = newRow();
    await importFile(admin, toCsv([row]));
    const before = await findUser(row.userName);
    const change = {
      userName: row.userName.toUpperCase(),
      lastName: 'Lovelace',
      nodeCode: 'UK-2',
      emailId: 'ada@mail.example',
      status: 'disabled',
    };
    const finished = await importFile(admin, toCsv([change]));
    expect(countsOf(finished)).toEqual([0, 1, 0, 0]);
    expect(await findUser(row.userName)).toMatchObject({
      id: before.id,
      firstName: 'Grace',
      lastName: 'Lovelace',
      rootNode: { id: yorkStore.id },
      status: false,
      roleName: 'Till',
    });
    // the previous address is notified, so that the owner learns of a takeover
    expect((await queuedMails(server, before)).at(-1)).toMatchObject({ kind: 'contactChanged', to: row.emailId });
    expect((await auditEntriesOf(server, before.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.updated',
      'user.disabled',
    ]);
    expect(countsOf(await importFile(admin, toCsv([change])))).toEqual([0, 0, 1, 0]);
  });

  test('refuses changes to users with more rights and to the actor’s own assignment, and creation without the permission', async () => {
    const stronger = await createUser(server, { node: store, rights: allAccessRights });
    const rows = [
      { userName: stronger.userName, lastName: 'Other', roleName: '', nodeName: '' },
      { userName: manager.user.userName, lastName: '', roleName: 'Till', nodeName: 'Leeds' },
    ];
    const finished = await importFile(manager, toCsv(rows));
    expect(await cellErrorsOf(manager, finished)).toEqual({
      2: { row: 'user.beyondYourOwn' },
      3: { row: 'user.ownStanding' },
    });
    const uploader = await createClientWith(uploadRights);
    expect(await cellErrorsOf(uploader, await importFile(uploader, toCsv([newRow()])))).toEqual({
      2: { row: 'import.rightMissing' },
    });
  });

  test('deletes unused created users on undo and restores updated users', async () => {
    const row = newRow();
    await importFile(admin, toCsv([row]));
    const rows = [newRow(), newRow(), { ...row, lastName: 'Changed' }];
    const run = await importFile(admin, toCsv(rows));
    await server.query('update users set password_hash = $2, version = version + 1 where user_name = $1', [
      rows[1]!.userName,
      'x',
    ]);
    const undone = await runToEnd(admin, run, 'undo');
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 2, 1]);
    expect(await findUser(rows[0]!.userName)).toBeUndefined();
    expect(await findUser(rows[1]!.userName)).toBeDefined();
    expect((await findUser(row.userName)).lastName).toBe(row.lastName);
    // the user name is available again
    expect(countsOf(await importFile(admin, toCsv([rows[0]!])))).toEqual([1, 0, 0, 0]);
  });

  test('keeps imported assignments on undo when the earlier role or node is gone or beyond the actor’s rights', async () => {
    const storeRole = { organisation: org, rights: ['om_dashboard'], level: 'STORE' };
    const grownRoleId = await createRole(server, { ...storeRole, name: 'Grown', name_norm: 'grown' });
    const deletedRoleId = await createRole(server, { ...storeRole, name: 'Gone', name_norm: 'gone' });
    const otherStore = await createNode(server, { parent: company, nodeType: 'STORE', name: 'Left', code: 'UK-9' });
    const users = await Promise.all([
      createUser(server, { node: store, roleId: grownRoleId }),
      createUser(server, { node: store, roleId: deletedRoleId }),
      createUser(server, { node: otherStore, roleId: grownRoleId }),
    ]);
    const run = await importFile(
      manager,
      toCsv(users.map(({ userName }) => ({ userName, roleName: 'Till', nodeCode: 'UK-2' }))),
    );
    expect(countsOf(run)).toEqual([0, 3, 0, 0]);
    await server.query("update roles set access_rights = '{om_dashboard,delete_role}' where id = $1", [grownRoleId]);
    await server.query('update roles set deleted_date = clock() where id = $1', [deletedRoleId]);
    const undone = await runToEnd(await createUndoManager(), run, 'undo');
    expect([undone.undone, undone.kept]).toEqual([0, 3]);
    for (const { userName } of users) expect((await findUser(userName)).roleName).toBe('Till');
  });

  test('rejects a row that assigns a role the user already holds at that node and imports the other rows', async () => {
    const tillRoleId = (
      await server.query<{ id: string }>("select id from roles where org_id = $1 and name = 'Till'", [org.id])
    )[0]!.id;
    const user = await createUser(server, { node: store, rights: [] });
    await createAssignment(server, { userId: user.id, roleId: tillRoleId, node: yorkStore, position: 1 });
    const row = newRow();
    const run = await importFile(
      admin,
      toCsv([row, { ...newRow(), ...blank, userName: user.userName, roleName: 'Till', nodeName: 'UK-2' }]),
    );
    expect([countsOf(run), await cellErrorsOf(admin, run)]).toEqual([
      [1, 0, 0, 1],
      { 3: { roleName: 'assignment.doubled' } },
    ]);
  });

  test('reveals nothing about users that the actor may not view', async () => {
    const row = newRow();
    await importFile(admin, toCsv([row]));
    const creator = await createClientWith([...uploadRights, 'create_user']);
    for (const emailId of [row.emailId, 'other@mail.example'])
      expect(await cellErrorsOf(creator, await uploadAndCheck(creator, toCsv([{ ...row, emailId }])))).toEqual({
        2: { row: 'import.rightMissing' },
      });
  });

  test('moves a user to another node of the same name', async () => {
    const row = newRow({ nodeName: 'UK-2' });
    await importFile(admin, toCsv([row]));
    const finished = await importFile(admin, toCsv([{ ...row, nodeName: 'UK-3' }]));
    expect(countsOf(finished)).toEqual([0, 1, 0, 0]);
    expect((await findUser(row.userName)).rootNode).toMatchObject({ name: 'York' });
    expect((await storedUser(row.userName))['node_id']).not.toBe(yorkStore.id);
  });

  test('finds a user of a non-default sign-in domain instead of creating a second user of that name', async () => {
    const row = await createUser(server, { node: store, rights: [], domain_name: 'other.example' });
    const run = await uploadAndCheck(
      admin,
      toCsv([{ ...newRow(), userName: row.userName, roleName: '', nodeName: '' }]),
    );
    expect(countsOf(run)).toEqual([0, 1, 0, 0]);
  });

  test('refuses user imports on the platform and without the permission', async () => {
    const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
    expect((await upload(globalAdmin, toCsv([newRow()]))).body.messageCode).toBe('import.notGlobal');
    const viewer = await createClientWith(['show_bulk_user_import_submenu'], org);
    expect((await upload(viewer, toCsv([newRow()]))).status).toBe(403);
    expect((await viewer.get(`${usersUrl}/import`)).status).toBe(200);
  });

  test('refuses every row of a user name that the file has more than once, each naming the other rows', async () => {
    const row = newRow();
    const rows = [row, newRow(), { ...newRow(), userName: row.userName.toUpperCase() }];
    const finished = await importFile(admin, toCsv(rows));
    expect(countsOf(finished)).toEqual([1, 0, 0, 2]);
    const twice = { column: 'userName', messageCode: 'import.twice' };
    expect((await rowsOf(admin, finished, 'wrong')).map(({ row: line, faults }) => [line, faults])).toEqual([
      [2, [{ ...twice, rows: [4] }]],
      [4, [{ ...twice, rows: [2] }]],
    ]);
    expect(await findUser(row.userName)).toBeUndefined();
    // the invalid rows, sent back as they are, overwrite nobody
    const again = await importFile(admin, toCsv([rows[0]!, rows[2]!]));
    expect(countsOf(again)).toEqual([0, 0, 0, 2]);
    expect(await findUser(row.userName)).toBeUndefined();
  });
});
