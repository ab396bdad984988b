import { beforeAll, describe, expect, test } from 'vitest';
import { actionAttempts } from '../../../test/action-attempts.ts';
import {
  type ApiClient,
  createAssignment,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  type TestUser,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const usersUrl = '/user-management/users';
let org: TestNode;
let north: TestNode;
let south: TestNode;
let store: TestNode;
let admin: ApiClient;
let listerRoleId: string;
const attempts = actionAttempts(server, () => admin);

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'alder', name: 'Alder' });
  north = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'North' });
  south = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'South' });
  store = await createNode(server, { parent: south, nodeType: 'STORE', name: 'Bath' });
  admin = await createClient(server, await createUser(server, { node: org }));
  listerRoleId = await createRole(server, { organisation: org, rights: ['list_users'], level: 'COMPANY' });
});

type Way = { missing: { reason: string; node?: { name: string }; permissions?: string[] }[] };
type Explanation = { allowed: boolean; fits: boolean; beyond: boolean; mustChangePassword: boolean; ways: Way[] };
const explain = async (
  user: Pick<TestUser, 'id'>,
  action: string,
  query: Record<string, string>,
  client = admin,
): Promise<Explanation> =>
  (await client.get(`${usersUrl}/${user.id}/access?${String(new URLSearchParams({ action, ...query }))}`)).body.result;
const reasonsOf = ({ ways }: Explanation) => ways.map(({ missing }) => missing.map(({ reason }) => reason));
const permitted = async (node: TestNode, action: string, query = '', client = admin) =>
  (await client.get(`/node-management/node/${node.id}/permitted-users?action=${action}${query}`)).body;

describe('explaining access', () => {
  test('names the assignment that allows an action, and what each other one lacks', async () => {
    const clerk = await createUser(server, { node: north, rights: ['om_dashboard'] });
    await createAssignment(server, { userId: clerk.id, roleId: listerRoleId, node: south, position: 1 });
    const granted = await explain(clerk, 'listUsers', { nodeId: store.id });
    expect([granted.allowed, granted.beyond, reasonsOf(granted)]).toEqual([true, false, [['permission', 'scope'], []]]);
    expect(granted.ways[0]?.missing[0]?.permissions).toEqual(['LIST_USERS']);
    const denied = await explain(clerk, 'listUsers', { nodeId: north.id });
    expect([denied.allowed, reasonsOf(denied)]).toEqual([false, [['permission'], ['scope']]]);
  });

  test('tells disabled roles, disabled locations above, ended assignments and actions that do not fit', async () => {
    const closed = await createNode(server, { parent: org, nodeType: 'COMPANY', status: false, name: 'Closed' });
    const inside = await createNode(server, { parent: closed, nodeType: 'STORE' });
    const closedRoleId = await createRole(server, { organisation: org, rights: ['list_users'], status: false });
    const clerk = await createUser(server, { node: inside, rights: ['list_users'] });
    await createAssignment(server, { userId: clerk.id, roleId: closedRoleId, node: south, position: 1 });
    const until = '2026-01-01T00:00:00Z';
    await createAssignment(server, { userId: clerk.id, roleId: listerRoleId, node: south, position: 2, until });
    const inClosed = await explain(clerk, 'listUsers', { nodeId: inside.id });
    expect(inClosed.ways[0]?.missing).toEqual([
      { reason: 'locationDisabled', node: { id: closed.id, name: 'Closed', nodeType: 'COMPANY' } },
    ]);
    const inSouth = await explain(clerk, 'listUsers', { nodeId: store.id });
    expect([inSouth.allowed, reasonsOf(inSouth).slice(1)]).toEqual([false, [['roleDisabled'], ['expired']]]);
    expect(await explain(admin.user, 'createLocation', { nodeId: store.id })).toMatchObject({
      allowed: false,
      fits: false,
    });
  });

  test.for([
    ['a disabled user', `update users set status = false where id = $1`],
    ['a user with a temporary password', `update users set manual_password = false where id = $1`],
    ['a user whose assignment has ended', `update assignments set until = clock() where user_id = $1`],
    [
      'a user of a disabled role',
      `update roles set status = false where id = (select role_id from assignments where user_id = $1)`,
    ],
    [
      'a user of a disabled location',
      `update nodes set status = false where id = (select node_id from users where id = $1)`,
    ],
    [
      'a user of a disabled store',
      `update nodes set status = false where id = (select node_id from users where id = $1)`,
      'STORE',
    ],
    ['a user without a location', `update assignments set node_id = null where user_id = $1`],
  ] as const)(
    'denies %s what the server denies them, and does not list them',
    async ([, change, nodeType]: readonly [string, string, 'STORE'?]) => {
      const node = await createNode(server, { parent: org, nodeType: nodeType ?? 'COMPANY' });
      const clerk = await createUser(server, { node, rights: ['list_users'] });
      const client = await createClient(server, clerk);
      const results = async () => [
        (await explain(clerk, 'listUsers', { nodeId: node.id })).allowed,
        (await permitted(node, 'listUsers', `&search=${clerk.userName}`)).result.length === 1,
        await attempts.listUsers({ client, at: node }),
      ];
      expect(await results()).toEqual([true, true, true]);
      await server.query(change, [clerk.id]);
      expect(await results()).toEqual([false, false, false]);
    },
  );

  test('lists who may do what is possible everywhere, wherever they are', async () => {
    const clerk = await createUser(server, { node: north, rights: ['list_roles'] });
    const found = async (client = admin) =>
      (await permitted(store, 'listRoles', `&search=${clerk.userName}`, client)).result.length;
    expect(await found()).toBe(1);
    const manager = await createClient(server, await createUser(server, { node: south }));
    expect(await found(manager)).toBe(0);
  });

  test('tells what is beyond an administrator, for themselves, for stronger users and for stronger roles', async () => {
    const rights = ['view_user', 'edit_user', 'list_users', 'enabled_user', 'delete_user'];
    const manager = await createClient(server, await createUser(server, { node: south, rights }));
    const [stronger, elsewhere, weaker] = [
      await createUser(server, { node: store, rights: ['create_node'] }),
      await createUser(server, { node: store, rights: [] }),
      await createUser(server, { node: store, rights: [] }),
    ];
    await createAssignment(server, { userId: elsewhere.id, roleId: listerRoleId, node: north, position: 1 });
    const self = { id: manager.user.id, userName: manager.user.userName };
    const results: unknown[] = [];
    for (const action of [
      'editUser',
      'assignRole',
      'sendResetLink',
      'viewAsUser',
      'setUserStatus',
      'deleteUser',
    ] as const)
      for (const target of [self, stronger, elsewhere, weaker]) {
        if (action === 'editUser' && target === self) continue; // decided field by field
        const explanation = await explain(manager.user, action, { targetId: target.id });
        const at = target === self ? south : store;
        const isDone = await attempts[action]({ client: manager, at, target });
        if (explanation.allowed !== isDone) results.push([action, target.userName, explanation.allowed, isDone]);
        const reason = target === self ? 'ownAccount' : 'beyondOwn';
        const isExpected = target === weaker || action === 'sendResetLink' ? undefined : [reason];
        if (isExpected) expect([action, reasonsOf(explanation)]).toEqual([action, [isExpected]]);
      }
    expect(results).toEqual([]);
    const roles = [
      [await createRole(server, { organisation: org, rights: ['create_node'], level: 'STORE' }), 'beyondOwn'],
      [await createRole(server, { organisation: org, rights: [], level: 'ORGANIZATION' }), 'beyondOwn'],
      [
        await createRole(server, { organisation: org, rights: [], level: 'STORE', status: false }),
        'targetRoleDisabled',
      ],
      [await createRole(server, { organisation: org, rights: [], level: 'STORE' }), undefined],
    ] as const;
    for (const [roleId, reason] of roles) {
      const explanation = await explain(manager.user, 'assignRole', { nodeId: store.id, roleId });
      const isDone = await attempts.assignRole({ client: manager, at: store, roleId });
      expect([reason, reasonsOf(explanation), isDone]).toEqual([
        reason,
        [reason ? [reason] : []],
        reason === undefined,
      ]);
    }
  });
});

