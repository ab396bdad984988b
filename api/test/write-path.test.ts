import { beforeAll, describe, expect, test } from 'vitest';
import {
  allAccessRights,
  type ApiClient,
  createAssignment,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { importsAt, toCsv } from './imports.ts';
import { userFields } from './input-fields.ts';
import { startTestServer } from './server.ts';
import { bulkOutcomes, runBulkChange, userBulkUrl } from './user-bulk.ts';
import { newUserInput } from './user-endpoints.ts';

const server = await startTestServer({ recoveryMails: 1 });
const { importFile, cellErrorsOf } = importsAt('/user-management/users/import');
const usersUrl = '/user-management/users';
const rights = [
  'list_users',
  'view_user',
  'create_user',
  'edit_user',
  'enabled_user',
  'delete_user',
  'om_dashboard',
  'show_bulk_user_import_submenu',
  'allow_upload_user_import_csv',
];
let org: TestNode;
let company: TestNode;
let store: TestNode;
let elsewhere: TestNode;
let manager: ApiClient;
let roleIds: Record<'Till' | 'Strong' | 'Shut' | 'Above', string>;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server, { slug: 'path' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'C-1' });
  store = await createNode(server, { parent: company, nodeType: 'STORE', code: 'S-1' });
  elsewhere = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'C-2' });
  const role = (name: string, level: string, overrides: { rights?: readonly string[]; status?: boolean } = {}) =>
    createRole(server, {
      organisation: org,
      rights: ['om_dashboard'],
      level,
      name,
      name_norm: name.toLowerCase(),
      ...overrides,
    });
  roleIds = {
    Till: await role('Till', 'STORE'),
    Strong: await role('Strong', 'STORE', { rights: allAccessRights }),
    Shut: await role('Shut', 'STORE', { status: false }),
    Above: await role('Above', 'ORGANIZATION'),
  };
  manager = await createClient(server, await createUser(server, { node: company, rights }));
});

const createClerk = (overrides = {}): Promise<TestUser> =>
  createUser(server, { node: store, roleId: roleIds.Till, ...overrides });

/** An attempted operation on a user; a path that cannot express it is left out. */
type Attempt = {
  /** The whole form with these fields changed. */
  readonly form?: Readonly<Record<string, unknown>>;
  readonly request?: (id: string) => Promise<{ body: { messageCode?: string } }>;
  readonly bulk?: Readonly<Record<string, unknown>>;
  readonly row?: Readonly<Record<string, string>>;
};

/** The error code of each path that can express the attempt. */
async function codesOf(user: TestUser, { form, request, bulk, row }: Attempt) {
  const codes: Record<string, unknown> = {};
  if (form) {
    const input = { ...userFields(user), phoneNumber: '', ...form };
    codes['form'] = (await manager.put(`${usersUrl}/${user.id}`, input)).body.messageCode;
  }
  if (request) codes['request'] = (await request(user.id)).body.messageCode;
  if (bulk) {
    const preview = await manager.post(`${userBulkUrl}/preview`, { ids: [user.id], ...bulk });
    codes['preview'] = preview.body.result.faults[0]?.messageCode;
    const run = await runBulkChange(manager, { ids: [user.id], ...bulk });
    codes['bulk'] = (await bulkOutcomes(manager, run))[user.userName];
  }
  if (row) {
    const run = await importFile(manager, toCsv([{ userName: user.userName, ...row }]));
    codes['import'] = Object.values((await cellErrorsOf(manager, run))[2] ?? {})[0];
  }
  return codes;
}

const strong = () => createClerk({ roleId: roleIds.Strong });
const self = () => Promise.resolve(manager.user);
const assign = (body: object) => (id: string) =>
  manager.post(`${usersUrl}/${id}/assignments`, { nodeId: store.id, roleId: roleIds.Till, ...body });

