import { newId } from '../src/platform/database/ids.ts';
import { createRole, type ApiClient, type TestUser, rootOf } from './builders.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

/** A valid role for stores with these rights of the module OM. */
export const roleInput = (rights: readonly string[] = [], overrides: object = {}) => ({
  name: `Role ${newId().slice(-12)}`,
  description: 'For the tills',
  level: 'STORE',
  modules: [{ shortName: 'om', accessRights: rights.map((shortName) => ({ shortName })) }],
  ...overrides,
});

const heldRole = (user: TestUser, client: ApiClient | undefined) => ({
  id: client?.user.roleId ?? user.roleId ?? newId(),
});

/** Sample requests for the role endpoints. */
export const roleSamples: Readonly<Record<string, (user: TestUser, client: ApiClient | undefined) => RequestParts>> = {
  'roles.choices': () => ({ query: { givableAt: 'STORE' } }),
  'roles.get': heldRole,
  'roles.modules': heldRole,
  'roles.create': () => ({ body: roleInput() }),
  'roles.update': (user, client) => ({ ...heldRole(user, client), body: roleInput() }),
  'roles.setStatus': (user, client) => ({ ...heldRole(user, client), body: { status: true } }),
  'roles.remove': heldRole,
};

/** Creates an unassigned role for endpoints that change one. */
const unassignedRole =
  (body?: () => object) =>
  async (server: TestServer, user: TestUser): Promise<RequestParts> => ({
    id: await createRole(server, { organisation: rootOf(user.node), rights: [], level: 'STORE' }),
    ...(body && { body: body() }),
  });

/** Sample requests for which a role is created first. */
export const populatedRoleSamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  'roles.update': unassignedRole(() => roleInput()),
  'roles.setStatus': unassignedRole(() => ({ status: false })),
  'roles.remove': unassignedRole(),
};
