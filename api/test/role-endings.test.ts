import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../src/platform/actor.ts';
import { openDatabase } from '../src/platform/db.ts';
import { newId } from '../src/platform/ids.ts';
import { findGivenRole } from '../src/roles/queries.ts';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Place,
  signedIn,
  signIn,
} from './builders.ts';
import { aServer } from './server.ts';
import { codeOf, marksOf } from './small-tree.ts';

const house = await aServer();
const list = '/role-management/roles';
let org: Place;
let store: Place;
let elsewhere: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn' });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: company, nodeType: 'STORE' });
  elsewhere = await aNode(house, { parent: company, nodeType: 'STORE' });
  admin = await signedIn(house, await aUser(house, { at: org }));
});

const rowOf = async (id: string) => (await house.rows('select * from roles where id = $1', [id]))[0]!;
const aStoreRole = (rights: readonly string[] = ['list_users']) => aRole(house, { of: org, level: 'STORE', rights });

describe('a closed role', () => {
  const login = ({ person }: Caller) => signIn(house, { userName: person.userName, host: person.host });

  test('ends the sessions of those who act by it and lets nobody in, until it is opened', async () => {
    const id = await aStoreRole();
    const clerk = await signedIn(house, await aUser(house, { at: store, roleId: id }));
    expect((await clerk.get('/user-management/users')).status).toBe(200);
    const closed = await admin.put(`${list}/${id}/status`, { status: false });
    expect([closed.status, closed.body.result.status, closed.body.result.version]).toEqual([200, false, 2]);
    expect((await clerk.get('/user-management/users')).status).toBe(401);
    const refused = await login(clerk);
    expect(codeOf(refused)).toEqual([400, 'signIn.notAllowed']);
    expect((await admin.put(`${list}/${id}/status`, { status: true })).status).toBe(200);
    expect((await login(clerk)).status).toBe(200);
    expect(await marksOf(house, id)).toMatchObject([
      { action: 'role.disabled', before: { status: true }, after: { status: false } },
      { action: 'role.enabled' },
    ]);
  });

  test('lets in whoever has another one, who then acts by that', async () => {
    const [closed, open] = [await aStoreRole(), await aStoreRole(['view_user'])];
    const clerk = await aUser(house, { at: store, roleId: closed });
    await anAssignment(house, { userId: clerk.id, roleId: open, at: store, position: 1 });
    await admin.put(`${list}/${closed}/status`, { status: false });
    const caller = await signedIn(house, clerk);
    expect((await caller.get(`/user-management/users/${clerk.id}`)).body.result.userRole[0].id).toBe(open);
    expect((await caller.get('/user-management/users')).status).toBe(403);
  });

  test('is written down once, however often it is closed', async () => {
    const id = await aStoreRole();
    for (let time = 0; time < 2; time += 1)
      expect((await admin.put(`${list}/${id}/status`, { status: false })).status).toBe(200);
    expect(await marksOf(house, id)).toHaveLength(1);
  });
});

describe('a role that is deleted', () => {
  test('is refused with the number of people while somebody holds it, and gone once nobody does', async () => {
    const id = await aStoreRole();
    const people = [await aUser(house, { at: store, roleId: id }), await aUser(house, { at: elsewhere, roleId: id })];
    const refused = await admin.delete(`${list}/${id}`);
    expect([...codeOf(refused), refused.body.message, refused.body.current.userCount]).toEqual([
      409,
      'role.inUse',
      'This role is held by 2 users. Give them another one first.',
      2,
    ]);
    await house.rows('delete from assignments where user_id = any($1)', [people.map((person) => person.id)]);
    const gone = await admin.delete(`${list}/${id}`);
    expect([gone.status, gone.body.result.id]).toEqual([200, id]);
    expect(codeOf(await admin.get(`${list}/${id}`))).toEqual([404, 'role.unknown']);
    expect((await rowOf(id))['deleted_date']).not.toBeNull();
    expect(await marksOf(house, id)).toMatchObject([{ action: 'role.deleted', before: { rights: ['list_users'] } }]);
  });

  test('is not given to somebody at the same moment', async () => {
    const id = await aStoreRole();
    const person = await aUser(house, { at: store, rights: [] });
    // whoever gives it holds its row until that is stored, as the product does
    const database = openDatabase({ connectionString: house.appUrl });
    const giving = await database.begin();
    await giving.run(
      sql`select set_config('app.org', ${org.orgId}, true), set_config('app.lo', ${org.tpath}, true), set_config('app.hi', ${`${org.tpath.slice(0, -1)}/`}, true)`,
    );
    const given = await findGivenRole(giving, { orgId: org.orgId } as Scope, id);
    expect(given).toMatchObject({ id, level: 'STORE', status: true, accessRights: ['list_users'] });
    const removing = admin.delete(`${list}/${id}`);
    await giving.run(sql`
      insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position)
      values (${newId()}, ${org.orgId}, ${person.id}, ${id}, ${store.id}, ${store.tpath}, 1)`);
    await giving.commit();
    await database.close();
    expect(codeOf(await removing)).toEqual([409, 'role.inUse']);
  });
});
