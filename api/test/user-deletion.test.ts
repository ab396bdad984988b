import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createAssignment,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
  signIn,
} from './builders.ts';
import { startTestServer } from './server.ts';
import { auditEntriesOf } from './small-tree.ts';

const server = await startTestServer();
const usersUrl = '/user-management/users';
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
  manager = await createClient(server, await createUser(server, { node: company }));
  tillRoleId = await createRole(server, {
    organisation: org,
    rights: ['om_dashboard', 'view_profile'],
    level: 'STORE',
    name: 'Till',
  });
});

describe('deleting a user', () => {
  const remove = (id: string, client = admin, headers = {}) =>
    client.delete(`${usersUrl}/${id}/delete`, undefined, headers);

  test('ends the sessions of a deleted user, refuses sign-in, hides the user and keeps the audit record', async () => {
    const user = await createUser(server, { node: store, roleId: tillRoleId });
    const client = await createClient(server, user);
    const { status, body } = await remove(user.id);
    expect([status, body.result.userName]).toEqual([200, user.userName]);
    expect((await client.get(`${usersUrl}/${user.id}`)).status).toBe(401);
    expect((await signIn(server, user)).status).toBe(400);
    expect((await admin.get(`${usersUrl}/${user.id}`)).status).toBe(404);
    expect((await admin.get(`${usersUrl}?search=${user.userName}`)).body.total).toBe(0);
    expect((await auditEntriesOf(server, user.id)).at(-1)).toMatchObject({
      action: 'user.deleted',
      before: { userName: user.userName, place: 'Leeds', role: 'Till' },
    });
    expect((await remove(user.id)).status).toBe(404);
  });

  test('refuses to delete oneself, users with more rights, and a stale version', async () => {
    expect((await remove(admin.user.id)).body.messageCode).toBe('user.self');
    const limitedManager = await createClient(
      server,
      await createUser(server, { node: company, rights: ['delete_user'] }),
    );
    const stronger = await createUser(server, { node: store, rights: ['delete_user', 'edit_user'] });
    expect((await remove(stronger.id, limitedManager)).body.messageCode).toBe('user.beyondYourOwn');
    expect((await remove(stronger.id, admin, { 'if-match': '"9"' })).status).toBe(412);
    expect((await admin.get(`${usersUrl}/${stronger.id}`)).status).toBe(200);
  });

  test('refuses to delete a user with a role outside the actor’s area', async () => {
    const user = await createUser(server, { node: store, roleId: tillRoleId });
    const otherNode = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    await createAssignment(server, { userId: user.id, roleId: tillRoleId, node: otherNode, position: 1 });
    expect((await remove(user.id, manager)).body.messageCode).toBe('user.beyondYourOwn');
    expect((await remove(user.id)).status).toBe(200);
  });
});
