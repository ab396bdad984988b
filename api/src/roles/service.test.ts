import { beforeAll, describe, expect, test } from 'vitest';
import {
  createAssignment,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let acorn: TestNode;
let beech: TestNode;
beforeAll(async () => {
  acorn = await createOrganisation(server);
  beech = await createOrganisation(server);
});

const modulesOf = (roleId: string | null) => `/role-management/roles/modules/${roleId}`;

describe('the modules of a role', () => {
  test('are returned with their rights to users who hold the role, whatever their permissions', async () => {
    const user = await createUser(server, { node: acorn, rights: ['tm_access', 'list_users', 'no_longer_known'] });
    const { status, body } = await (await createClient(server, user)).get(modulesOf(user.roleId));
    expect([status, body]).toEqual([
      200,
      {
        result: [
          { shortName: 'om', accessRights: [{ shortName: 'list_users', associatePermission: 'LIST_USERS' }] },
          { shortName: 'tm', accessRights: [{ shortName: 'tm_access', associatePermission: '' }] },
        ],
      },
    ]);
  });

  test('are returned for the first role named in the token', async () => {
    const user = await createUser(server, { node: acorn, rights: ['sotk_access'] });
    const client = await createClient(server, user);
    const claims = JSON.parse(Buffer.from(client.tokens.idToken.split('.')[1]!, 'base64url').toString());
    const [first] = JSON.parse(claims['custom:roles']);
    expect((await client.get(modulesOf(first))).body.result).toMatchObject([{ shortName: 'sotk' }]);
  });

  test('are returned for an additional role until its assignment expires', async () => {
    const user = await createUser(server, { node: acorn, rights: [] });
    const held = await createRole(server, { organisation: acorn, rights: ['rj_access'] });
    const expired = await createRole(server, { organisation: acorn, rights: ['rj_access'] });
    await createAssignment(server, { userId: user.id, roleId: held, node: acorn, position: 1 });
    await createAssignment(server, {
      userId: user.id,
      roleId: expired,
      node: acorn,
      position: 2,
      until: '2026-01-01T00:00:00Z',
    });
    const client = await createClient(server, user);
    expect((await client.get(modulesOf(held))).body.result).toMatchObject([{ shortName: 'rj' }]);
    expect((await client.get(modulesOf(expired))).body.messageCode).toBe('role.unknown');
  });

  test('are returned for other roles with VIEW_ROLE, and are 404 rather than 403 without it', async () => {
    const other = await createRole(server, { organisation: acorn, rights: ['rj_access'] });
    const privileged = await createClient(server, await createUser(server, { node: acorn, rights: ['view_role'] }));
    const unprivileged = await createClient(server, await createUser(server, { node: acorn, rights: ['list_roles'] }));
    expect((await privileged.get(modulesOf(other))).body.result).toMatchObject([{ shortName: 'rj' }]);
    const { status, body } = await unprivileged.get(modulesOf(other));
    expect([status, body.messageCode]).toEqual([404, 'role.unknown']);
  });

  test('return 404 for roles of another organisation and deleted ones, except to global users', async () => {
    const foreignRole = await createRole(server, { organisation: beech, rights: ['rj_access'] });
    const deletedRole = await createRole(server, { organisation: acorn, rights: ['rj_access'] });
    await server.query('update roles set deleted_date = clock() where id = $1', [deletedRole]);
    const client = await createClient(server, await createUser(server, { node: acorn }));
    expect((await client.get(modulesOf(foreignRole))).status).toBe(404);
    expect((await client.get(modulesOf(deletedRole))).status).toBe(404);
    const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
    expect((await globalAdmin.get(modulesOf(foreignRole))).body.result).toMatchObject([{ shortName: 'rj' }]);
  });
});

test('lists and choices of roles have the one with exactly the searched name first', async () => {
  const organisation = await createOrganisation(server);
  for (const name of ['Area lead', 'Lead', 'Shift lead'])
    await createRole(server, { organisation, rights: [], name, name_norm: name.toLowerCase() });
  const rights = ['list_roles', 'create_user'];
  const client = await createClient(server, await createUser(server, { node: organisation, rights }));
  for (const path of ['/role-management/roles?', '/role-management/roles/choices?givableAt=STORE&']) {
    const { body } = await client.get(`${path}search=LEAD`);
    expect(body.result.map(({ name }: { name: string }) => name)).toEqual(['Lead', 'Area lead', 'Shift lead']);
  }
});
