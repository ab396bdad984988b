import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createAssignment,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  allAccessRights,
  verify,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
  signIn,
} from '../../test/builders.ts';
import { queuedMails } from '../../test/mails.ts';
import { startTestServer } from '../../test/server.ts';
import { auditEntriesOf } from '../../test/small-tree.ts';
import { newUserInput } from '../../test/user-endpoints.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;
let manager: ApiClient;
let tillRoleId: string;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'birch', name: 'Birch' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Birch North' });
  store = await createNode(server, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  admin = await createClient(server, await createUser(server, { node: org }));
  manager = await createClient(server, await createUser(server, { node: company, rights: allAccessRights }));
  const tillRights = ['om_dashboard', 'view_profile'];
  tillRoleId = await createRole(server, { organisation: org, rights: tillRights, level: 'STORE', name: 'Till' });
});

const createClientWith = async (node: TestNode, rights: string[]) =>
  createClient(server, await createUser(server, { node, rights }));
const usersUrl = '/user-management/users';
const userInput = (overrides: object = {}) => newUserInput({ node: store, roleId: tillRoleId }, overrides);
const requestCreation = (overrides: object = {}, client = admin) => client.post(usersUrl, userInput(overrides));
const createdUser = async (overrides: object = {}, client = admin) => {
  const { status, body, text } = await requestCreation(overrides, client);
  if (status !== 200) throw new Error(text);
  return body.result;
};
const asTestUser = (user: { id: string; userName: string }, node = store): TestUser => ({
  id: user.id,
  userName: user.userName,
  roleId: tillRoleId,
  assignmentId: null,
  node,
  host: org.host,
});
const fieldErrors = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));

