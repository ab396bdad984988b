import { UserChange } from '@storeward/contract/users';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Person,
  type Place,
  signedIn,
} from '../../test/builders.ts';
import { filledIn } from '../../test/doors.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let org: Place;
let company: Place;
let store: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn', name: 'Acorn' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Acorn North' });
  store = await aNode(house, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  admin = await signedIn(
    house,
    await aUser(house, { at: org, userName: 'the.admin', firstName: 'Zoë', lastName: 'Admin' }),
  );
});

const url = (person: { id: string }) => `/user-management/users/${person.id}`;
type Row = { id: string; userName: string; firstName: string; lastName: string };

describe('one user', () => {
  test('is told with role, place and the places above, and without any secret', async () => {
    const secrets = {
      password_hash: '$argon2id$secret-one',
      secret_word_hash: '$argon2id$secret-two',
      pin_hash: '$argon2id$secret-three',
    };
    const person = await aUser(house, {
      at: store,
      rights: ['list_users'],
      date_of_birth: '1815-12-10',
      short_name: 'AL',
      ...secrets,
    });
    const { body, text, headers } = await admin.get(url(person));
    expect(body.result).toMatchObject({
      id: person.id,
      userName: person.userName,
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
          id: person.roleId,
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

  test('reads themselves without a permission, and only themselves are told what they may and where they stand', async () => {
    const me = await signedIn(house, await aUser(house, { at: store, rights: ['om_dashboard', 'tm_access'] }));
    const { body } = await me.get(url(me.person));
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

  test('below the reader’s own place is told with the places the reader may know of', async () => {
    const manager = await signedIn(house, await aUser(house, { at: company }));
    const { body } = await manager.get(url(await aUser(house, { at: store })));
    expect(body.result.path.map(({ name }: { name: string }) => name)).toEqual(['Acorn North', 'Leeds']);
  });

  test.for(['1', 'me', '00000000-0000-0000-0000-00000000000g', "' or true --", '%00'])(
    'asked for by what is no id is a malformed request: %s',
    async (id) => {
      expect((await admin.get(`/user-management/users/${encodeURIComponent(id)}`)).status).toBe(400);
    },
  );
});

describe('changing a user', () => {
  const fresh = async (more: Record<string, unknown> = {}) => {
    const person = await aUser(house, { at: store, rights: ['list_users'], ...more });
    const input = { ...filledIn(person), firstName: 'Grace', lastName: 'Hopper' };
    return { person, input };
  };
  const rowOf = async ({ id }: Person) => (await house.rows('select * from users where id = $1', [id]))[0]!;

  test('keeps what was filled in, counts the version up and can be found by the new name', async () => {
    const { person, input } = await fresh();
    const { status, body, headers } = await admin.put(url(person), {
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
      updatedBy: admin.person.id,
    });
    expect((await admin.get(url(person))).body).toEqual(body);
    const { body: found } = await admin.get('/user-management/users?search=grace hopper');
    expect(found.result.map(({ id }: Row) => id)).toContain(person.id);
  });

  test('writes down in the same transaction who changed what from what to what', async () => {
    const { person, input } = await fresh();
    await admin.put(url(person), input);
    const marks = await house.rows(
      'select a.*, u.xmin::text = a.xmin::text as together from audit a join users u on u.id = a.entity_id where entity_id = $1',
      [person.id],
    );
    expect(marks).toHaveLength(1);
    expect(marks[0]).toMatchObject({
      action: 'user.updated',
      entity: 'user',
      org_id: org.id,
      tpath: store.tpath,
      actor_id: admin.person.id,
      together: true,
      before: { firstName: 'Ada', phoneNumber: '' },
      after: { firstName: 'Grace', lastName: 'Hopper', phoneNumber: '+44 113 496 0127' },
    });
    expect(marks[0]!['after']).not.toHaveProperty('emailId');
  });

  test('takes back what reading gave, and changes nothing by it', async () => {
    const { person } = await fresh({ language: 'de', country: 'DE', phone_number: '+49 30 901820' });
    const before = await rowOf(person);
    const { body } = await admin.get(url(person));
    expect((await admin.put(url(person), body.result)).status).toBe(200);
    const { version, updated_date, updated_by, ...after } = await rowOf(person);
    expect({ ...after, version: 1, updated_by: null }).toEqual({
      ...before,
      updated_date: undefined,
      updated_by: null,
      version: 1,
    });
    expect([version, updated_by, updated_date > before['updated_date']]).toEqual([2, admin.person.id, true]);
  });

  test('ignores every field that is not filled in by people', async () => {
    const { person, input } = await fresh();
    const before = await rowOf(person);
    const columns = Object.keys(before);
    const filled = new Set<string>(Object.keys(UserChange.shape));
    const camel = columns
      .map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((name) => !filled.has(name));
    const mass = Object.fromEntries(
      [...columns, ...camel, 'roles', 'roleId', 'nodeId', 'permissions', 'can', 'rootNode', 'admin', 'isAdmin'].map(
        (name) => [name, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
      ),
    );
    const { status } = await admin.put(url(person), {
      ...mass,
      ...input,
      status: false,
      manualPassword: false,
      version: 1,
    });
    expect(status).toBe(200);
    const after = await rowOf(person);
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
    expect(await house.rows('select role_id from assignments where user_id = $1', [person.id])).toEqual([
      { role_id: person.roleId },
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
  ] as const)('refuses by name what no person could have filled in: %s as %o', async ([field, value]) => {
    const { person, input } = await fresh();
    const { status, body } = await admin.put(url(person), { ...input, [field]: value });
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
    expect(new Set(body.errors.map(({ path }: { path: string }) => path))).toEqual(
      new Set([field === 'version' ? 'If-Match' : field]),
    );
    expect((await rowOf(person))['version']).toBe(1);
  });

  test('is not for those who hold less than the person they would change', async () => {
    const manager = await signedIn(
      house,
      await aUser(house, { at: company, rights: ['view_user', 'edit_user', 'list_users'] }),
    );
    const { person, input } = await fresh({ rights: ['list_users', 'create_user'] });
    const elsewhere = await fresh({ rights: [] });
    await anAssignment(house, {
      userId: elsewhere.person.id,
      roleId: await aRole(house, { of: org, rights: ['list_users'] }),
      at: org,
      position: 5,
    });
    for (const { id } of [person, elsewhere.person]) {
      const { status, body } = await manager.put(url({ id }), input);
      expect([status, body.messageCode]).toEqual([409, 'user.beyondYourOwn']);
    }
    await house.rows(`update assignments set until = '2020-01-01' where user_id = $1 and position = 5`, [
      elsewhere.person.id,
    ]);
    expect((await manager.put(url(elsewhere.person), elsewhere.input)).status).toBe(200);
    expect((await rowOf(person))['first_name']).toBe('Ada');
  });

  test('leaves their own e-mail and phone to the profile', async () => {
    const me = await signedIn(house, await aUser(house, { at: company, phone_number: '+44 20 7946 0000' }));
    const own = { ...filledIn(me.person), phoneNumber: '+44 20 7946 0000' };
    expect((await me.put(url(me.person), { ...own, firstName: 'Renamed' })).status).toBe(200);
    for (const change of [{ emailId: 'new@mail.example' }, { phoneNumber: '' }]) {
      const { status, body } = await me.put(url(me.person), { ...own, ...change });
      expect([status, body.messageCode]).toEqual([409, 'user.ownContact']);
    }
  });
});
