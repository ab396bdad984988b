import { UserChange } from '@storeward/contract/users/user-input';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from '../../test/builders.ts';
import { userFields } from '../../test/input-fields.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn', name: 'Acorn' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Acorn North' });
  store = await createNode(server, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  admin = await createClient(
    server,
    await createUser(server, { node: org, userName: 'the.admin', firstName: 'Zoë', lastName: 'Admin' }),
  );
});

const createClientWith = async (node: TestNode, rights: string[]) =>
  createClient(server, await createUser(server, { node, rights }));
const url = (user: { id: string }) => `/user-management/users/${user.id}`;
type Row = { id: string; userName: string; firstName: string; lastName: string };

describe('reading a user', () => {
  test('returns a user with role, node and ancestors and without secrets', async () => {
    const secrets = {
      password_hash: '$argon2id$secret-one',
      secret_word_hash: '$argon2id$secret-two',
      pin_hash: '$argon2id$secret-three',
    };
    const user = await createUser(server, {
      node: store,
      rights: ['list_users'],
      date_of_birth: '1815-12-10',
      short_name: 'AL',
      ...secrets,
    });
    const { body, text, headers } = await admin.get(url(user));
    expect(body.result).toMatchObject({
      id: user.id,
      userName: user.userName,
      domainName: 'acorn.example',
      dateOfBirth: '1815-12-10',
      shortName: 'AL',
      lastActive: null,
      version: 1,
      rootNode: 'STORE',
      rootNodeId: store.id,
      secretWord: null,
      hasSecretWord: true,
      pin: null,
      hasPin: true,
      resetToken: null,
      can: { view: true, edit: true, enable: true, delete: true, seeAs: true },
      status: true,
      locked: false,
      lockedUntil: null,
      path: [
        { id: org.id, name: 'Acorn', nodeType: 'ORGANIZATION' },
        { id: company.id, name: 'Acorn North', nodeType: 'COMPANY' },
        { id: store.id, name: 'Leeds', nodeType: 'STORE' },
      ],
      userRole: [
        {
          id: user.roleId,
          modules: [
            { shortName: 'om', accessRights: [{ shortName: 'list_users', associatePermission: 'LIST_USERS' }] },
          ],
        },
      ],
    });
    expect(headers['etag']).toBe('"1"');
    expect(text).not.toMatch(/argon2|secret-|key-of/);
    expect(body.result).not.toHaveProperty('permissions');
  });

  test('returns the actor’s own record without a permission, including permissions and organisation', async () => {
    const client = await createClientWith(store, ['om_dashboard', 'tm_access']);
    const { body } = await client.get(url(client.user));
    expect(body.result).toMatchObject({
      permissions: ['om_dashboard', 'OM_DASHBOARD', 'tm_access'],
      organizationId: org.id,
      organizationName: 'Acorn',
      apiKey: 'key-of-acorn',
      orgConfig: { organizationId: org.id, domainName: 'acorn.example' },
      can: { view: true, edit: false, enable: false, delete: false, seeAs: false },
    });
    expect(body.result.nodeStructure.map(({ id }: { id: string }) => id)).toEqual([org.id, company.id, store.id]);
  });

  test('limits the ancestors of a user to nodes within the actor’s area', async () => {
    const manager = await createClient(server, await createUser(server, { node: company }));
    const { body } = await manager.get(url(await createUser(server, { node: store })));
    expect(body.result.path.map(({ name }: { name: string }) => name)).toEqual(['Acorn North', 'Leeds']);
  });

  test.for(['1', 'me', '00000000-0000-0000-0000-00000000000g', "' or true --", '%00'])(
    'rejects a malformed user id: %s',
    async (id) => {
      expect((await admin.get(`/user-management/users/${encodeURIComponent(id)}`)).status).toBe(400);
    },
  );
});

