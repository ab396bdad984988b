import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestNode,
  platformNode,
  createClient,
} from './builders.ts';
import { roleInput } from './role-samples.ts';
import { startTestServer } from './server.ts';
import { statusAndCode, auditEntriesOf } from './small-tree.ts';

const server = await startTestServer();
const rolesUrl = '/role-management/roles';
const roleManagerRights = [
  'list_roles',
  'view_role',
  'create_role',
  'edit_role',
  'enabled_role',
  'delete_role',
  'list_users',
];
let org: TestNode;
let region: TestNode;
let otherRegion: TestNode;
let store: TestNode;
let admin: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  otherRegion = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, { parent: region, nodeType: 'STORE' });
});
beforeEach(async () => {
  admin = await createClient(server, await createUser(server, { node: org }));
  manager = await createClient(server, await createUser(server, { node: region, rights: roleManagerRights }));
});

const rowOf = async (id: string) => (await server.query('select * from roles where id = $1', [id]))[0]!;
const createStoreRole = (rights: readonly string[] = ['list_users'], overrides: object = {}) =>
  createRole(server, { organisation: org, level: 'STORE', rights, ...overrides });

describe('a new role', () => {
  test('is stored with the selected rights of all modules and audited', async () => {
    const modules = [
      { shortName: 'sotk', accessRights: [{ shortName: 'sotk_access' }] },
      { shortName: 'om', accessRights: [{ shortName: 'view_user' }, { shortName: 'view_user' }] },
    ];
    const client = await createClient(
      server,
      await createUser(server, { node: org, rights: [...allAccessRights, 'sotk_access'] }),
    );
    const { status, body } = await client.post(rolesUrl, { name: ' Till  keeper ', level: 'store', modules });
    expect([status, body.result.name, body.result.level]).toEqual([200, 'Till  keeper', 'STORE']);
    const row = await rowOf(body.result.id);
    expect(row).toMatchObject({
      org_id: org.id,
      access_rights: ['view_user', 'sotk_access'],
      description: '',
      status: true,
      created_by: client.user.id,
    });
    expect((await client.get(`${rolesUrl}/${body.result.id}`)).body.result).toEqual(body.result);
    expect(await auditEntriesOf(server, body.result.id)).toMatchObject([
      { action: 'role.created', after: { level: 'STORE', rights: ['view_user', 'sotk_access'] } },
    ]);
  });

  test('needs a name unique in any letter case, which is released when the role is deleted', async () => {
    const role = roleInput([], { name: 'Only one' });
    const first = await admin.post(rolesUrl, role);
    expect(statusAndCode(await admin.post(rolesUrl, { ...role, name: 'ONLY ONE' }))).toEqual([409, 'role.nameTaken']);
    const lookAlike = { ...role, name: 'Only\u200B o\u00ADne\u2060' };
    expect(statusAndCode(await admin.post(rolesUrl, lookAlike))).toEqual([409, 'role.nameTaken']);
    for (const name of ['', ' ', 'x'.repeat(129)])
      expect((await admin.post(rolesUrl, { ...role, name })).status).toBe(400);
    expect((await admin.delete(`${rolesUrl}/${first.body.result.id}`)).status).toBe(200);
    expect((await admin.post(rolesUrl, role)).status).toBe(200);
  });

  test('cannot have rights that its creator lacks or a level above theirs', async () => {
    const postRole = (rights: string[], level: string) => manager.post(rolesUrl, roleInput(rights, { level }));
    expect((await postRole(roleManagerRights, 'TRADING_REGION')).status).toBe(200);
    expect(statusAndCode(await postRole(['edit_user'], 'STORE'))).toEqual([409, 'role.beyondYourOwn']);
    expect(statusAndCode(await postRole([], 'COMPANY'))).toEqual([409, 'role.beyondYourOwn']);
    expect(statusAndCode(await postRole([], 'GLOBAL'))).toEqual([409, 'role.levelWrong']);
    expect(statusAndCode(await postRole(['no_such_right'], 'STORE'))).toEqual([400, 'role.rightUnknown']);
    expect((await postRole([], 'SHOP')).status).toBe(400);
  });

  test('belongs to the platform if a global user creates it, and to an organisation if they name one', async () => {
    const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
    const postRole = (level: string, query = '') => globalAdmin.post(`${rolesUrl}${query}`, roleInput([], { level }));
    const platformRole = await postRole('GLOBAL');
    expect([platformRole.status, (await rowOf(platformRole.body.result.id))['org_id']]).toEqual([200, platformNode.id]);
    expect(statusAndCode(await postRole('STORE'))).toEqual([409, 'role.levelWrong']);
    const organisationRole = await postRole('STORE', `?orgId=${org.id}`);
    expect([organisationRole.status, (await rowOf(organisationRole.body.result.id))['org_id']]).toEqual([200, org.id]);
    expect(statusAndCode(await postRole('GLOBAL', `?orgId=${org.id}`))).toEqual([409, 'role.levelWrong']);
    expect((await admin.get(`${rolesUrl}/${platformRole.body.result.id}`)).status).toBe(404);
  });
});

