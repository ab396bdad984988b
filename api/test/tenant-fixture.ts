import { newId } from '../src/platform/database/ids.ts';
import { apiKeyRights } from './api-keys.ts';
import { sessionIdOf } from './browser.ts';
import {
  createNode,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
} from './builders.ts';
import type { TestServer } from './server.ts';
import { settingPermissions } from './setting-endpoints.ts';
import { createFullOrganisation, type FullOrganisation } from './full-organisation.ts';

/** A marker contained in every text of an organisation, and nowhere else. */
export const markers = { acorn: 'qacornq', beech: 'qbeechq' };

/** Two fully populated organisations, with actors of every kind and target records of every kind. */
export type TenantFixture = {
  readonly acorn: FullOrganisation;
  readonly beech: FullOrganisation;
  readonly actors: readonly FixtureActor[];
  readonly targets: readonly FixtureTarget[];
};

/** An id that does not exist. */
export const unknownId = newId();

/** Whether a node is in the sub-tree of another. */
export const isWithin = (node: TestNode, scopeRoot: TestNode): boolean =>
  node.id === scopeRoot.id || (node.parent !== undefined && isWithin(node.parent, scopeRoot));

/** A signed-in user, as the access model knows them. */
export type FixtureActor = {
  readonly name: string;
  readonly user: TestUser;
  readonly scopeRoot: TestNode | undefined;
  readonly rights: readonly string[];
  readonly global?: true;
  /** Replaced after a test has ended the session. */
  client: ApiClient;
};

export const isInScope = (actor: FixtureActor, node: TestNode) =>
  actor.global === true || (actor.scopeRoot !== undefined && isWithin(node, actor.scopeRoot));
const isVisible = (actor: FixtureActor, user: TestUser) => user.id === actor.user.id || isInScope(actor, user.node);

/** A record to access: a user, a node, or a session of a user; none of them for an id without a record. */
export type FixtureTarget = {
  readonly description: string;
  readonly id: string;
  readonly user?: TestUser;
  readonly node?: TestNode;
  readonly sessionOf?: TestUser;
};

