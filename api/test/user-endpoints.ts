import { apiKeySamples, populatedApiKeySamples } from './api-keys.ts';
import { newId } from '../src/platform/database/ids.ts';
import { createNode, createAssignment, createRole, createUser, type TestUser } from './builders.ts';
import { createImportRun } from './imports.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

/** A valid request body for a new user with the node and role of an existing one. */
export const newUserInput = (model: Pick<TestUser, 'node' | 'roleId'>, overrides: object = {}) => {
  const userName = `new.${newId().slice(-12)}`;
  return {
    userName,
    firstName: 'Grace',
    lastName: 'Hopper',
    emailId: `${userName}@mail.example`,
    phoneNumber: '',
    language: 'en',
    timeZone: 'Europe/London',
    country: 'GB',
    rootNodeId: model.node.id,
    userRole: [{ id: model.roleId ?? newId() }],
    ...overrides,
  };
};

/** Sample requests for the endpoints of users, assignments and user imports. */
export const userSamples: Readonly<Record<string, (user: TestUser) => RequestParts>> = {
  ...apiKeySamples,
  'users.create': (user) => ({ body: newUserInput(user) }),
  'users.remove': (user) => ({ id: user.id }),
  'users.sendFirstPassword': (user) => ({ id: user.id }),
  'seeings.begin': (user) => ({ id: user.id, body: { reason: 'finds no price list' } }),
  'assignments.list': (user) => ({ id: user.id }),
  'assignments.create': (user) => ({ id: user.id, body: { roleId: user.roleId ?? newId(), nodeId: user.node.id } }),
  'assignments.remove': (user) => ({ id: user.id, params: { assignmentId: user.assignmentId ?? newId() } }),
  'assignments.changeEnd': (user) => ({
    id: user.id,
    params: { assignmentId: user.assignmentId ?? newId() },
    body: { until: null },
  }),
  'assignments.given': (user) => ({ id: user.id }),
  'userAccess.explain': (user) => ({ id: user.id, query: { action: 'viewUser', nodeId: user.node.id } }),
  'userAccess.permittedUsers': (user) => ({ id: user.node.id, query: { action: 'viewUser' } }),
  'userImports.create': () => ({ body: Buffer.from('userName\nada\n') }),
  'userImports.head': () => ({ body: Buffer.from('Login\nada\n') }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo', 'discard'].map((endpoint) => [
      `userImports.${endpoint}`,
      () => ({ id: newId() }),
    ]),
  ),
  'templates.get': () => ({ params: { name: 'Users' } }),
};

const importInState = (state: string) => (server: TestServer, user: TestUser) =>
  createImportRun(server, user, state, 'users');

/** Sample requests with existing records in the required state. */
export const populatedUserSamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  ...populatedApiKeySamples,
  'users.remove': async (server, user) => ({ id: (await createUser(server, { node: user.node, rights: [] })).id }),
  'users.sendFirstPassword': async (server, user) => ({
    id: (await createUser(server, { node: user.node, rights: [], manual_password: false })).id,
  }),
  'assignments.create': async (server, user) => ({
    id: (await createUser(server, { node: user.node, rights: [] })).id,
    body: { roleId: await createRole(server, { organisation: user.node, rights: [] }), nodeId: user.node.id },
  }),
  'assignments.remove': async (server, user) => {
    const target = await createUser(server, { node: user.node, rights: [] });
    const role = { userId: target.id, roleId: target.roleId ?? newId(), position: 1 };
    const below = await createNode(server, { parent: user.node, nodeType: 'STORE' });
    return { id: target.id, params: { assignmentId: await createAssignment(server, { ...role, node: below }) } };
  },
  'assignments.changeEnd': async (server, user) => {
    const target = await createUser(server, { node: user.node, rights: [] });
    return { id: target.id, params: { assignmentId: target.assignmentId ?? newId() }, body: { until: null } };
  },
  'userImports.get': importInState('ready'),
  'userImports.rows': importInState('ready'),
  'userImports.start': importInState('ready'),
  'userImports.stop': importInState('running'),
  'userImports.undo': importInState('done'),
  'userImports.discard': importInState('ready'),
};
