import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import {
  createNode,
  createAssignment,
  createUser,
  type ApiClient,
  allAccessRights,
  insertRow,
  type TestUser,
  type TestNode,
  createClient,
} from './builders.ts';
import { deviceInput } from './device-samples.ts';
import { userFields } from './input-fields.ts';
import { startTestServer } from './server.ts';
import { postNode, createSmallTree, statusAndCode, auditEntriesOf, nodeUrl } from './small-tree.ts';

const server = await startTestServer();
// the rights of a user who manages a subtree and its users
const managerRights = [
  'list_node_structure',
  'view_node',
  'edit_node',
  'list_users',
  'view_user',
  'edit_user',
  'enabled_user',
];

let org: TestNode;
let south: TestNode;
let region: TestNode;
let group: TestNode;
let store: TestNode;
let admin: ApiClient;
let manager: ApiClient;

beforeEach(async () => {
  ({ org, south, region, group, store, admin } = await createSmallTree(server));
  manager = await createClient(server, await createUser(server, { node: region, rights: managerRights }));
});

const moveNode = (client: ApiClient, node: TestNode, parent: TestNode) =>
  client.put(`${nodeUrl(node)}/move`, { parentId: parent.id });

/**
 * The responses to a manager's attempts to take over an account: e-mail change, reset link, disabling, ending its
 * sessions.
 */
const tryTakeOver = async ({ id, userName }: TestUser) =>
  Promise.all([
    manager.put(`/user-management/users/${id}`, { ...userFields({ userName }), emailId: 'thief@mail.example' }),
    manager.post(`/user-management/resetLink/${id}`),
    manager.put(`/user-management/users/${id}/status`, { status: false }),
    manager.delete(`/user-management/users/${id}/sessions`),
  ]);
const takeOverErrors = async (user: TestUser) => [
  ...new Set((await tryTakeOver(user)).map((response) => statusAndCode(response).join(' '))),
];

const ownRolesOf = async (client: ApiClient) =>
  (await client.get(`/user-management/users/${client.user.id}`)).body.result.userRole;

describe('moving a node', () => {
  test('returns 404 if the node or its new parent is outside the user’s scope', async () => {
    const otherRegion = await createNode(server, { parent: south, nodeType: 'TRADING_REGION' });
    const otherGroup = await createNode(server, { parent: otherRegion, nodeType: 'STORE_GROUP' });
    const user = await createUser(server, { node: otherGroup, rights: [] });
    for (const [node, parent] of [
      [otherGroup, region],
      [group, otherRegion],
      [region, south],
      [org, region],
    ] as const)
      expect(statusAndCode(await moveNode(manager, node, parent))).toEqual([404, 'node.unknown']);
    expect(await takeOverErrors(user)).toEqual(['404 user.unknown']);
  });

  test('gives no access to accounts with more rights, whether moved by the user or by an administrator', async () => {
    const privilegedUser = await createUser(server, { node: group, rights: allAccessRights });
    const secondGroup = await createNode(server, { parent: region, nodeType: 'STORE_GROUP', name: 'Bradford' });
    expect(await takeOverErrors(privilegedUser)).toEqual(['409 user.beyondYourOwn']);
    expect((await moveNode(manager, store, secondGroup)).status).toBe(200);
    expect(await takeOverErrors(privilegedUser)).toEqual(['409 user.beyondYourOwn']);

    const otherRegion = await createNode(server, { parent: south, nodeType: 'TRADING_REGION' });
    const movedGroup = await createNode(server, { parent: otherRegion, nodeType: 'STORE_GROUP' });
    const movedUser = await createUser(server, { node: movedGroup, rights: allAccessRights });
    expect((await moveNode(admin, movedGroup, region)).status).toBe(200);
    expect((await manager.get(`/user-management/users/${movedUser.id}`)).status).toBe(200);
    expect(await takeOverErrors(movedUser)).toEqual(['409 user.beyondYourOwn']);
  });

  test('gives no access to accounts with assignments outside the user’s scope', async () => {
    const otherRegion = await createNode(server, { parent: south, nodeType: 'TRADING_REGION' });
    const branch = await createNode(server, { parent: otherRegion, nodeType: 'STORE' });
    const userOfBoth = await createUser(server, { node: branch, rights: ['view_node'] });
    await createAssignment(server, { userId: userOfBoth.id, roleId: userOfBoth.roleId!, node: south, position: 1 });
    expect((await moveNode(admin, branch, region)).status).toBe(200);
    expect(await takeOverErrors(userOfBoth)).toEqual(['409 user.beyondYourOwn']);
  });

  test('keeps the scope and rights of users inside the moved subtree', async () => {
    const clerk = await createClient(server, await createUser(server, { node: group, rights: managerRights }));
    const before = await ownRolesOf(clerk);
    expect((await moveNode(admin, region, south)).status).toBe(200);
    expect(await ownRolesOf(clerk)).toEqual(before);
    for (const node of [south, region])
      expect(statusAndCode(await clerk.get(nodeUrl(node)))).toEqual([404, 'node.unknown']);
    expect((await clerk.get(nodeUrl(store))).status).toBe(200);
  });
});

test('a node that reuses the code of a deleted one inherits nothing from it', async () => {
  const oldNode = await createNode(server, { parent: group, nodeType: 'STORE', name: 'Old', code: 'AGAIN' });
  const device = { ...deviceInput, nodeId: oldNode.id };
  const { body } = await admin.post('/module-management/device', device);
  await insertRow(server, 'setting_values', {
    id: newId(),
    org_id: org.id,
    node_id: oldNode.id,
    tpath: oldNode.tpath,
    section: 'ebasketDisplay',
    field: 'displayName',
    value: '"Old basket"',
    valid_from: '2026-01-01',
  });
  await admin.delete(`/module-management/device/${body.result.id}`);
  expect((await admin.delete(`${nodeUrl(oldNode)}/delete`)).status).toBe(200);

  const created = (await postNode(admin, group, 'STORE', { name: 'New', code: 'again' })).body.result;
  const newNode = { id: created.nodeId as string };
  expect(created).toMatchObject({ isOverride: false, userCount: 0, deviceCount: 0, version: 1 });
  expect(newNode.id).not.toBe(oldNode.id);
  expect(statusAndCode(await admin.get(nodeUrl(oldNode)))).toEqual([404, 'node.unknown']);
  expect((await admin.get(`/module-management/device?nodeId=${newNode.id}`)).body).toEqual({ result: [], total: 0 });
  expect((await admin.get(`${nodeUrl(newNode)}/configuration`)).text).not.toContain('Old basket');
  expect((await auditEntriesOf(server, newNode.id)).map(({ action }) => action)).toEqual(['node.created']);
  const [paths] = await server.query('select count(distinct tpath)::int as paths from nodes where id = any($1)', [
    [oldNode.id, newNode.id],
  ]);
  expect(paths).toEqual({ paths: 2 });
});