describe('creating a user', () => {
  test('stores all submitted fields, node and role, with the default sign-in domain', async () => {
    const optionalFields = {
      dateOfBirth: '1990-05-17',
      shortName: 'GH',
      dashboardAccess: 'Store user',
      communicationEmail: true,
      communicationSms: true,
    };
    const user = await createdUser({ ...optionalFields, secretWord: 'bluebird seven', pin: '4711' });
    expect(user).toMatchObject({
      ...optionalFields,
      communicationPush: false,
      domainName: 'birch.example',
      rootNodeId: store.id,
      rootNode: 'STORE',
      userRole: [{ id: tillRoleId, name: 'Till' }],
      status: true,
      manualPassword: false,
      hasSecretWord: true,
      secretWord: null,
      hasPin: true,
      pin: null,
      can: { view: true, edit: true, enable: true, delete: true, seeAs: true },
    });
    expect((await admin.get(`${usersUrl}/${user.id}`)).body.result).toEqual(user);
    const [row] = await server.query('select secret_word_hash, pin_hash from users where id = $1', [user.id]);
    expect(await verify('bluebird seven', row!['secret_word_hash'] as string)).toBe(true);
    expect(await verify('4711', row!['pin_hash'] as string)).toBe(true);
    expect((await admin.get(`${usersUrl}?search=${user.userName}`)).body.result).toMatchObject([{ id: user.id }]);
  });

  test('mails a new user a temporary password that must be changed after the first sign-in', async () => {
    const user = await createdUser();
    const [mail, ...otherMails] = await queuedMails(server, user);
    expect([mail?.kind, mail?.to, mail?.variables['days'], otherMails]).toEqual(['firstPassword', user.emailId, 7, []]);
    const previous = await signIn(server, { ...asTestUser(user), secret: mail!.variables['password'] });
    expect(previous.status).toBe(200);
    const client = await createClient(server, asTestUser(user), mail!.variables['password']);
    expect((await client.get('/user-management/sessions')).body.messageCode).toBe('password.mustChange');
  });

  test('rejects the temporary password after seven days', async () => {
    const user = await createdUser();
    const [mail] = await queuedMails(server, user);
    await server.query("update users set temporary_until = clock() - interval '1 second' where id = $1", [user.id]);
    expect((await signIn(server, { ...asTestUser(user), secret: mail!.variables['password'] })).status).toBe(400);
  });

  test('audits a creation without secrets and never returns the password', async () => {
    const { body, text } = await requestCreation({ secretWord: 'bluebird seven', pin: '4711' });
    const [mail] = await queuedMails(server, body.result);
    const events = await auditEntriesOf(server, body.result.id);
    expect(events).toMatchObject([
      {
        action: 'user.created',
        after: { userName: body.result.userName, place: 'Leeds', role: 'Till', pin: 'replaced' },
      },
    ]);
    for (const record of [text, JSON.stringify(events)]) {
      expect(record).not.toContain(mail!.variables['password']);
      expect(record).not.toMatch(/bluebird seven|4711"|argon2/);
    }
  });

  test('rejects a user name taken in the same domain regardless of case and accents until its user is deleted', async () => {
    const previous = await createdUser({ userName: 'Zoë.Müller' });
    expect(await requestCreation({ userName: 'ZOE.muller' })).toMatchObject({
      status: 409,
      body: { messageCode: 'user.userNameTaken' },
    });
    expect((await admin.delete(`${usersUrl}/${previous.id}/delete`)).status).toBe(200);
    expect((await requestCreation({ userName: 'ZOE.muller' })).status).toBe(200);
  });

  test.each([
    ['no node', { rootNodeId: null }, 'rootNodeId', 'field.required'],
    ['no role', { userRole: [] }, 'userRole', 'field.required'],
    ['no language', { language: '' }, 'language', 'field.required'],
    ['no time zone', { timeZone: '' }, 'timeZone', 'field.required'],
    ['no e-mail', { emailId: '' }, 'emailId', 'field.emailRequired'],
    ['invalid characters in the user name', { userName: 'a b' }, 'userName', 'field.invalidCharacter'],
    ['a future date of birth', { dateOfBirth: '2999-01-01' }, 'dateOfBirth', 'field.pastDate'],
    ['a short pin', { pin: '12' }, 'pin', 'field.pin'],
    ['a domain of another organisation', { domainName: 'acorn.example' }, 'domainName', 'field.invalid'],
    ['a secret word made of the name', { secretWord: 'gracehopper' }, 'secretWord', 'field.secretWordLikeYou'],
  ])('rejects a new user with %s at that field', async (_, overrides, path, messageCode) => {
    const response = await requestCreation(overrides);
    expect([response.status, fieldErrors(response)[path]]).toEqual([400, messageCode]);
  });

  test('creates users only within the actor’s area', async () => {
    const otherNode = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    for (const rootNodeId of [org.id, otherNode.id]) {
      const { status, body } = await requestCreation({ rootNodeId }, manager);
      expect([status, body.messageCode]).toEqual([404, 'node.unknown']);
    }
    expect((await requestCreation({}, manager)).status).toBe(200);
  });

  test('refuses to create users with rights the actor lacks or with a role of a higher level', async () => {
    const limitedCreator = await createClientWith(company, ['create_user', 'om_dashboard']);
    const strongRoleId = await createRole(server, {
      organisation: org,
      rights: ['om_dashboard', 'delete_user'],
      level: 'STORE',
    });
    const orgRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'ORGANIZATION' });
    const storeRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'STORE' });
    const creationError = async (roleId: string, overrides: object = {}) =>
      (await limitedCreator.post(usersUrl, newUserInput({ node: store, roleId }, overrides))).body.messageCode;
    expect(await creationError(strongRoleId)).toBe('role.beyondYourOwn');
    expect(await creationError(orgRoleId)).toBe('role.unknown');
    expect(await creationError(storeRoleId, { rootNodeId: company.id })).toBe('role.levelTooHigh');
    expect(await creationError(storeRoleId)).toBeUndefined();
  });

  test('refuses creation without the permission', async () => {
    const withoutPermission = await createClientWith(org, ['list_users', 'edit_user']);
    expect((await requestCreation({}, withoutPermission)).status).toBe(403);
  });

  test('places users created by a global user at the top node of an organisation or on the platform', async () => {
    const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
    const orgRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'ORGANIZATION' });
    const platformRoleId = await createRole(server, {
      organisation: platformNode,
      rights: ['om_dashboard'],
      level: 'GLOBAL',
    });
    const role = (id: string) => ({ userRole: [{ id }], rootNodeId: null });
    const inOrganisation = await createdUser({ ...role(orgRoleId), orgId: org.id }, globalAdmin);
    expect(inOrganisation).toMatchObject({ rootNodeId: org.id, rootNode: 'ORGANIZATION', domainName: 'birch.example' });
    const onPlatform = await createdUser(role(platformRoleId), globalAdmin);
    expect(onPlatform).toMatchObject({ rootNodeId: platformNode.id, rootNode: 'GLOBAL', domainName: null });
    expect((await requestCreation({ ...role(platformRoleId), orgId: org.id }, globalAdmin)).body.messageCode).toBe(
      'role.unknown',
    );
  });
});

