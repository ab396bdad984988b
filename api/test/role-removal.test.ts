import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../src/platform/actor.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { newId } from '../src/platform/database/ids.ts';
import { findRoleToAssign } from '../src/roles/queries.ts';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
  signIn,
} from './builders.ts';
import { startTestServer } from './server.ts';
import { statusAndCode, auditEntriesOf } from './small-tree.ts';

const server = await startTestServer();
const rolesUrl = '/role-management/roles';
let org: TestNode;
let store: TestNode;
let otherStore: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE' });
  otherStore = await createNode(server, { parent: company, nodeType: 'STORE' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const rowOf = async (id: string) => (await server.query('select * from roles where id = $1', [id]))[0]!;
const createStoreRole = (rights: readonly string[] = ['list_users']) =>
  createRole(server, { organisation: org, level: 'STORE', rights });

describe('a disabled role', () => {
  const signInAgain = ({ user }: ApiClient) => signIn(server, { userName: user.userName, host: user.host });

  test('ends the sessions of users acting with it and prevents sign-in until it is enabled', async () => {
    const id = await createStoreRole();
    const clerk = await createClient(server, await createUser(server, { node: store, roleId: id }));
    expect((await clerk.get('/user-management/users')).status).toBe(200);
    const closed = await admin.put(`${rolesUrl}/${id}/status`, { status: false });
    expect([closed.status, closed.body.result.status, closed.body.result.version]).toEqual([200, false, 2]);
    expect((await clerk.get('/user-management/users')).status).toBe(401);
    const rejected = await signInAgain(clerk);
    expect(statusAndCode(rejected)).toEqual([400, 'signIn.notAllowed']);
    expect((await admin.put(`${rolesUrl}/${id}/status`, { status: true })).status).toBe(200);
    expect((await signInAgain(clerk)).status).toBe(200);
    expect(await auditEntriesOf(server, id)).toMatchObject([
      { action: 'role.disabled', before: { status: true }, after: { status: false } },
      { action: 'role.enabled' },
    ]);
  });

  test('lets users with another role sign in, who then act with that one', async () => {
    const [closed, open] = [await createStoreRole(), await createStoreRole(['view_user'])];
    const clerk = await createUser(server, { node: store, roleId: closed });
    await createAssignment(server, { userId: clerk.id, roleId: open, node: store, position: 1 });
    await admin.put(`${rolesUrl}/${closed}/status`, { status: false });
    const client = await createClient(server, clerk);
    expect((await client.get(`/user-management/users/${clerk.id}`)).body.result.userRole[0].id).toBe(open);
    expect((await client.get('/user-management/users')).status).toBe(403);
  });

  test('is audited once, however often it is disabled', async () => {
    const id = await createStoreRole();
    for (let time = 0; time < 2; time += 1)
      expect((await admin.put(`${rolesUrl}/${id}/status`, { status: false })).status).toBe(200);
    expect(await auditEntriesOf(server, id)).toHaveLength(1);
  });
});

describe('deleting a role', () => {
  test('is rejected with the number of holders until nobody holds the role', async () => {
    const id = await createStoreRole();
    const users = [
      await createUser(server, { node: store, roleId: id }),
      await createUser(server, { node: otherStore, roleId: id }),
    ];
    const rejected = await admin.delete(`${rolesUrl}/${id}`);
    expect([...statusAndCode(rejected), rejected.body.message, rejected.body.current.userCount]).toEqual([
      409,
      'role.inUse',
      'This role is held by 2 users. Give them another one first.',
      2,
    ]);
    await server.query('delete from assignments where user_id = any($1)', [users.map((user) => user.id)]);
    const deleted = await admin.delete(`${rolesUrl}/${id}`);
    expect([deleted.status, deleted.body.result.id]).toEqual([200, id]);
    expect(statusAndCode(await admin.get(`${rolesUrl}/${id}`))).toEqual([404, 'role.unknown']);
    expect((await rowOf(id))['deleted_date']).not.toBeNull();
    expect(await auditEntriesOf(server, id)).toMatchObject([
      { action: 'role.deleted', before: { rights: ['list_users'] } },
    ]);
  });

  test('waits for a concurrent assignment and is then rejected', async () => {
    const id = await createStoreRole();
    const user = await createUser(server, { node: store, rights: [] });
    // an assignment locks the role's row until it commits, as in the product
    const database = openDatabase({ connectionString: server.appUrl });
    const transaction = await database.begin();
    await transaction.run(
      sql`select set_config('app.org', ${org.orgId}, true), set_config('app.lo', ${org.tpath}, true), set_config('app.hi', ${`${org.tpath.slice(0, -1)}/`}, true)`,
    );
    const role = await findRoleToAssign(transaction, { orgId: org.orgId } as Scope, id);
    expect(role).toMatchObject({ id, level: 'STORE', status: true, accessRights: ['list_users'] });
    const removal = admin.delete(`${rolesUrl}/${id}`);
    await transaction.run(sql`
      insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position)
      values (${newId()}, ${org.orgId}, ${user.id}, ${id}, ${store.id}, ${store.tpath}, 1)`);
    await transaction.commit();
    await database.close();
    expect(statusAndCode(await removal)).toEqual([409, 'role.inUse']);
  });
});
