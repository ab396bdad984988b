import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  everyRight,
  type Place,
  platform,
  signedIn,
} from './builders.ts';
import { filledInOfARole } from './role-doors.ts';
import { aServer } from './server.ts';
import { codeOf, marksOf } from './small-tree.ts';

const house = await aServer();
const list = '/role-management/roles';
const keeper = ['list_roles', 'view_role', 'create_role', 'edit_role', 'enabled_role', 'delete_role', 'list_users'];
let org: Place;
let region: Place;
let elsewhere: Place;
let store: Place;
let admin: Caller;
let manager: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn' });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  elsewhere = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  store = await aNode(house, { parent: region, nodeType: 'STORE' });
});
beforeEach(async () => {
  admin = await signedIn(house, await aUser(house, { at: org }));
  manager = await signedIn(house, await aUser(house, { at: region, rights: keeper }));
});

const rowOf = async (id: string) => (await house.rows('select * from roles where id = $1', [id]))[0]!;
const aStoreRole = (rights: readonly string[] = ['list_users'], more: object = {}) =>
  aRole(house, { of: org, level: 'STORE', rights, ...more });

describe('a new role', () => {
  test('is stored with the rights that were ticked, over all modules, and written down', async () => {
    const modules = [
      { shortName: 'sotk', accessRights: [{ shortName: 'sotk_access' }] },
      { shortName: 'om', accessRights: [{ shortName: 'view_user' }, { shortName: 'view_user' }] },
    ];
    const all = await signedIn(house, await aUser(house, { at: org, rights: [...everyRight, 'sotk_access'] }));
    const { status, body } = await all.post(list, { name: ' Till  keeper ', level: 'store', modules });
    expect([status, body.result.name, body.result.level]).toEqual([200, 'Till  keeper', 'STORE']);
    const row = await rowOf(body.result.id);
    expect(row).toMatchObject({
      org_id: org.id,
      access_rights: ['view_user', 'sotk_access'],
      description: '',
      status: true,
      created_by: all.person.id,
    });
    expect((await all.get(`${list}/${body.result.id}`)).body.result).toEqual(body.result);
    expect(await marksOf(house, body.result.id)).toMatchObject([
      { action: 'role.created', after: { level: 'STORE', rights: ['view_user', 'sotk_access'] } },
    ]);
  });

  test('needs a name that no other role has, whatever its letter case, until that one is deleted', async () => {
    const role = filledInOfARole([], { name: 'Only one' });
    const first = await admin.post(list, role);
    expect(codeOf(await admin.post(list, { ...role, name: 'ONLY ONE' }))).toEqual([409, 'role.nameTaken']);
    for (const name of ['', ' ', 'x'.repeat(129)]) expect((await admin.post(list, { ...role, name })).status).toBe(400);
    expect((await admin.delete(`${list}/${first.body.result.id}`)).status).toBe(200);
    expect((await admin.post(list, role)).status).toBe(200);
  });

  test('holds no right that its maker lacks, and stands no higher than they do', async () => {
    const make = (rights: string[], level: string) => manager.post(list, filledInOfARole(rights, { level }));
    expect((await make(keeper, 'TRADING_REGION')).status).toBe(200);
    expect(codeOf(await make(['edit_user'], 'STORE'))).toEqual([409, 'role.beyondYourOwn']);
    expect(codeOf(await make([], 'COMPANY'))).toEqual([409, 'role.beyondYourOwn']);
    expect(codeOf(await make([], 'GLOBAL'))).toEqual([409, 'role.levelWrong']);
    expect(codeOf(await make(['no_such_right'], 'STORE'))).toEqual([400, 'role.rightUnknown']);
    expect((await make([], 'SHOP')).status).toBe(400);
  });

  test('is the platform’s own where somebody above makes it, and an organisation’s where they name one', async () => {
    const above = await signedIn(house, await aUser(house, { at: platform }));
    const make = (level: string, query = '') => above.post(`${list}${query}`, filledInOfARole([], { level }));
    const own = await make('GLOBAL');
    expect([own.status, (await rowOf(own.body.result.id))['org_id']]).toEqual([200, platform.id]);
    expect(codeOf(await make('STORE'))).toEqual([409, 'role.levelWrong']);
    const theirs = await make('STORE', `?orgId=${org.id}`);
    expect([theirs.status, (await rowOf(theirs.body.result.id))['org_id']]).toEqual([200, org.id]);
    expect(codeOf(await make('GLOBAL', `?orgId=${org.id}`))).toEqual([409, 'role.levelWrong']);
    expect((await admin.get(`${list}/${own.body.result.id}`)).status).toBe(404);
  });
});