/** The expected status of a request to an endpoint with an id. A new endpoint must be added here. */
export function expectedStatus(
  { actors }: TenantFixture,
  actor: FixtureActor,
  requestedEndpoint: string,
  { user, node, sessionOf: owner }: FixtureTarget,
): number {
  const endpointName = resolveOverload(requestedEndpoint, actor, node);
  const holds = (...names: string[]) => names.some((name) => actor.rights.includes(name));
  if (endpointName === 'users.get' && !holds('view_user') && user?.id !== actor.user.id) return 403;
  if (/^users\.(update|sendFirstPassword)$/.test(endpointName) && !holds('edit_user')) return 403;
  if (endpointName === 'users.setStatus' && !holds('enabled_user')) return 403;
  if (endpointName === 'users.remove' && !holds('delete_user')) return 403;
  if (endpointName === 'seeings.begin' && !holds('view_user')) return 403;
  if (endpointName.startsWith('assignments.') && !holds(/list|given/.test(endpointName) ? 'view_user' : 'edit_user'))
    return 403;
  if (endpointName.startsWith('passwords.') && !holds('edit_user')) return 403;
  if (endpointName === 'nodes.get' && !holds('view_node', 'list_node_structure')) return 403;
  if (endpointName === 'nodes.children' && !holds('list_node_structure')) return 403;
  if (/^nodes\.(update|move|preview)/.test(endpointName) && !holds('edit_node')) return 403;
  if (endpointName === 'nodes.update' && !holds('edit_node_details')) return 403;
  if (endpointName === 'nodes.setStatus' && !holds('enabled_node')) return 403;
  if (endpointName === 'nodes.remove' && !holds('delete_node')) return 403;
  // the fixture has no devices and no API keys; their own tests cover other scopes
  if (endpointName.startsWith('devices.')) return holds('assign_store_device') ? 404 : 403;
  if (endpointName in apiKeyRights) return holds(...apiKeyRights[endpointName]!) ? 404 : 403;
  // nor import runs
  if (endpointName.startsWith('nodeImports.')) return holds('create_node', 'edit_node') ? 404 : 403;
  if (endpointName.startsWith('userImports.'))
    return holds(
      /\.(list|get|rows)$/.test(endpointName) ? 'show_bulk_user_import_submenu' : 'allow_upload_user_import_csv',
    )
      ? 404
      : 403;
  if (/^(?:bulkOverrides|settingImports|listImports)\./.test(endpointName))
    return holds(/\.(list|get|rows)$/.test(endpointName) ? 'list_bulk_override' : 'bulk_override') ? 404 : 403;
  // nor files in its library
  if (endpointName.startsWith('mediaLibrary.'))
    return holds(endpointName === 'mediaLibrary.uses' ? 'list_setting' : 'edit_setting') ? 404 : 403;
  // nor products
  if (/^product(?:s|Imports|Bulk)\./.test(endpointName)) {
    const read = endpointName === 'products.get' ? ['view_setting'] : ['edit_setting'];
    return holds(...(endpointName.startsWith('productImports.') ? ['create_setting', 'edit_setting'] : read))
      ? 404
      : 403;
  }
  // nor views
  if (endpointName.startsWith('userViews.')) return holds('list_users') ? 404 : 403;
  if (endpointName.startsWith('productViews.'))
    return holds('list_setting', 'view_setting', 'create_setting', 'edit_setting') ? 404 : 403;
  if (endpointName.startsWith('userBulk.')) return holds('enabled_user', 'edit_user') ? 404 : 403;
  if (
    endpointName === 'organisations.update' &&
    !(holds('update_organisation') && holds('update_organisation_details'))
  )
    return 403;
  if (endpointName === 'organisations.setStatus')
    return !holds('enabled_organisation') ? 403 : actor.global ? 200 : 409;
  if (endpointName === 'organisations.invite' && !holds('create_organisation')) return 403;
  // no administrator of the fixture's organisations was invited
  if (endpointName === 'organisations.invite')
    return node?.nodeType === 'ORGANIZATION' && isInScope(actor, node) ? 409 : 404;
  if (endpointName === 'organisations.remove') return holds('delete_organisation') ? 412 : 403;
  if (endpointName === 'organisations.domains' && !holds('view_organisation', 'create_user')) return 403;
  if (['organisations.get', 'themes.ofOrganisation'].includes(endpointName) && !holds('view_organisation')) return 403;
  // users below the organisation may read their own one with this right
  const fromBelow = !actor.global && actor.scopeRoot && holds('access_organisation_level');
  const readFromBelow = ['organisations.get', 'organisations.domains', 'themes.ofOrganisation'];
  if (readFromBelow.includes(endpointName) && fromBelow && node?.id === actor.scopeRoot.orgId) return 200;
  if (endpointName.startsWith('organisations.') || endpointName === 'themes.ofOrganisation')
    return node?.nodeType === 'ORGANIZATION' && isInScope(actor, node) ? 200 : 404;
  if (endpointName === 'profiles.setFaceConsent' && !holds('allow_face_id_registration')) return 403;
  if (endpointName.startsWith('profiles.')) return user?.id === actor.user.id ? 200 : 404;
  if (endpointName.startsWith('emailChanges.')) {
    // no user of the fixture has a pending address
    if (user?.id === actor.user.id) return 409;
    const mayObject = endpointName === 'emailChanges.object' && holds('edit_user');
    return mayObject && user && isVisible(actor, user) ? 409 : 404;
  }
  const roleRight = { get: 'view', update: 'edit', setStatus: 'enabled', remove: 'delete' }[
    endpointName.replace('roles.', '')
  ];
  if (endpointName.startsWith('roles.') && roleRight && !holds(`${roleRight}_role`)) return 403;
  // the fixture's targets have no roles; their own tests cover other scopes
  if (endpointName.startsWith('roles.')) return 404;
  if (endpointName === 'openSessions.end') return owner && owner.id === actor.user.id ? 200 : 404;
  if (endpointName === 'openSessions.endAllOf' && !holds('enabled_user')) return 403;
  if (/^(users|assignments|passwords|seeings)\./.test(endpointName) || endpointName === 'openSessions.endAllOf') {
    if (!user || !isVisible(actor, user)) return 404;
    const targetRights = actors.find((one) => one.user.id === user.id)?.rights ?? allAccessRights;
    // requested with a stale version, so that no user is deleted
    if (endpointName === 'users.remove') return 412;
    // the fixture's users have chosen their passwords
    if (endpointName === 'users.sendFirstPassword') return 409;
    const isRead = /^(users\.get|passwords\.linkState|assignments\.(list|given))$/.test(endpointName);
    // sent with a past date, and with an additional role that the user does not hold
    if (/^assignments\.(create|changeEnd|remove)$/.test(endpointName)) {
      if (user.id === actor.user.id || targetRights.some((right) => !holds(right))) return 409;
      return endpointName === 'assignments.remove' ? 409 : 400;
    }
    if (['users.setStatus', 'seeings.begin'].includes(endpointName) && user.id === actor.user.id) return 409;
    return !isRead && targetRights.some((right) => !holds(right)) ? 409 : 200;
  }
  if (endpointName.startsWith('userAccess.') && !holds('view_user')) return 403;
  if (endpointName === 'userAccess.explain') return user && isVisible(actor, user) ? 200 : 404;
  if (endpointName === 'userAccess.permittedUsers' && !holds('view_node')) return 403;
  if (endpointName === 'userAccess.permittedUsers') return node && isInScope(actor, node) ? 200 : 404;
  // effective values of ancestors apply below, so they may be read from below
  if (endpointName === 'configurations.get')
    return node && (isInScope(actor, node) || isWithin(actor.user.node, node)) ? 200 : 404;
  if (/^(settings|connectionTests)\./.test(endpointName)) {
    const writes = endpointName in settingPermissions;
    const rights = ['edit_node_module', 'update_organisation_module'];
    if (!(writes ? holds(...rights) : holds('view_node', 'view_organisation', 'bulk_override', ...rights))) return 403;
    if (!node || !isInScope(actor, node)) return 404;
    // the e-basket describes no connection
    if (endpointName === 'connectionTests.run') return 400;
    // no change is scheduled at these nodes
    return endpointName === 'settings.withdraw' ? 409 : 200;
  }
  if (endpointName === 'changeCalendars.get') {
    if (!holds('view_node', 'view_organisation')) return 403;
    return node && isInScope(actor, node) ? 200 : 404;
  }
  if (endpointName.startsWith('webhooks.')) {
    if (!holds('edit_node_configuration', 'update_organisation_config')) return 403;
    // only webhooks created by the request itself exist
    return node && isInScope(actor, node) && /\.(list|create)$/.test(endpointName) ? 200 : 404;
  }
  if (!endpointName.startsWith('nodes.'))
    throw new Error(`the access model lacks the endpoint ${endpointName}: add it to api/test/tenant-fixture.ts`);
  if (!node || !isInScope(actor, node)) return 404;
  if (endpointName === 'nodes.remove') return 412;
  if (endpointName === 'nodes.move' || endpointName === 'nodes.previewMove') return 409;
  if (endpointName === 'nodes.setStatus') return node.id === actor.scopeRoot?.id || !node.parent ? 409 : 200;
  return 200;
}