describe('updating a user', () => {
  test('moves a user to another node and role with effect from their next request', async () => {
    const otherNode = await createNode(server, { parent: company, nodeType: 'STORE', name: 'York' });
    const listerRoleId = await createRole(server, {
      organisation: org,
      rights: ['list_users'],
      level: 'STORE',
      name: 'Lister',
    });
    const user = await createUser(server, { node: store, roleId: tillRoleId });
    const client = await createClient(server, user);
    expect((await client.get(usersUrl)).status).toBe(403);
    const before = (await admin.get(`${usersUrl}/${user.id}`)).body.result;
    const { body } = await admin.put(`${usersUrl}/${user.id}`, {
      ...before,
      rootNodeId: otherNode.id,
      userRole: [{ id: listerRoleId }],
    });
    const expected = { rootNodeId: otherNode.id, userRole: [{ id: listerRoleId }], version: before.version + 1 };
    expect(body.result).toMatchObject(expected);
    expect((await client.get(usersUrl)).body.result.map(({ id }: { id: string }) => id)).toEqual([user.id]);
    expect((await auditEntriesOf(server, user.id)).at(-1)).toMatchObject({
      action: 'user.updated',
      before: { place: 'Leeds', role: 'Till' },
      after: { place: 'York', role: 'Lister' },
    });
  });

  test('accepts the record as it was read without changes and keeps omitted fields', async () => {
    const user = await createdUser({ shortName: 'GH', communicationEmail: true, dateOfBirth: '1990-05-17' });
    const { body } = await admin.put(`${usersUrl}/${user.id}`, user);
    expect(body.result).toEqual({
      ...user,
      version: 2,
      updatedDate: body.result.updatedDate,
      updatedBy: admin.user.id,
    });
    const { firstName, lastName, emailId, phoneNumber, language, timeZone, country } = user;
    const requiredFields = { firstName, lastName, emailId, phoneNumber, language, timeZone, country };
    const second = await admin.put(`${usersUrl}/${user.id}`, requiredFields);
    expect(second.body.result).toMatchObject({
      shortName: 'GH',
      communicationEmail: true,
      dateOfBirth: '1990-05-17',
      rootNodeId: store.id,
    });
  });

  test('refuses changes to the actor’s own node or role', async () => {
    const client = await createClient(server, await createUser(server, { node: company }));
    const before = (await client.get(`${usersUrl}/${client.user.id}`)).body.result;
    const update = (overrides: object) => client.put(`${usersUrl}/${client.user.id}`, { ...before, ...overrides });
    expect((await update({ rootNodeId: store.id })).body.messageCode).toBe('user.ownStanding');
    expect((await update({ userRole: [{ id: tillRoleId }] })).body.messageCode).toBe('user.ownStanding');
    expect((await update({})).status).toBe(200);
  });

  test('keeps the primary assignment when a user acting by another assignment submits their own record unchanged', async () => {
    const user = await createUser(server, { node: store });
    const additional = { userId: user.id, roleId: user.roleId!, node: company, position: 1 };
    const assignmentId = await createAssignment(server, additional);
    const client = await createClient(server, user);
    await client.put('/user-management/sessions/current', { assignmentId });
    const record = (await client.get(`${usersUrl}/${user.id}`)).body.result;
    expect(record.rootNodeId).toBe(company.id);
    expect((await client.put(`${usersUrl}/${user.id}`, { ...record, firstName: 'Grace' })).body.result).toMatchObject({
      firstName: 'Grace',
      rootNodeId: company.id,
    });
    expect(await server.query('select node_id from users where id = $1', [user.id])).toEqual([{ node_id: store.id }]);
  });

  test('refuses roles beyond the actor’s rights and nodes outside the actor’s area', async () => {
    const limitedEditor = await createClientWith(company, ['edit_user', 'om_dashboard', 'view_profile']);
    const user = await createdUser();
    const update = (overrides: object) => limitedEditor.put(`${usersUrl}/${user.id}`, { ...user, ...overrides });
    const strongRoleId = await createRole(server, { organisation: org, rights: allAccessRights, level: 'STORE' });
    expect((await update({ userRole: [{ id: strongRoleId }] })).body.messageCode).toBe('role.beyondYourOwn');
    expect((await update({ rootNodeId: org.id })).body.messageCode).toBe('node.unknown');
    expect((await update({ rootNodeId: company.id })).body.messageCode).toBe('role.levelTooHigh');
  });

  test('refuses to set the actor’s own secret word or PIN outside the profile', async () => {
    const client = await createClient(server, await createUser(server, { node: company }));
    const record = (await client.get(`${usersUrl}/${client.user.id}`)).body.result;
    for (const secret of [{ secretWord: 'harbour lights' }, { pin: '4711' }])
      expect((await client.put(`${usersUrl}/${client.user.id}`, { ...record, ...secret })).body.messageCode).toBe(
        'user.ownContact',
      );
  });

  test('invalidates the temporary password and mails an invitation when the address of a new user is corrected', async () => {
    const user = await createdUser({ emailId: 'wrong@mail.example' });
    const [previous] = await queuedMails(server, user);
    await admin.put(`${usersUrl}/${user.id}`, { ...user, emailId: 'right@mail.example' });
    expect((await signIn(server, { ...asTestUser(user), secret: previous!.variables['password'] })).status).toBe(400);
    expect((await queuedMails(server, user)).at(-1)).toMatchObject({ kind: 'invitation', to: 'right@mail.example' });
  });
});