describe('a change of a role', () => {
  test('counts for everybody who holds it from their next request on, on every server', async () => {
    const second = await aServer({ databaseUrl: house.ownerUrl });
    const id = await aStoreRole(['list_users']);
    const clerk = await signedIn(house, await aUser(house, { at: store, roleId: id }));
    const ask = () =>
      Promise.all(
        [house, second].map((server) =>
          server.ask({ url: '/user-management/users', host: clerk.host, token: clerk.token }),
        ),
      );
    const statuses = async () => (await ask()).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    expect((await admin.put(`${list}/${id}`, filledInOfARole(['view_user']))).status).toBe(200);
    expect(await statuses()).toEqual([403, 403]);
    expect((await admin.put(`${list}/${id}`, filledInOfARole(['list_users']))).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('is written down with the rights that were added and those that were taken away', async () => {
    const id = await aStoreRole(['list_users', 'view_user'], { name: 'Old', name_norm: 'old', description: 'Same' });
    const change = { name: 'New', description: 'Same', level: 'STORE' };
    await admin.put(`${list}/${id}`, filledInOfARole(['view_user', 'edit_user'], change));
    expect(await marksOf(house, id)).toMatchObject([
      {
        action: 'role.updated',
        before: { name: 'Old', rightsRemoved: ['list_users'] },
        after: { name: 'New', rightsAdded: ['edit_user'] },
      },
    ]);
    const { body } = await admin.get(`/audit?entity=role&entityId=${id}`);
    expect(body.result).toMatchObject([{ action: 'role.updated', entityName: 'New' }]);
    const sought = (await admin.get('/audit?search=new&entity=role')).body.result as { entityId: string }[];
    expect(sought.map(({ entityId }) => entityId)).toContain(id);
  });

  test('starts from the version it names', async () => {
    const id = await aStoreRole();
    expect((await admin.put(`${list}/${id}`, { ...filledInOfARole(), version: 1 })).status).toBe(200);
    const stale = await admin.put(`${list}/${id}`, { ...filledInOfARole(), version: 1 });
    expect([...codeOf(stale), stale.body.current.version]).toEqual([412, 'record.stale', 2]);
  });

  test('takes back what was read', async () => {
    const id = await aStoreRole(['view_user', 'list_users']);
    const { result } = (await admin.get(`${list}/${id}`)).body;
    const saved = await admin.put(`${list}/${id}`, result);
    expect(saved.body.result).toEqual({
      ...result,
      version: 2,
      updatedDate: expect.any(String),
      updatedBy: admin.person.id,
    });
  });

  test('keeps rights that nobody knows any more, until they are taken away, and lets nobody add one', async () => {
    const odd = await signedIn(house, await aUser(house, { at: org, rights: [...everyRight, 'gone', 'lost'] }));
    const id = await aStoreRole(['view_user', 'gone', 'lost']);
    const save = (more: object) => odd.put(`${list}/${id}`, filledInOfARole(['list_users'], more));
    const stored = async () => (await rowOf(id))['access_rights'];
    await save({});
    expect(await stored()).toEqual(['list_users', 'gone', 'lost']);
    await save({ unknownRights: ['lost'] });
    expect(await stored()).toEqual(['list_users', 'lost']);
    expect(codeOf(await save({ unknownRights: ['lost', 'gone'] }))).toEqual([400, 'role.rightUnknown']);
    expect(codeOf(await save({ unknownRights: ['view_user'] }))).toEqual([400, 'role.rightUnknown']);
    await save({ unknownRights: [] });
    expect(await stored()).toEqual(['list_users']);
  });

  test('does not leave anybody at a higher place than the role is meant for', async () => {
    const id = await aRole(house, { of: org, level: 'TRADING_REGION', rights: [] });
    await aUser(house, { at: region, roleId: id });
    const { status, body } = await admin.put(`${list}/${id}`, filledInOfARole([], { level: 'STORE' }));
    expect([status, body.messageCode, body.message]).toEqual([
      409,
      'role.heldHigher',
      'This role is held at higher places, by 1 user.',
    ]);
    expect((await admin.put(`${list}/${id}`, filledInOfARole([], { level: 'COMPANY' }))).status).toBe(200);
  });
});

/** Everything by which somebody tries to change a role: its rights, its status, its being there. */
const tries = async (caller: Caller, id: string, rights: readonly string[] = []) => {
  const before = await rowOf(id);
  const answers = [
    await caller.put(`${list}/${id}`, filledInOfARole(rights)),
    await caller.put(`${list}/${id}/status`, { status: !before['status'] }),
    await caller.delete(`${list}/${id}`),
  ];
  expect(await rowOf(id)).toEqual(before);
  return [...new Set(answers.map((answer) => codeOf(answer).join(' ')))];
};

describe('nobody changes, closes or deletes a role', () => {
  test('that they hold themselves, acting by it or not', async () => {
    expect(await tries(manager, manager.person.roleId!)).toEqual(['409 role.own']);
    const second = await aStoreRole([]);
    await anAssignment(house, { userId: manager.person.id, roleId: second, at: store, position: 1 });
    expect(await tries(manager, second)).toEqual(['409 role.own']);
  });

  test('that holds more than they do, not even to take that away', async () => {
    expect(await tries(manager, await aStoreRole(['edit_user']))).toEqual(['409 role.beyondYourOwn']);
    expect(await tries(manager, await aStoreRole(['edit_user'], { status: false }))).toEqual([
      '409 role.beyondYourOwn',
    ]);
  });

  test('that stands above them, or belongs to a neighbour: it does not exist', async () => {
    const neighbour = await anOrganisation(house);
    expect(await tries(manager, await aRole(house, { of: org, level: 'COMPANY', rights: [] }))).toEqual([
      '404 role.unknown',
    ]);
    expect(await tries(admin, await aRole(house, { of: neighbour, level: 'STORE', rights: [] }))).toEqual([
      '404 role.unknown',
    ]);
  });

  test('that is also held outside their area, and they are told by how many; who reaches all of it may', async () => {
    const id = await aStoreRole([]);
    await aUser(house, { at: store, roleId: id });
    expect((await manager.put(`${list}/${id}`, filledInOfARole())).status).toBe(200);
    for (let count = 0; count < 2; count += 1) await aUser(house, { at: elsewhere, roleId: id });
    expect(await tries(manager, id)).toEqual(['409 role.heldBeyond']);
    const { message, current } = (await manager.put(`${list}/${id}`, filledInOfARole())).body;
    expect([message, current.heldBeyond]).toEqual(['This role is also held outside your area, by 2 users.', 2]);
    const rows = (await manager.get(`${list}?level=STORE&size=100`)).body.result as { id: string; can: object }[];
    expect(rows.find((row) => row.id === id)!.can).toEqual({ view: true, edit: false, enable: false, delete: false });
    expect((await admin.put(`${list}/${id}`, filledInOfARole())).status).toBe(200);
  });
});
