import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anAssignment,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  everyRight,
  matches,
  type Person,
  type Place,
  platform,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { mailsTo } from '../../test/mails.ts';
import { aServer } from '../../test/server.ts';
import { marksOf } from '../../test/small-tree.ts';
import { filledInOfAUser } from '../../test/user-doors.ts';

const house = await aServer();
let org: Place;
let company: Place;
let store: Place;
let admin: Caller;
let manager: Caller;
let tillRole: string;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'birch', name: 'Birch' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Birch North' });
  store = await aNode(house, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  manager = await signedIn(house, await aUser(house, { at: company, rights: everyRight }));
  tillRole = await aRole(house, { of: org, rights: ['om_dashboard', 'view_profile'], level: 'STORE', name: 'Till' });
});

const users = '/user-management/users';
const wanted = (more: object = {}) => filledInOfAUser({ at: store, roleId: tillRole }, more);
const make = (more: object = {}, caller = admin) => caller.post(users, wanted(more));
const made = async (more: object = {}, caller = admin) => {
  const { status, body, text } = await make(more, caller);
  if (status !== 200) throw new Error(text);
  return body.result;
};
const asPerson = (user: { id: string; userName: string }, at = store): Person => ({
  id: user.id,
  userName: user.userName,
  roleId: tillRole,
  assignmentId: null,
  at,
  host: org.host,
});
const faultsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));