describe('the rules of a user give the same error code whether broken by a form, a bulk change or a file', () => {
  test.each<[string, string, () => Promise<TestUser>, () => Attempt]>([
    [
      'a user with more rights is not changed',
      'user.beyondYourOwn',
      strong,
      () => ({
        form: { firstName: 'Other' },
        request: assign({}),
        bulk: { action: 'changeRole', roleId: roleIds.Till },
        row: { lastName: 'Other' },
      }),
    ],
    [
      'a user with more rights is not disabled',
      'user.beyondYourOwn',
      strong,
      () => ({
        request: (id) => manager.put(`${usersUrl}/${id}/status`, { status: false }),
        bulk: { action: 'disable' },
        row: { status: 'disabled' },
      }),
    ],
    [
      'a user with more rights is sent no link',
      'user.beyondYourOwn',
      strong,
      () => ({
        request: (id) => manager.post(`/user-management/resetLink/${id}`),
        bulk: { action: 'sendReset' },
      }),
    ],
    [
      'a user with more rights is not deleted',
      'user.beyondYourOwn',
      strong,
      () => ({ request: (id) => manager.delete(`${usersUrl}/${id}/delete`) }),
    ],
    [
      'nobody disables themselves',
      'user.self',
      self,
      () => ({
        request: (id) => manager.put(`${usersUrl}/${id}/status`, { status: false }),
        bulk: { action: 'disable' },
        row: { status: 'disabled' },
      }),
    ],
    [
      'nobody deletes themselves',
      'user.self',
      self,
      () => ({ request: (id) => manager.delete(`${usersUrl}/${id}/delete`) }),
    ],
    [
      'nobody changes their own role or node',
      'user.ownStanding',
      self,
      () => ({
        form: { rootNodeId: store.id, userRole: [{ id: roleIds.Till }] },
        request: assign({}),
        bulk: { action: 'move', nodeId: store.id },
        row: { roleName: 'Till', nodeCode: 'S-1' },
      }),
    ],
    [
      'nobody changes their own contact data',
      'user.ownContact',
      self,
      () => ({ form: { emailId: 'taken.over@mail.example' }, row: { emailId: 'taken.over@mail.example' } }),
    ],
    [
      'nobody gives rights they lack',
      'role.beyondYourOwn',
      createClerk,
      () => ({
        form: { userRole: [{ id: roleIds.Strong }] },
        request: assign({ roleId: roleIds.Strong }),
        bulk: { action: 'changeRole', roleId: roleIds.Strong },
        row: { roleName: 'Strong' },
      }),
    ],
    [
      'nobody gives a disabled role',
      'role.closed',
      createClerk,
      () => ({
        form: { userRole: [{ id: roleIds.Shut }] },
        request: assign({ roleId: roleIds.Shut }),
        bulk: { action: 'changeRole', roleId: roleIds.Shut },
        row: { roleName: 'Shut' },
      }),
    ],
    [
      'nobody gives a role above their own level',
      'role.unknown',
      createClerk,
      () => ({
        form: { userRole: [{ id: roleIds.Above }] },
        request: assign({ roleId: roleIds.Above }),
        bulk: { action: 'changeRole', roleId: roleIds.Above },
        row: { roleName: 'Above' },
      }),
    ],
    [
      'a role is given only at places of its level',
      'role.levelTooHigh',
      createClerk,
      () => ({
        form: { rootNodeId: company.id },
        request: assign({ nodeId: company.id }),
        bulk: { action: 'move', nodeId: company.id },
        row: { nodeCode: 'C-1' },
      }),
    ],
    [
      'nobody is moved out of the area',
      'node.unknown',
      createClerk,
      () => ({
        form: { rootNodeId: elsewhere.id },
        request: assign({ nodeId: elsewhere.id }),
        row: { nodeCode: 'C-2' },
      }),
    ],
    [
      'an hour brings one link only',
      'recovery.tooManyMails',
      async () => {
        const user = await createClerk();
        await manager.post(`/user-management/resetLink/${user.id}`);
        return user;
      },
      () => ({
        request: (id) => manager.post(`/user-management/resetLink/${id}`),
        bulk: { action: 'sendReset' },
      }),
    ],
  ])('%s', async (_rule, code, createSubject, attempt) => {
    const codes = await codesOf(await createSubject(), attempt());
    expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map((path) => [path, code])));
  });

  test('nobody holds the same role at the same place twice', async () => {
    const second = await createNode(server, { parent: company, nodeType: 'STORE', code: 'S-2' });
    const user = await createClerk();
    await createAssignment(server, { userId: user.id, roleId: roleIds.Till, node: second, position: 1 });
    const codes = await codesOf(user, {
      form: { rootNodeId: second.id },
      request: assign({ nodeId: second.id }),
      bulk: { action: 'move', nodeId: second.id },
      row: { nodeCode: 'S-2' },
    });
    const code = 'assignment.doubled';
    expect(codes).toEqual({ form: code, request: code, preview: code, bulk: code, import: code });
  });

  test.each([
    ['role.beyondYourOwn', 'Strong'],
    ['role.closed', 'Shut'],
    ['role.unknown', 'Above'],
  ] as const)('a new user breaks the rule %s by form and by file', async (code, roleName) => {
    const input = newUserInput({ node: store, roleId: roleIds[roleName] });
    const { userName, firstName, lastName, emailId, language, timeZone } = input;
    const row = { userName, firstName, lastName, emailId, language, timeZone, nodeCode: 'S-1', roleName };
    const run = await importFile(manager, toCsv([{ ...row, phoneNumber: '' }]));
    expect([
      (await manager.post(usersUrl, input)).body.messageCode,
      Object.values((await cellErrorsOf(manager, run))[2] ?? {}),
    ]).toEqual([code, [code]]);
  });
});