describe('a change of a role', () => {
  test('applies to all users who hold it from their next request on every server', async () => {
    const secondServer = await startTestServer({ databaseUrl: server.ownerUrl });
    const id = await createStoreRole(['list_users']);
    const clerk = await createClient(server, await createUser(server, { node: store, roleId: id }));
    const requestBoth = () =>
      Promise.all(
        [server, secondServer].map((server) =>
          server.request({ url: '/user-management/users', host: clerk.host, token: clerk.token }),
        ),
      );
    const statuses = async () => (await requestBoth()).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    expect((await admin.put(`${rolesUrl}/${id}`, roleInput(['view_user']))).status).toBe(200);
    expect(await statuses()).toEqual([403, 403]);
    expect((await admin.put(`${rolesUrl}/${id}`, roleInput(['list_users']))).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('is audited with the rights added and removed', async () => {
    const id = await createStoreRole(['list_users', 'view_user'], {
      name: 'Old',
      name_norm: 'old',
      description: 'Same',
    });
    const change = { name: 'New', description: 'Same', level: 'STORE' };
    await admin.put(`${rolesUrl}/${id}`, roleInput(['view_user', 'edit_user'], change));
    expect(await auditEntriesOf(server, id)).toMatchObject([
      {
        action: 'role.updated',
        before: { name: 'Old', rightsRemoved: ['list_users'] },
        after: { name: 'New', rightsAdded: ['edit_user'] },
      },
    ]);
    const { body } = await admin.get(`/audit?entity=role&entityId=${id}`);
    expect(body.result).toMatchObject([{ action: 'role.updated', entityName: 'New' }]);
    const found = (await admin.get('/audit?search=new&entity=role')).body.result as { entityId: string }[];
    expect(found.map(({ entityId }) => entityId)).toContain(id);
  });

  test('is rejected for an outdated version', async () => {
    const id = await createStoreRole();
    expect((await admin.put(`${rolesUrl}/${id}`, { ...roleInput(), version: 1 })).status).toBe(200);
    const stale = await admin.put(`${rolesUrl}/${id}`, { ...roleInput(), version: 1 });
    expect([...statusAndCode(stale), stale.body.current.version]).toEqual([412, 'record.stale', 2]);
  });

  test('accepts what was read', async () => {
    const id = await createStoreRole(['view_user', 'list_users']);
    const { result } = (await admin.get(`${rolesUrl}/${id}`)).body;
    const saved = await admin.put(`${rolesUrl}/${id}`, result);
    expect(saved.body.result).toEqual({
      ...result,
      version: 2,
      updatedDate: expect.any(String),
      updatedBy: admin.user.id,
    });
  });

  test('keeps unknown rights until they are removed and rejects new ones', async () => {
    const client = await createClient(
      server,
      await createUser(server, { node: org, rights: [...allAccessRights, 'gone', 'lost'] }),
    );
    const id = await createStoreRole(['view_user', 'gone', 'lost']);
    const save = (overrides: object) => client.put(`${rolesUrl}/${id}`, roleInput(['list_users'], overrides));
    const stored = async () => (await rowOf(id))['access_rights'];
    await save({});
    expect(await stored()).toEqual(['list_users', 'gone', 'lost']);
    await save({ unknownRights: ['lost'] });
    expect(await stored()).toEqual(['list_users', 'lost']);
    expect(statusAndCode(await save({ unknownRights: ['lost', 'gone'] }))).toEqual([400, 'role.rightUnknown']);
    expect(statusAndCode(await save({ unknownRights: ['view_user'] }))).toEqual([400, 'role.rightUnknown']);
    await save({ unknownRights: [] });
    expect(await stored()).toEqual(['list_users']);
  });

  test('is rejected if users hold the role above its new level', async () => {
    const id = await createRole(server, { organisation: org, level: 'TRADING_REGION', rights: [] });
    await createUser(server, { node: region, roleId: id });
    const { status, body } = await admin.put(`${rolesUrl}/${id}`, roleInput([], { level: 'STORE' }));
    expect([status, body.messageCode, body.message]).toEqual([
      409,
      'role.heldHigher',
      'This role is held at higher places, by 1 user.',
    ]);
    expect((await admin.put(`${rolesUrl}/${id}`, roleInput([], { level: 'COMPANY' }))).status).toBe(200);
  });
});

/** Tries to change, disable and delete a role; expects it to stay unchanged and returns the distinct errors. */
const tryChanges = async (client: ApiClient, id: string, rights: readonly string[] = []) => {
  const before = await rowOf(id);
  const responses = [
    await client.put(`${rolesUrl}/${id}`, roleInput(rights)),
    await client.put(`${rolesUrl}/${id}/status`, { status: !before['status'] }),
    await client.delete(`${rolesUrl}/${id}`),
  ];
  expect(await rowOf(id)).toEqual(before);
  return [...new Set(responses.map((response) => statusAndCode(response).join(' ')))];
};

describe('changing, disabling and deleting a role', () => {
  test('is rejected for a role that the user holds, active or not', async () => {
    expect(await tryChanges(manager, manager.user.roleId!)).toEqual(['409 role.own']);
    const secondRole = await createStoreRole([]);
    await createAssignment(server, { userId: manager.user.id, roleId: secondRole, node: store, position: 1 });
    expect(await tryChanges(manager, secondRole)).toEqual(['409 role.own']);
  });

  test('is rejected for a role with rights that the user lacks, even to remove them', async () => {
    expect(await tryChanges(manager, await createStoreRole(['edit_user']))).toEqual(['409 role.beyondYourOwn']);
    expect(await tryChanges(manager, await createStoreRole(['edit_user'], { status: false }))).toEqual([
      '409 role.beyondYourOwn',
    ]);
  });

  test('returns 404 for a role above the user’s level or of another organisation', async () => {
    const otherOrganisation = await createOrganisation(server);
    expect(
      await tryChanges(manager, await createRole(server, { organisation: org, level: 'COMPANY', rights: [] })),
    ).toEqual(['404 role.unknown']);
    expect(
      await tryChanges(
        admin,
        await createRole(server, { organisation: otherOrganisation, level: 'STORE', rights: [] }),
      ),
    ).toEqual(['404 role.unknown']);
  });

  test('is rejected with the number of holders for a role also held outside the user’s scope', async () => {
    const id = await createStoreRole([]);
    await createUser(server, { node: store, roleId: id });
    expect((await manager.put(`${rolesUrl}/${id}`, roleInput())).status).toBe(200);
    for (let count = 0; count < 2; count += 1) await createUser(server, { node: otherRegion, roleId: id });
    expect(await tryChanges(manager, id)).toEqual(['409 role.heldBeyond']);
    const { message, current } = (await manager.put(`${rolesUrl}/${id}`, roleInput())).body;
    expect([message, current.heldBeyond]).toEqual(['This role is also held outside your area, by 2 users.', 2]);
    const rows = (await manager.get(`${rolesUrl}?level=STORE&size=100`)).body.result as { id: string; can: object }[];
    expect(rows.find((row) => row.id === id)!.can).toEqual({ view: true, edit: false, enable: false, delete: false });
    expect((await admin.put(`${rolesUrl}/${id}`, roleInput())).status).toBe(200);
  });
});