describe('listing who may perform an action', () => {
  test('names each user once with all assignments through which, by name, in pages', async () => {
    const node = await createNode(server, { parent: north, nodeType: 'STORE' });
    const until = '2099-01-01T00:00:00Z';
    const add = async (firstName: string, at: TestNode) =>
      createUser(server, {
        node: at,
        firstName,
        lastName: 'Zeta',
        rights: ['export_nothing', 'assign_store_device', 'view_node'],
      });
    const [second, first] = [await add('Bea', node), await add('Abe', north)];
    const outsider = await add('Cal', south);
    await createAssignment(server, { userId: second.id, roleId: second.roleId!, node: north, position: 1, until });
    const { result, total } = await permitted(node, 'assignDevices', '&search=zeta');
    expect([total, result.map(({ id }: TestUser) => id)]).toEqual([2, [first.id, second.id]]);
    expect(result[1].ways).toMatchObject([
      { place: { id: node.id }, until: null },
      { place: { id: north.id }, until: expect.stringContaining('2099-01-01') },
    ]);
    const page = await permitted(node, 'assignDevices', '&search=zeta&page=1&size=1');
    expect([page.total, page.result.map(({ id }: TestUser) => id)]).toEqual([2, [second.id]]);
    expect(result.map(({ id }: TestUser) => id)).not.toContain(outsider.id);
  });

  test('leaves out a user who lacks one of the permissions that an action needs, which the explanation names', async () => {
    const node = await createNode(server, { parent: north, nodeType: 'STORE' });
    const partly = await createUser(server, { node, lastName: 'Omega', rights: ['assign_store_device'] });
    const { allowed, ways } = await explain(partly, 'assignDevices', { nodeId: node.id });
    expect([allowed, ways[0]?.missing]).toEqual([false, [{ reason: 'permission', permissions: ['VIEW_NODE'] }]]);
    expect((await permitted(node, 'assignDevices', '&search=omega')).total).toBe(0);
  });

  test('shows an administrator only users and assignments of their own area', async () => {
    const manager = await createClient(server, await createUser(server, { node: south, firstName: 'Own' }));
    const ids = (await permitted(store, 'viewLocation', '&size=100', manager)).result.map(({ id }: TestUser) => id);
    expect(ids).toContain(manager.user.id);
    expect(ids).not.toContain(admin.user.id);
    expect((await permitted(north, 'viewLocation', '', manager)).messageCode).toBe('node.unknown');
  });

  test('lists nobody at a location that the portal does not show, and nobody who works there', async () => {
    const china = await createNode(server, { parent: org, nodeType: 'COMPANY', region: ['CHINA'] });
    const hidden = await createUser(server, { node: china, rights: ['view_node'] });
    await createAssignment(server, { userId: hidden.id, roleId: listerRoleId, node: south, position: 1 });
    expect((await permitted(china, 'viewLocation')).messageCode).toBe('node.unknown');
    const ids = (await permitted(store, 'listUsers', '&size=100')).result.map(({ id }: TestUser) => id);
    expect(ids).not.toContain(hidden.id);
  });
});