describe('updating a user', () => {
  const createInput = async (overrides: Record<string, unknown> = {}) => {
    const user = await createUser(server, { node: store, rights: ['list_users'], ...overrides });
    const input = { ...userFields(user), firstName: 'Grace', lastName: 'Hopper' };
    return { user, input };
  };
  const readRow = async ({ id }: TestUser) => (await server.query('select * from users where id = $1', [id]))[0]!;

  test('stores the submitted fields, increments the version and updates the search text', async () => {
    const { user, input } = await createInput();
    const { status, body, headers } = await admin.put(url(user), {
      ...input,
      lastName: '  Höpper  ',
      phoneNumber: '',
      timeZone: 'Asia/Tokyo',
      language: 'ja-JP',
      country: '',
    });
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body.result).toMatchObject({
      firstName: 'Grace',
      lastName: 'Höpper',
      phoneNumber: '',
      timeZone: 'Asia/Tokyo',
      language: 'ja-JP',
      country: '',
      version: 2,
      updatedBy: admin.user.id,
    });
    expect((await admin.get(url(user))).body).toEqual(body);
    const { body: list } = await admin.get('/user-management/users?search=grace hopper');
    expect(list.result.map(({ id }: Row) => id)).toContain(user.id);
  });

  test('audits author, old and new values of an update in the same transaction', async () => {
    const { user, input } = await createInput();
    await admin.put(url(user), input);
    const events = await server.query(
      'select a.*, u.xmin::text = a.xmin::text as together from audit a join users u on u.id = a.entity_id where entity_id = $1',
      [user.id],
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      action: 'user.updated',
      entity: 'user',
      org_id: org.id,
      tpath: store.tpath,
      actor_id: admin.user.id,
      together: true,
      before: { firstName: 'Ada', phoneNumber: '' },
      after: { firstName: 'Grace', lastName: 'Hopper', phoneNumber: '+44 113 496 0127' },
    });
    expect(events[0]!['after']).not.toHaveProperty('emailId');
  });

  test('accepts the record as it was read and changes nothing but version, author and time of the update', async () => {
    const { user } = await createInput({ language: 'de', country: 'DE', phone_number: '+49 30 901820' });
    const before = await readRow(user);
    const { body } = await admin.get(url(user));
    expect((await admin.put(url(user), body.result)).status).toBe(200);
    const { version, updated_date, updated_by, ...after } = await readRow(user);
    expect({ ...after, version: 1, updated_by: null }).toEqual({
      ...before,
      updated_date: undefined,
      updated_by: null,
      version: 1,
    });
    expect([version, updated_by, updated_date > before['updated_date']]).toEqual([2, admin.user.id, true]);
  });

  test('ignores all fields of an update that are not user input', async () => {
    const { user, input } = await createInput();
    const before = await readRow(user);
    const columns = Object.keys(before);
    const inputFields = new Set<string>(Object.keys(UserChange.shape));
    const camelCaseColumns = columns
      .map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((name) => !inputFields.has(name));
    const massAssignment = Object.fromEntries(
      [
        ...columns,
        ...camelCaseColumns,
        'roles',
        'roleId',
        'nodeId',
        'permissions',
        'can',
        'rootNode',
        'admin',
        'isAdmin',
      ].map((name) => [name, 'ffffffff-ffff-4fff-bfff-ffffffffffff']),
    );
    const { status } = await admin.put(url(user), {
      ...massAssignment,
      ...input,
      status: false,
      manualPassword: false,
      version: 1,
    });
    expect(status).toBe(200);
    const after = await readRow(user);
    const changed = columns.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(changed.sort()).toEqual([
      'country',
      'first_name',
      'last_name',
      'name_norm',
      'phone_number',
      'search_text',
      'updated_by',
      'updated_date',
      'version',
    ]);
    expect(await server.query('select role_id from assignments where user_id = $1', [user.id])).toEqual([
      { role_id: user.roleId },
    ]);
  });

  test.for([
    ['firstName', ''],
    ['firstName', '   '],
    ['firstName', 'x'.repeat(65)],
    ['lastName', null],
    ['lastName', ['a']],
    ['lastName', { a: 1 }],
    ['emailId', 'no-at'],
    ['emailId', 'a@b'],
    ['emailId', ''],
    ['emailId', 'a@b.example, c@d.example'],
    ['emailId', ['a@b.example']],
    ['phoneNumber', '0113'],
    ['phoneNumber', 42],
    ['language', 'xx'],
    ['timeZone', 'Mars/Olympus'],
    ['country', 'gb'],
    ['country', 'GBR'],
    ['version', 'one'],
    ['version', -1],
    ['version', 1.5],
  ] as const)('rejects invalid field values with their path: %s as %o', async ([field, value]) => {
    const { user, input } = await createInput();
    const { status, body } = await admin.put(url(user), { ...input, [field]: value });
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
    expect(new Set(body.errors.map(({ path }: { path: string }) => path))).toEqual(
      new Set([field === 'version' ? 'If-Match' : field]),
    );
    expect((await readRow(user))['version']).toBe(1);
  });

  test('refuses updates by actors with fewer rights than the user', async () => {
    const manager = await createClientWith(company, ['view_user', 'edit_user', 'list_users']);
    const { user, input } = await createInput({ rights: ['list_users', 'create_user'] });
    const withAdditionalRole = await createInput({ rights: [] });
    await createAssignment(server, {
      userId: withAdditionalRole.user.id,
      roleId: await createRole(server, { organisation: org, rights: ['list_users'] }),
      node: org,
      position: 5,
    });
    for (const { id } of [user, withAdditionalRole.user]) {
      const { status, body } = await manager.put(url({ id }), input);
      expect([status, body.messageCode]).toEqual([409, 'user.beyondYourOwn']);
    }
    await server.query(`update assignments set until = '2020-01-01' where user_id = $1 and position = 5`, [
      withAdditionalRole.user.id,
    ]);
    expect((await manager.put(url(withAdditionalRole.user), withAdditionalRole.input)).status).toBe(200);
    expect((await readRow(user))['first_name']).toBe('Ada');
  });

  test('refuses changes to the actor’s own e-mail and phone number', async () => {
    const self = await createUser(server, { node: company, phone_number: '+44 20 7946 0000' });
    const client = await createClient(server, self);
    const ownInput = { ...userFields(client.user), phoneNumber: '+44 20 7946 0000' };
    expect((await client.put(url(client.user), { ...ownInput, firstName: 'Renamed' })).status).toBe(200);
    for (const change of [{ emailId: 'new@mail.example' }, { phoneNumber: '' }]) {
      const { status, body } = await client.put(url(client.user), { ...ownInput, ...change });
      expect([status, body.messageCode]).toEqual([409, 'user.ownContact']);
    }
  });
});