describe('a new user', () => {
  test('keeps everything that was filled in, at their place, in their role, by the usual domain', async () => {
    const further = {
      dateOfBirth: '1990-05-17',
      shortName: 'GH',
      dashboardAccess: 'Store user',
      communicationEmail: true,
      communicationSms: true,
    };
    const user = await made({ ...further, secretWord: 'bluebird seven', pin: '4711' });
    expect(user).toMatchObject({
      ...further,
      communicationPush: false,
      domainName: 'birch.example',
      rootNodeId: store.id,
      rootNode: 'STORE',
      userRole: [{ id: tillRole, name: 'Till' }],
      status: true,
      manualPassword: false,
      hasSecretWord: true,
      secretWord: null,
      hasPin: true,
      pin: null,
      can: { view: true, edit: true, enable: true, delete: true },
    });
    expect((await admin.get(`${users}/${user.id}`)).body.result).toEqual(user);
    const [row] = await house.rows('select secret_word_hash, pin_hash from users where id = $1', [user.id]);
    expect(await matches('bluebird seven', row!['secret_word_hash'] as string)).toBe(true);
    expect(await matches('4711', row!['pin_hash'] as string)).toBe(true);
    expect((await admin.get(`${users}?search=${user.userName}`)).body.result).toMatchObject([{ id: user.id }]);
  });

  test('is mailed a password that signs in once and has to be changed at once', async () => {
    const user = await made();
    const [mail, ...others] = await mailsTo(house, user);
    expect([mail?.kind, mail?.to, mail?.facts['days'], others]).toEqual(['firstPassword', user.emailId, 7, []]);
    const first = await signIn(house, { ...asPerson(user), secret: mail!.facts['password'] });
    expect(first.status).toBe(200);
    const caller = await signedIn(house, asPerson(user), mail!.facts['password']);
    expect((await caller.get('/user-management/sessions')).body.messageCode).toBe('password.mustChange');
  });

  test('can no longer sign in with that password after seven days', async () => {
    const user = await made();
    const [mail] = await mailsTo(house, user);
    await house.rows("update users set temporary_until = clock() - interval '1 second' where id = $1", [user.id]);
    expect((await signIn(house, { ...asPerson(user), secret: mail!.facts['password'] })).status).toBe(400);
  });

  test('is written down without any secret, and the password stands in no answer', async () => {
    const { body, text } = await make({ secretWord: 'bluebird seven', pin: '4711' });
    const [mail] = await mailsTo(house, body.result);
    const marks = await marksOf(house, body.result.id);
    expect(marks).toMatchObject([
      {
        action: 'user.created',
        after: { userName: body.result.userName, place: 'Leeds', role: 'Till', pin: 'replaced' },
      },
    ]);
    for (const told of [text, JSON.stringify(marks)]) {
      expect(told).not.toContain(mail!.facts['password']);
      expect(told).not.toMatch(/bluebird seven|4711"|argon2/);
    }
  });

  test('with a user name of the same domain is refused, whatever its letters, and free again once nobody has it', async () => {
    const first = await made({ userName: 'Zoë.Müller' });
    expect(await make({ userName: 'ZOE.muller' })).toMatchObject({
      status: 409,
      body: { messageCode: 'user.userNameTaken' },
    });
    expect((await admin.delete(`${users}/${first.id}/delete`)).status).toBe(200);
    expect((await make({ userName: 'ZOE.muller' })).status).toBe(200);
  });

  test.each([
    ['no place', { rootNodeId: null }, 'rootNodeId', 'field.required'],
    ['no role', { userRole: [] }, 'userRole', 'field.required'],
    ['no language', { language: '' }, 'language', 'field.required'],
    ['no time zone', { timeZone: '' }, 'timeZone', 'field.required'],
    ['no e-mail', { emailId: '' }, 'emailId', 'field.emailRequired'],
    ['signs that no name has', { userName: 'a b' }, 'userName', 'field.invalidCharacter'],
    ['a day to come', { dateOfBirth: '2999-01-01' }, 'dateOfBirth', 'field.pastDate'],
    ['a short pin', { pin: '12' }, 'pin', 'field.pin'],
    ['another’s domain', { domainName: 'acorn.example' }, 'domainName', 'field.invalid'],
    ['a secret word that is the name', { secretWord: 'gracehopper' }, 'secretWord', 'field.secretWordLikeYou'],
  ])('with %s is refused at that field', async (_, more, path, messageCode) => {
    const answer = await make(more);
    expect([answer.status, faultsOf(answer)[path]]).toEqual([400, messageCode]);
  });

  test('stands nowhere but in the area of whoever makes them', async () => {
    const other = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    for (const rootNodeId of [org.id, other.id]) {
      const { status, body } = await make({ rootNodeId }, manager);
      expect([status, body.messageCode]).toEqual([404, 'node.unknown']);
    }
    expect((await make({}, manager)).status).toBe(200);
  });

  test('is given no right that whoever makes them does not hold, and no role of a higher level', async () => {
    const maker = await signedIn(house, await aUser(house, { at: company, rights: ['create_user', 'om_dashboard'] }));
    const strong = await aRole(house, { of: org, rights: ['om_dashboard', 'delete_user'], level: 'STORE' });
    const high = await aRole(house, { of: org, rights: ['om_dashboard'], level: 'ORGANIZATION' });
    const low = await aRole(house, { of: org, rights: ['om_dashboard'], level: 'STORE' });
    const given = async (roleId: string, more: object = {}) =>
      (await maker.post(users, filledInOfAUser({ at: store, roleId }, more))).body.messageCode;
    expect(await given(strong)).toBe('role.beyondYourOwn');
    expect(await given(high)).toBe('role.unknown');
    expect(await given(low, { rootNodeId: company.id })).toBe('role.levelTooHigh');
    expect(await given(low)).toBeUndefined();
  });

  test('is not made by whoever may not', async () => {
    const nobody = await signedIn(house, await aUser(house, { at: org, rights: ['list_users', 'edit_user'] }));
    expect((await make({}, nobody)).status).toBe(403);
  });

  test('from above all organisations stands at the top of one, or on the platform itself', async () => {
    const above = await signedIn(house, await aUser(house, { at: platform }));
    const theirs = await aRole(house, { of: org, rights: ['om_dashboard'], level: 'ORGANIZATION' });
    const ours = await aRole(house, { of: platform, rights: ['om_dashboard'], level: 'GLOBAL' });
    const role = (id: string) => ({ userRole: [{ id }], rootNodeId: null });
    const there = await made({ ...role(theirs), orgId: org.id }, above);
    expect(there).toMatchObject({ rootNodeId: org.id, rootNode: 'ORGANIZATION', domainName: 'birch.example' });
    const here = await made(role(ours), above);
    expect(here).toMatchObject({ rootNodeId: platform.id, rootNode: 'GLOBAL', domainName: null });
    expect((await make({ ...role(ours), orgId: org.id }, above)).body.messageCode).toBe('role.unknown');
  });
});

describe('changing a user', () => {
  test('puts them somewhere else and into another role, in force at their next request', async () => {
    const other = await aNode(house, { parent: company, nodeType: 'STORE', name: 'York' });
    const lists = await aRole(house, { of: org, rights: ['list_users'], level: 'STORE', name: 'Lister' });
    const person = await aUser(house, { at: store, roleId: tillRole });
    const caller = await signedIn(house, person);
    expect((await caller.get(users)).status).toBe(403);
    const before = (await admin.get(`${users}/${person.id}`)).body.result;
    const { body } = await admin.put(`${users}/${person.id}`, {
      ...before,
      rootNodeId: other.id,
      userRole: [{ id: lists }],
    });
    expect(body.result).toMatchObject({ rootNodeId: other.id, userRole: [{ id: lists }], version: before.version + 1 });
    expect((await caller.get(users)).body.result.map(({ id }: { id: string }) => id)).toEqual([person.id]);
    expect((await marksOf(house, person.id)).at(-1)).toMatchObject({
      action: 'user.updated',
      before: { place: 'Leeds', role: 'Till' },
      after: { place: 'York', role: 'Lister' },
    });
  });

  test('takes back what was told of them and changes nothing; what is left out stays', async () => {
    const user = await made({ shortName: 'GH', communicationEmail: true, dateOfBirth: '1990-05-17' });
    const { body } = await admin.put(`${users}/${user.id}`, user);
    expect(body.result).toEqual({
      ...user,
      version: 2,
      updatedDate: body.result.updatedDate,
      updatedBy: admin.person.id,
    });
    const { firstName, lastName, emailId, phoneNumber, language, timeZone, country } = user;
    const few = { firstName, lastName, emailId, phoneNumber, language, timeZone, country };
    const again = await admin.put(`${users}/${user.id}`, few);
    expect(again.body.result).toMatchObject({
      shortName: 'GH',
      communicationEmail: true,
      dateOfBirth: '1990-05-17',
      rootNodeId: store.id,
    });
  });

  test('gives nobody a place or role of their own choice to themselves', async () => {
    const me = await signedIn(house, await aUser(house, { at: company }));
    const before = (await me.get(`${users}/${me.person.id}`)).body.result;
    const put = (more: object) => me.put(`${users}/${me.person.id}`, { ...before, ...more });
    expect((await put({ rootNodeId: store.id })).body.messageCode).toBe('user.ownStanding');
    expect((await put({ userRole: [{ id: tillRole }] })).body.messageCode).toBe('user.ownStanding');
    expect((await put({})).status).toBe(200);
  });

  test('asks for nothing where somebody who acts elsewhere sends back what was told of themselves', async () => {
    const person = await aUser(house, { at: store });
    const second = await anAssignment(house, { userId: person.id, roleId: person.roleId!, at: company, position: 1 });
    const me = await signedIn(house, person);
    await me.put('/user-management/sessions/current', { assignmentId: second });
    const told = (await me.get(`${users}/${person.id}`)).body.result;
    expect(told.rootNodeId).toBe(company.id);
    expect((await me.put(`${users}/${person.id}`, { ...told, firstName: 'Grace' })).body.result).toMatchObject({
      firstName: 'Grace',
      rootNodeId: company.id,
    });
    expect(await house.rows('select node_id from users where id = $1', [person.id])).toEqual([{ node_id: store.id }]);
  });

  test('gives no role beyond one’s own, and moves nobody out of one’s area', async () => {
    const limited = await signedIn(
      house,
      await aUser(house, { at: company, rights: ['edit_user', 'om_dashboard', 'view_profile'] }),
    );
    const user = await made();
    const put = (more: object) => limited.put(`${users}/${user.id}`, { ...user, ...more });
    const strong = await aRole(house, { of: org, rights: everyRight, level: 'STORE' });
    expect((await put({ userRole: [{ id: strong }] })).body.messageCode).toBe('role.beyondYourOwn');
    expect((await put({ rootNodeId: org.id })).body.messageCode).toBe('node.unknown');
    expect((await put({ rootNodeId: company.id })).body.messageCode).toBe('role.levelTooHigh');
  });

  test('tells whose secret word was chosen anew, at the address they have', async () => {
    const user = await made();
    await admin.put(`${users}/${user.id}`, { ...user, secretWord: 'harbour lights' });
    const kinds = (await mailsTo(house, user)).map(({ kind, facts }) => [kind, facts['what']]);
    expect(kinds).toContainEqual(['contactChanged', 'secretWord']);
    const [row] = await house.rows('select secret_word_hash from users where id = $1', [user.id]);
    expect(await matches('harbour lights', row!['secret_word_hash'] as string)).toBe(true);
  });

  test('gives nobody a secret word or a PIN of their own without their password: that is for the profile', async () => {
    const me = await signedIn(house, await aUser(house, { at: company }));
    const told = (await me.get(`${users}/${me.person.id}`)).body.result;
    for (const secret of [{ secretWord: 'harbour lights' }, { pin: '4711' }])
      expect((await me.put(`${users}/${me.person.id}`, { ...told, ...secret })).body.messageCode).toBe(
        'user.ownContact',
      );
  });

  test('who was mailed a password to a wrong address gets a link at the right one, and the first is good no more', async () => {
    const user = await made({ emailId: 'wrong@mail.example' });
    const [first] = await mailsTo(house, user);
    await admin.put(`${users}/${user.id}`, { ...user, emailId: 'right@mail.example' });
    expect((await signIn(house, { ...asPerson(user), secret: first!.facts['password'] })).status).toBe(400);
    expect((await mailsTo(house, user)).at(-1)).toMatchObject({ kind: 'invitation', to: 'right@mail.example' });
  });
});
