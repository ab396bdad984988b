import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anAssignment,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  everyRight,
  type Place,
  platform,
  signedIn,
} from '../../test/builders.ts';
import { countsOf, fileOf, importsAt } from '../../test/imports.ts';
import { countOfMails, mailsTo } from '../../test/mails.ts';
import { recovery } from '../../test/recovery.ts';
import { aServer } from '../../test/server.ts';
import { marksOf } from '../../test/small-tree.ts';

const house = await aServer();
const users = '/user-management/users';
const { upload, checked, ended, imported, faultsOf } = importsAt(`${users}/import`);
let org: Place;
let company: Place;
let store: Place;
let twin: Place;
let admin: Caller;
let manager: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
  org = await anOrganisation(house, { word: 'cedar', name: 'Cedar' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Cedar North' });
  store = await aNode(house, { parent: company, nodeType: 'STORE', name: 'Leeds', code: 'UK-1' });
  twin = await aNode(house, { parent: company, nodeType: 'STORE', name: 'York', code: 'UK-2' });
  await aNode(house, { parent: company, nodeType: 'STORE', name: 'York', code: 'UK-3' });
  await aRole(house, { of: org, rights: ['om_dashboard'], level: 'STORE', name: 'Till', name_norm: 'till' });
  await aRole(house, { of: org, rights: everyRight, level: 'STORE', name: 'Strong', name_norm: 'strong' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  const rights = 'show_bulk_user_import_submenu allow_upload_user_import_csv create_user edit_user om_dashboard'.split(
    ' ',
  );
  manager = await signedIn(house, await aUser(house, { at: company, rights }));
});

const blank = { firstName: '', lastName: '', emailId: '', phoneNumber: '', nodeName: '', language: '', timeZone: '' };
/** Somebody like the manager, who may take imports back. */
const reaching = async () => {
  const rights =
    'show_bulk_user_import_submenu allow_upload_user_import_csv create_user edit_user enabled_user delete_user om_dashboard'.split(
      ' ',
    );
  return signedIn(house, await aUser(house, { at: company, rights }));
};
let made = 0;
const row = (more: Record<string, string> = {}) => {
  made += 1;
  return {
    userName: `person.${made}`,
    firstName: 'Grace',
    lastName: `Hopper ${made}`,
    emailId: `person.${made}@mail.example`,
    phoneNumber: '',
    roleName: 'Till',
    nodeName: 'Leeds',
    language: 'en',
    timeZone: 'Europe/London',
    status: '',
    ...more,
  };
};
const found = async (userName: string, caller = admin) =>
  (await caller.get(`${users}?search=${encodeURIComponent(userName)}`)).body.result[0];
const stored = async (userName: string) =>
  (await house.rows('select * from users where user_name = $1', [userName]))[0]!;

describe('a file of users', () => {
  test('is checked without changing anything or mailing anybody, then makes and invites everybody in it', async () => {
    const rows = [row(), row({ nodeName: 'UK-2', roleName: 'TILL' }), row({ status: 'disabled' })];
    const mails = await countOfMails(house);
    const run = await checked(admin, fileOf(rows));
    expect([run.state, countsOf(run)]).toEqual(['ready', [3, 0, 0, 0]]);
    expect([await countOfMails(house), await found(rows[0]!.userName)]).toEqual([mails, undefined]);

    const done = await ended(admin, run);
    expect([done.state, countsOf(done)]).toEqual(['done', [3, 0, 0, 0]]);
    const [first, second, third] = await Promise.all(rows.map(({ userName }) => found(userName)));
    expect(first).toMatchObject({ roleName: 'Till', rootNode: { id: store.id }, status: true, lastActive: null });
    expect(second).toMatchObject({ rootNode: { id: twin.id } });
    expect((await mailsTo(house, first)).map(({ kind, facts }) => [kind, facts['days']])).toEqual([['invitation', 7]]);
    // whoever may not sign in is not asked to
    expect([third.status, await mailsTo(house, third)]).toEqual([false, []]);
    // that a link is on its way stands with whom it was sent to
    const unsent = { reset_date: null, is_reset_token_used: null };
    expect(await stored(rows[0]!.userName)).toMatchObject({ password_hash: null, is_reset_token_used: false });
    expect(await stored(rows[2]!.userName)).toMatchObject({ ...unsent, domain_name: 'cedar.example' });
    expect(await marksOf(house, first.id)).toMatchObject([
      { action: 'user.created', after: { userName: rows[0]!.userName, place: 'Leeds', role: 'Till' } },
    ]);
  });

  test('invites by a link that lets its owner choose a password', async () => {
    const wanted = row();
    await imported(admin, fileOf([wanted]));
    const [mail] = await mailsTo(house, await found(wanted.userName));
    const doors = recovery(house, { host: org.host, domain: org.domain });
    const chosen = 'Harbour-portal-31';
    expect((await doors.reset(mail!.facts['token'], chosen)).status).toBe(200);
    expect((await stored(wanted.userName))['manual_password']).toBe(true);
  });

  test('tells of each row what is wrong with it, writes the others, and names the line', async () => {
    const taken = await aUser(house, { at: store, rights: [] });
    const other = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Elsewhere' });
    const hidden = await aUser(house, { at: other, rights: [] });
    const rows = [
      row(),
      row({ roleName: 'Nobody knows' }),
      row({ emailId: 'no address' }),
      row({ nodeName: 'Elsewhere' }),
      row({ nodeName: 'York' }),
      row({ roleName: 'Strong' }),
      row({ userName: hidden.userName }),
      row({ userName: 'a b' }),
      row({ language: '', timeZone: 'Mars/Base' }),
      row({ nodeName: '', roleName: '' }),
    ];
    const done = await imported(manager, fileOf(rows));
    expect(countsOf(done)).toEqual([1, 0, 0, 9]);
    expect(await faultsOf(manager, done)).toEqual({
      3: { roleName: 'role.unknown' },
      4: { emailId: 'field.email' },
      5: { nodeName: 'node.unknown' },
      6: { nodeName: 'import.placeAmbiguous' },
      7: { roleName: 'role.beyondYourOwn' },
      8: { userName: 'import.takenOutside' },
      9: { userName: 'field.invalidCharacter' },
      10: { language: 'field.required', timeZone: 'field.invalid' },
      11: { nodeName: 'field.required', roleName: 'field.required' },
    });
    expect(await found(rows[0]!.userName)).toBeDefined();
    expect(taken.id).toBeDefined();
  });

  test('changes who is there by the rules of the form, and leaves alone what it says nothing of', async () => {
    const person = row();
    await imported(admin, fileOf([person]));
    const before = await found(person.userName);
    const change = {
      userName: person.userName.toUpperCase(),
      lastName: 'Lovelace',
      nodeCode: 'UK-2',
      emailId: 'ada@mail.example',
      status: 'disabled',
    };
    const done = await imported(admin, fileOf([change]));
    expect(countsOf(done)).toEqual([0, 1, 0, 0]);
    expect(await found(person.userName)).toMatchObject({
      id: before.id,
      firstName: 'Grace',
      lastName: 'Lovelace',
      rootNode: { id: twin.id },
      status: false,
      roleName: 'Till',
    });
    // the address before is told, so that nobody is cut off unseen
    expect((await mailsTo(house, before)).at(-1)).toMatchObject({ kind: 'contactChanged', to: person.emailId });
    expect((await marksOf(house, before.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.updated',
      'user.disabled',
    ]);
    expect(countsOf(await imported(admin, fileOf([change])))).toEqual([0, 0, 1, 0]);
  });

  test('changes nobody who holds more, nor one’s own rights, and makes nobody without the right to', async () => {
    const strong = await aUser(house, { at: store, rights: everyRight });
    const rows = [
      { userName: strong.userName, lastName: 'Other', roleName: '', nodeName: '' },
      { userName: manager.person.userName, lastName: '', roleName: 'Till', nodeName: 'Leeds' },
    ];
    const done = await imported(manager, fileOf(rows));
    expect(await faultsOf(manager, done)).toEqual({ 2: { row: 'user.beyondYourOwn' }, 3: { row: 'user.ownStanding' } });
    const rights = ['show_bulk_user_import_submenu', 'allow_upload_user_import_csv', 'om_dashboard'];
    const uploader = await signedIn(house, await aUser(house, { at: company, rights }));
    expect(await faultsOf(uploader, await imported(uploader, fileOf([row()])))).toEqual({
      2: { row: 'import.rightMissing' },
    });
  });

  test('is taken back: who was made goes unless they have signed in, who was changed is as before', async () => {
    const known = row();
    await imported(admin, fileOf([known]));
    const rows = [row(), row(), { ...known, lastName: 'Changed' }];
    const run = await imported(admin, fileOf(rows));
    await house.rows('update users set password_hash = $2, version = version + 1 where user_name = $1', [
      rows[1]!.userName,
      'x',
    ]);
    const back = await ended(admin, run, 'undo');
    expect([back.state, back.undone, back.kept]).toEqual(['undone', 2, 1]);
    expect(await found(rows[0]!.userName)).toBeUndefined();
    expect(await found(rows[1]!.userName)).toBeDefined();
    expect((await found(known.userName)).lastName).toBe(known.lastName);
    // the name is free again
    expect(countsOf(await imported(admin, fileOf([rows[0]!])))).toEqual([1, 0, 0, 0]);
  });

  test('is taken back only into roles and places as they are now, and as far as whoever does it may give them', async () => {
    const grown = await aRole(house, {
      of: org,
      rights: ['om_dashboard'],
      level: 'STORE',
      name: 'Grown',
      name_norm: 'grown',
    });
    const gone = await aRole(house, {
      of: org,
      rights: ['om_dashboard'],
      level: 'STORE',
      name: 'Gone',
      name_norm: 'gone',
    });
    const left = await aNode(house, { parent: company, nodeType: 'STORE', name: 'Left', code: 'UK-9' });
    const people = await Promise.all([
      aUser(house, { at: store, roleId: grown }),
      aUser(house, { at: store, roleId: gone }),
      aUser(house, { at: left, roleId: grown }),
    ]);
    const run = await imported(
      manager,
      fileOf(people.map(({ userName }) => ({ userName, roleName: 'Till', nodeCode: 'UK-2' }))),
    );
    expect(countsOf(run)).toEqual([0, 3, 0, 0]);
    await house.rows("update roles set access_rights = '{om_dashboard,delete_role}' where id = $1", [grown]);
    await house.rows('update roles set deleted_date = clock() where id = $1', [gone]);
    const back = await ended(await reaching(), run, 'undo');
    expect([back.undone, back.kept]).toEqual([0, 3]);
    for (const { userName } of people) expect((await found(userName)).roleName).toBe('Till');
  });

  test('does not give somebody the role twice that they hold at that place already, and takes the other rows', async () => {
    const till = (
      await house.rows<{ id: string }>("select id from roles where org_id = $1 and name = 'Till'", [org.id])
    )[0]!.id;
    const person = await aUser(house, { at: store, rights: [] });
    await anAssignment(house, { userId: person.id, roleId: till, at: twin, position: 1 });
    const one = row();
    const run = await imported(
      admin,
      fileOf([one, { ...row(), ...blank, userName: person.userName, roleName: 'Till', nodeName: 'UK-2' }]),
    );
    expect([countsOf(run), await faultsOf(admin, run)]).toEqual([
      [1, 0, 0, 1],
      { 3: { roleName: 'assignment.doubled' } },
    ]);
  });

  test('tells nobody of people whom they may not look at', async () => {
    const known = row();
    await imported(admin, fileOf([known]));
    const rights = ['show_bulk_user_import_submenu', 'allow_upload_user_import_csv', 'create_user', 'om_dashboard'];
    const maker = await signedIn(house, await aUser(house, { at: company, rights }));
    for (const emailId of [known.emailId, 'other@mail.example'])
      expect(await faultsOf(maker, await checked(maker, fileOf([{ ...known, emailId }])))).toEqual({
        2: { row: 'import.rightMissing' },
      });
  });

  test('puts somebody into another place of the same name', async () => {
    const person = row({ nodeName: 'UK-2' });
    await imported(admin, fileOf([person]));
    const done = await imported(admin, fileOf([{ ...person, nodeName: 'UK-3' }]));
    expect(countsOf(done)).toEqual([0, 1, 0, 0]);
    expect((await found(person.userName)).rootNode).toMatchObject({ name: 'York' });
    expect((await stored(person.userName))['node_id']).not.toBe(twin.id);
  });

  test('finds whoever signs in by another domain than the usual one, and makes no second user of that name', async () => {
    const person = await aUser(house, { at: store, rights: [], domain_name: 'other.example' });
    const run = await checked(admin, fileOf([{ ...row(), userName: person.userName, roleName: '', nodeName: '' }]));
    expect(countsOf(run)).toEqual([0, 1, 0, 0]);
  });

  test('is no matter of the platform, and of nobody who may not', async () => {
    const above = await signedIn(house, await aUser(house, { at: platform }));
    expect((await upload(above, fileOf([row()]))).body.messageCode).toBe('import.notGlobal');
    const looker = await signedIn(house, await aUser(house, { at: org, rights: ['show_bulk_user_import_submenu'] }));
    expect((await upload(looker, fileOf([row()]))).status).toBe(403);
    expect((await looker.get(`${users}/import`)).status).toBe(200);
  });

  test('with two rows of one name takes the first and says so of the second', async () => {
    const one = row();
    const done = await imported(admin, fileOf([one, { ...one, userName: one.userName.toUpperCase() }]));
    expect(countsOf(done)).toEqual([1, 0, 0, 1]);
    expect(await faultsOf(admin, done)).toEqual({ 3: { userName: 'import.twice' } });
  });
});
