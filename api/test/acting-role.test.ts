import { beforeAll, describe, expect, test } from 'vitest';
import { sessionIdOf } from './browser.ts';
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
  signIn,
} from './builders.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
const second = await startTestServer({ databaseUrl: testServer.ownerUrl });
let acorn: TestNode;
let store: TestNode;
let otherStore: TestNode;

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  const company = await createNode(testServer, { parent: acorn, nodeType: 'COMPANY', name: 'Acorn North' });
  store = await createNode(testServer, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  otherStore = await createNode(testServer, { parent: company, nodeType: 'STORE', name: 'York' });
});

const url = '/user-management/sessions/current';
type Assignment = {
  id: string;
  roleName: string;
  place: { name: string } | null;
  until: string | null;
  acting: boolean;
};
const actingNodeNames = (assignments: Assignment[]) =>
  assignments.filter(({ acting }) => acting).map(({ place }) => place?.name);

/** A user with `view_user` at Leeds and `list_users` at York. */
async function createUserWithTwoRoles(columns: Record<string, unknown> = {}) {
  const user = await createUser(testServer, { node: store, rights: ['view_user'] });
  const roleId = await createRole(testServer, { organisation: acorn, rights: ['list_users'] });
  const secondAssignment = await createAssignment(testServer, {
    userId: user.id,
    roleId,
    node: otherStore,
    position: 1,
    ...columns,
  });
  const client = await createClient(testServer, user);
  const profile = async () => (await client.get(`/user-management/users/${user.id}`)).body.result;
  return { user, client, secondAssignment, profile, firstAssignment: user.assignmentId };
}

describe('a user with roles at two nodes', () => {
  test('receives both assignments and which of them is active', async () => {
    const { profile, firstAssignment, secondAssignment } = await createUserWithTwoRoles({
      until: '2100-01-01T00:00:00Z',
    });
    const { assignments } = await profile();
    expect(assignments).toEqual([
      {
        id: firstAssignment,
        roleName: expect.any(String),
        place: { id: store.id, name: 'Leeds', nodeType: 'STORE' },
        until: null,
        acting: true,
      },
      {
        id: secondAssignment,
        roleName: expect.any(String),
        place: { id: otherStore.id, name: 'York', nodeType: 'STORE' },
        until: expect.stringMatching(/^2100-01-01/),
        acting: false,
      },
    ]);
  });

  test('acts by the chosen assignment from the next request on, with only its node and rights, on any server', async () => {
    const { client, secondAssignment, profile } = await createUserWithTwoRoles();
    const [first, visibleUser] = [
      await createUser(testServer, { node: store }),
      await createUser(testServer, { node: otherStore }),
    ];
    expect((await client.get('/user-management/users')).status).toBe(403);
    const { status, body } = await client.put(url, { assignmentId: secondAssignment });
    expect([status, actingNodeNames(body.result)]).toEqual([200, ['York']]);
    for (const server of [testServer, second]) {
      const request = (path: string) => server.request({ url: path, host: client.host, token: client.token });
      const list = (await request('/user-management/users?size=100')).body.result as { id: string }[];
      expect(list.map(({ id }) => id)).toContain(visibleUser.id);
      expect(list.map(({ id }) => id)).not.toContain(first.id);
      expect((await request(`/user-management/users/${visibleUser.id}`)).status).toBe(403);
    }
    const profileNow = await profile();
    expect([
      profileNow.rootNodeId,
      profileNow.rootNode,
      profileNow.path.map(({ name }: { name: string }) => name),
    ]).toEqual([otherStore.id, 'STORE', ['York']]);
    expect(
      profileNow.userRole[0].modules[0].accessRights.map(({ shortName }: { shortName: string }) => shortName),
    ).toEqual(['list_users']);
    expect(actingNodeNames(profileNow.assignments)).toEqual(['York']);
  });

  test('keeps the chosen assignment across token renewal, in this session only', async () => {
    const { user, client, secondAssignment } = await createUserWithTwoRoles();
    const otherSession = await createClient(testServer, user);
    await client.put(url, { assignmentId: secondAssignment });
    const body = { clientId: 'portal-web', refreshToken: client.tokens.refreshToken };
    const renewed = await client.post('/user-management/refresh-token', body);
    const claims = JSON.parse(
      Buffer.from(String(renewed.body.result.idToken).split('.')[1]!, 'base64url').toString(),
    ) as Record<string, string>;
    expect(claims['custom:rootNodeId']).toBe(`NODE::${otherStore.id}`);
    expect((await otherSession.get('/user-management/users')).status).toBe(403);
  });

  test('can switch back, with one audit entry per change', async () => {
    const { user, client, firstAssignment, secondAssignment } = await createUserWithTwoRoles();
    for (const assignmentId of [secondAssignment, secondAssignment, firstAssignment])
      await client.put(url, { assignmentId });
    expect((await client.get('/user-management/users')).status).toBe(403);
    const auditEntries = await testServer.query(
      `select actor_id, session_id, before ->> 'id' as before, after ->> 'id' as after from audit
        where entity_id = $1 and action = 'session.roleChosen' order by at, id`,
      [user.id],
    );
    const common = { actor_id: user.id, session_id: sessionIdOf(client.token) };
    expect(auditEntries).toEqual([
      { ...common, before: firstAssignment, after: secondAssignment },
      { ...common, before: secondAssignment, after: firstAssignment },
    ]);
  });
});