/** Node and organisation endpoints are overloads: the latter if the actor's scope is the whole addressed organisation. */
function resolveOverload(endpointName: string, actor: FixtureActor, node: TestNode | undefined): string {
  const [, name = ''] = endpointName.split('.');
  if (!/^(nodes|organisations)\.(update|setStatus|remove)$/.test(endpointName)) return endpointName;
  const whole = node?.nodeType === 'ORGANIZATION' && (actor.global || actor.scopeRoot?.id === node.id);
  return `${whole ? 'organisations' : 'nodes'}.${name}`;
}

export const allUsersOf = ({ acorn, beech, actors }: TenantFixture): TestUser[] => [
  ...acorn.users,
  ...beech.users,
  ...actors.map(({ user }) => user),
];

/** The markers that must never appear in an actor's responses. */
export const foreignMarkers = ({ acorn }: TenantFixture, actor: FixtureActor): string[] =>
  actor.global ? [] : actor.user.node.orgId === acorn.root.id ? [markers.beech] : [markers.acorn];

export async function createTenantFixture(testServer: TestServer): Promise<TenantFixture> {
  const actors: FixtureActor[] = [];
  const [acorn, beech] = [
    await createFullOrganisation(testServer, { slug: 'acorn', mark: markers.acorn }),
    await createFullOrganisation(testServer, { slug: 'beech', mark: markers.beech }),
  ];
  const addActor = async (
    name: string,
    node: TestNode,
    options: { rights?: readonly string[]; withoutNode?: true; global?: true } = {},
  ) => {
    const { rights = allAccessRights, withoutNode: nowhere, global } = options;
    const user = await createUser(testServer, {
      node,
      rights,
      userName: name.replaceAll(' ', '.'),
      ...(nowhere ? { withoutNode: nowhere } : {}),
    });
    actors.push({
      name,
      user,
      scopeRoot: nowhere ? undefined : node,
      rights,
      ...(global ? { global } : {}),
      client: await createClient(testServer, user),
    });
  };
  const line = (['ORGANIZATION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE'] as const).map(
    (type) => acorn.nodes.find(({ nodeType }) => nodeType === type)!,
  );
  for (const node of line) await addActor(`${node.nodeType} with all rights`, node);
  for (const node of [line[0]!, line[5]!]) await addActor(`${node.nodeType} with no rights`, node, { rights: [] });
  await addActor('COMPANY with four rights', line[1]!, {
    rights: ['view_user', 'edit_user', 'list_node_structure', 'list_users'],
  });
  await addActor('nowhere with all rights', acorn.root, { withoutNode: true });
  await addActor('the other organisation', beech.root);
  await addActor('GLOBAL with all rights', platformNode, { global: true });

  const deletedStore = await createNode(testServer, {
    parent: line[4]!,
    nodeType: 'STORE',
    deleted_date: '2026-01-01T00:00:00Z',
  });
  const deletedUser = await createUser(testServer, { node: line[4]!, deleted_date: '2026-01-01T00:00:00Z' });
  // relative to the actors: own nodes, ancestors, descendants, siblings, a cousin, and the other organisation from top to bottom
  const siblings = line
    .slice(1)
    .map((node) =>
      acorn.nodes.find(
        ({ id, parent, nodeType }) =>
          id !== node.id &&
          parent &&
          nodeType === node.nodeType &&
          (parent.id === node.parent!.id || nodeType === 'SUB_STORE_GROUP'),
      )!,
    );
  const targetNodes = [
    ...line,
    ...siblings,
    acorn.nodes.at(-1)!,
    ...line.map(({ nodeType }) => beech.nodes.find((node) => node.nodeType === nodeType)!),
  ];
  const targetUsers = [...acorn.users, ...beech.users].filter(({ node }) => targetNodes.includes(node));
  const targets: FixtureTarget[] = [
    ...[...targetUsers, ...actors.map(({ user }) => user)].map((user) => ({
      description: `person at ${user.node.name}`,
      id: user.id,
      user,
    })),
    ...[...targetNodes, platformNode].map((node) => ({ description: node.name, id: node.id, node })),
    ...(await Promise.all(
      actors.map(async ({ name, user }) => ({
        description: `a session of ${name}`,
        id: sessionIdOf((await createClient(testServer, user)).token),
        sessionOf: user,
      })),
    )),
    { description: 'a deleted place', id: deletedStore.id },
    { description: 'a deleted person', id: deletedUser.id },
    { description: 'nothing', id: unknownId },
  ];
  return { acorn, beech, actors, targets };
}
