import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { auditEntriesOf } from '../../../test/small-tree.ts';

const server = await startTestServer();
const usersUrl = '/user-management/users';
let org: TestNode;
let north: TestNode;
let south: TestNode;
let admin: ApiClient;
let listerRoleId: string;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'aspen', name: 'Aspen' });
  north = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'North' });
  south = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'South' });
  await createNode(server, { parent: south, nodeType: 'STORE', name: 'Bath' });
  admin = await createClient(server, await createUser(server, { node: org }));
  listerRoleId = await createRole(server, {
    organisation: org,
    rights: ['list_users'],
    level: 'COMPANY',
    name: 'Lister',
  });
});

const createClerk = (node = north): Promise<TestUser> => createUser(server, { node, rights: ['om_dashboard'] });
const assignRole = (user: TestUser, body: object, client = admin) =>
  client.post(`${usersUrl}/${user.id}/assignments`, { roleId: listerRoleId, nodeId: south.id, ...body });
const listAssignments = async (user: TestUser, client = admin) =>
  (await client.get(`${usersUrl}/${user.id}/assignments`)).body.result as {
    id: string;
    role: { name: string };
    first: boolean;
    over: boolean;
  }[];
const explainAccess = async (user: TestUser, action: string, nodeId: string, client = admin) =>
  (await client.get(`${usersUrl}/${user.id}/access?action=${action}&nodeId=${nodeId}`)).body.result;

describe('additional roles', () => {
  test('assigns an additional role at another node that applies once selected and ends with the next request after its removal', async () => {
    const clerk = await createClerk();
    const { status, body } = await assignRole(clerk, {});
    expect(status).toBe(200);
    expect(body.result).toMatchObject([
      { first: true, place: { id: north.id } },
      {
        first: false,
        place: { id: south.id, name: 'South' },
        role: { id: listerRoleId, name: 'Lister' },
        until: null,
        over: false,
      },
    ]);
    const client = await createClient(server, clerk);
    expect((await client.get(usersUrl)).status).toBe(403);
    const assignmentId = body.result[1].id;
    await client.put('/user-management/sessions/current', { assignmentId });
    expect((await client.get(usersUrl)).status).toBe(200);
    expect((await admin.delete(`${usersUrl}/${clerk.id}/assignments/${assignmentId}`)).status).toBe(200);
    expect((await client.get(usersUrl)).status).toBe(403);
    const events = (await auditEntriesOf(server, clerk.id)).filter(({ action }) => action.startsWith('user.role'));
    expect(events.map(({ action, before, after }) => [action, before ?? after])).toMatchObject([
      ['user.roleGiven', { role: 'Lister', place: 'South' }],
      ['user.roleTaken', { role: 'Lister', place: 'South' }],
    ]);
  });

  test('expires an additional role at its end time, after which it can be assigned again', async () => {
    const clerk = await createClerk();
    const endTime = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await assignRole(clerk, { until: endTime });
    const client = await createClient(server, clerk);
    await client.put('/user-management/sessions/current', { assignmentId: body.result[1].id });
    expect((await client.get(usersUrl)).status).toBe(200);
    await server.query("update assignments set until = clock() - interval '1 second' where id = $1", [
      body.result[1].id,
    ]);
    expect((await client.get(usersUrl)).status).toBe(403);
    expect((await listAssignments(clerk)).map(({ over }) => over)).toEqual([false, true]);
    // the expired assignment does not block a new one
    expect((await assignRole(clerk, {})).body.result).toHaveLength(2);
  });

  test('rejects an additional role that cannot be assigned, with a specific error code', async () => {
    const clerk = await createClerk();
    const storeRoleId = await createRole(server, { organisation: org, rights: [], level: 'STORE' });
    const errorCode = async (body: object, client = admin) => (await assignRole(clerk, body, client)).body.messageCode;
    expect(await errorCode({ until: '2020-01-01T00:00:00Z' })).toBe('assignment.past');
    expect(await errorCode({ roleId: storeRoleId })).toBe('role.levelTooHigh');
    expect(await errorCode({ nodeId: crypto.randomUUID() })).toBe('node.unknown');
    expect(await errorCode({})).toBeUndefined();
    expect(await errorCode({})).toBe('assignment.doubled');
    const manager = await createClient(
      server,
      await createUser(server, { node: north, rights: ['edit_user', 'view_user', 'om_dashboard'] }),
    );
    const outsider = await createClerk();
    expect((await assignRole(outsider, {}, manager)).body.messageCode).toBe('node.unknown');
    expect((await assignRole(outsider, { nodeId: north.id }, manager)).body.messageCode).toBe('role.beyondYourOwn');
    expect((await assignRole(manager.user, { nodeId: north.id }, manager)).body.messageCode).toBe('user.ownStanding');
  });

  test('hides roles outside the actor’s area and refuses changes to users who hold such roles', async () => {
    const clerk = await createClerk();
    await assignRole(clerk, {});
    const manager = await createClient(server, await createUser(server, { node: north }));
    expect(await listAssignments(clerk, manager)).toHaveLength(1);
    expect((await assignRole(clerk, { nodeId: north.id }, manager)).body.messageCode).toBe('user.beyondYourOwn');
    expect(await explainAccess(clerk, 'listUsers', north.id, manager)).toMatchObject({ allowed: false, beyond: true });
  });

  test('refuses to remove a primary role or a role that the user does not hold', async () => {
    const clerk = await createClerk();
    const primaryId = (await listAssignments(clerk))[0]!.id;
    for (const id of [primaryId, crypto.randomUUID()]) {
      const { status, body } = await admin.delete(`${usersUrl}/${clerk.id}/assignments/${id}`);
      expect([status, body.messageCode]).toEqual([409, 'assignment.gone']);
    }
  });
});