describe('a user whose first node is disabled', () => {
  let first: TestNode;
  const setStatus = (status: boolean) =>
    testServer.query('update nodes set status = $2 where id = $1', [first.id, status]);

  beforeAll(async () => {
    first = await createNode(testServer, { parent: store.parent!, nodeType: 'TRADING_REGION', name: 'Wales' });
  });

  const createMovableUser = async () => {
    const user = await createUser(testServer, {
      node: await createNode(testServer, { parent: first, nodeType: 'STORE' }),
    });
    const addAssignment = async (position: number) =>
      createAssignment(testServer, {
        userId: user.id,
        roleId: await createRole(testServer, { organisation: acorn }),
        node: otherStore,
        position,
      });
    return { user, addAssignment };
  };
  const actingNodes = async ({ host, user }: ApiClient, token: string) => {
    const response = await testServer.request({ url: `/user-management/users/${user.id}`, host, token });
    return response.status === 200 ? actingNodeNames(response.body.result.assignments) : response.status;
  };

  test('signs in with the next enabled assignment, and with the first again once it is enabled', async () => {
    const { user, addAssignment } = await createMovableUser();
    await setStatus(false);
    const { userName, host } = user;
    expect((await signIn(testServer, { userName, host })).body.messageCode).toBe('signIn.notAllowed');
    await addAssignment(1);
    const client = await createClient(testServer, user);
    expect(await actingNodes(client, client.token)).toEqual(['York']);
    await setStatus(true);
    const nextClient = await createClient(testServer, user);
    expect(await actingNodes(nextClient, nextClient.token)).toEqual([user.node.name]);
  });

  test('continues with the next enabled assignment on token renewal once the active one is removed', async () => {
    const { user, addAssignment } = await createMovableUser();
    const [secondAssignment] = [await addAssignment(1), await addAssignment(2)];
    const client = await createClient(testServer, user);
    await client.put(url, { assignmentId: secondAssignment });
    await setStatus(false);
    await testServer.query('delete from assignments where id = $1', [secondAssignment]);
    expect(await actingNodes(client, client.token)).toBe(401);
    const body = { clientId: 'portal-web', refreshToken: client.tokens.refreshToken };
    const renewed = await client.post('/user-management/refresh-token', body);
    expect(renewed.status).toBe(200);
    expect(await actingNodes(client, renewed.body.result.accessToken)).toEqual(['York']);
    await setStatus(true);
  });
});

describe('a switch of assignments is rejected for', () => {
  const switchTo = async (
    { client, user }: { client: Awaited<ReturnType<typeof createClient>>; user: TestUser },
    id: unknown,
  ) => {
    const { status, body } = await client.put(url, { assignmentId: id });
    const { body: profileBody } = await client.get(`/user-management/users/${user.id}`);
    return [status, body.messageCode, actingNodeNames(profileBody.result.assignments)];
  };
  const rejected = [404, 'assignment.unknown', ['Leeds']];

  test('an assignment of another user or an unknown one', async () => {
    const holder = await createUserWithTwoRoles();
    const otherHolder = await createUserWithTwoRoles();
    expect(await switchTo(holder, otherHolder.secondAssignment)).toEqual(rejected);
    expect(await switchTo(holder, '0199a000-0000-7000-8000-00000000dead')).toEqual(rejected);
  });

  test('an expired assignment', async () => {
    const holder = await createUserWithTwoRoles({ until: '2026-01-01T00:00:00Z' });
    expect(await switchTo(holder, holder.secondAssignment)).toEqual(rejected);
  });

  test('an assignment with a disabled role', async () => {
    const holder = await createUserWithTwoRoles();
    await testServer.query(
      'update roles set status = false where id = (select role_id from assignments where id = $1)',
      [holder.secondAssignment],
    );
    expect(await switchTo(holder, holder.secondAssignment)).toEqual(rejected);
  });

  test('an assignment at a disabled node', async () => {
    const holder = await createUserWithTwoRoles();
    await testServer.query('update nodes set status = false where id = $1', [otherStore.id]);
    expect(await switchTo(holder, holder.secondAssignment)).toEqual(rejected);
    await testServer.query('update nodes set status = true where id = $1', [otherStore.id]);
  });
});
