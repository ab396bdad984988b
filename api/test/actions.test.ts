import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type NodeType,
  nodeTypes,
  type Permission,
  permissions,
  permits,
  satisfiesLevelRule,
} from '@storeward/contract/access';
import { type ActionName, actionNames, actionOf, permissionsOfNeed } from '@storeward/contract/users/actions';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionAttempts } from './action-attempts.ts';
import {
  allAccessRights,
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  platformNode,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { accessRightFor, allEndpoints } from './endpoints.ts';
import { startTestServer } from './server.ts';
import { longTest } from './limits.ts';

/** The permissions of each screen, any or all of them. */
const siteMap = readFileSync(join(import.meta.dirname, '../../web/src/platform/site-map.ts'), 'utf8');
const screenRules = siteMap
  .split(/(?=\bpath: ')/)
  .slice(1)
  .map((source) => ({
    path: /path: '([^']+)'/.exec(source)![1]!,
    names: permissions.filter((name) => /permissions: \[([^\]]*)\]/.exec(source)![1]!.includes(`'${name}'`)),
    mode: /mode: '(any|all)'/.exec(source)![1] as 'any' | 'all',
    level: /than: 'GLOBAL'/.test(source) ? (/is: '([a-z-]+)'/.exec(source)![1] as 'equal' | 'not-equal') : undefined,
  }));

/** What services and the tab of module settings require besides the rules of the endpoints. */
const furtherNeeds: Readonly<Partial<Record<ActionName, readonly Permission[]>>> = {
  changeManyUsers: ['LIST_USERS', 'EDIT_USER'],
  importUsers: ['CREATE_USER'],
  bulkOverride: ['EDIT_NODE_CONFIGURATION'],
  editConfiguration: ['EDIT_NODE_CONFIGURATION'],
  editTheme: ['EDIT_NODE_THEME'],
  overrideModules: ['EDIT_NODE_MODULE', 'VIEW_SETTING', 'CREATE_SETTING'],
  editModules: ['EDIT_NODE_MODULE', 'VIEW_SETTING', 'EDIT_SETTING'],
  manageWebhooks: ['EDIT_NODE_CONFIGURATION'],
  editOrganisationConfiguration: ['UPDATE_ORGANISATION_CONFIG'],
  editOrganisationTheme: ['UPDATE_ORGANISATION_THEME'],
  editOrganisationModules: ['UPDATE_ORGANISATION_MODULE', 'VIEW_SETTING', 'EDIT_SETTING'],
};
const tabNeeds: Readonly<Partial<Record<ActionName, readonly Permission[]>>> = {
  overrideModules: ['LIST_SETTING'],
  editModules: ['LIST_SETTING'],
  editOrganisationModules: ['LIST_SETTING'],
};

/** Whether the server refuses an action to users who hold all permissions but these. */
const isRefusedWithout = (name: ActionName, missing: readonly Permission[]) =>
  furtherNeeds[name]?.some((permission) => missing.includes(permission)) ||
  actionOf(name).endpoints.some((endpoint) => {
    const { permissions: rule } = endpointOf(endpoint);
    const held = permissions.filter((permission) => !missing.includes(permission));
    return rule && !permits(held, rule.names, rule.mode);
  });
const endpointOf = (name: string) => allEndpoints.find((candidate) => candidate.name === name)!;

const server = await startTestServer();
const attempts = actionAttempts(server, () => admin);
// all nodes in the proofs, one for each action and level in the tests
const allNodes = process.env['ACTION_NODES'] === 'all';
const levels = nodeTypes.filter((type) => type !== 'GLOBAL');
/** A node of each type, each below the one before, and a second branch beside them. */
const chain = new Map<NodeType, TestNode>();
const beside = new Map<NodeType, TestNode>();
const clients = new Map<NodeType, ApiClient>();
let admin: ApiClient;
let platformAdmin: ApiClient;

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const org = await createOrganisation(server);
  for (const [index, nodeType] of levels.entries()) {
    const parent = chain.get(levels[index - 1]!);
    const other = beside.get(levels[index - 1]!) ?? parent;
    chain.set(nodeType, parent ? await createNode(server, { parent, nodeType }) : org);
    if (other) beside.set(nodeType, await createNode(server, { parent: other, nodeType }));
    clients.set(nodeType, await createClient(server, await createUser(server, { node: chain.get(nodeType)! })));
  }
  admin = await createClient(server, await createUser(server, { node: org }));
  platformAdmin = await createClient(server, await createUser(server, { node: platformNode }));
});

const explain = async (user: Pick<TestUser, 'id'>, query: Record<string, string>, client = admin) => {
  const { status, body, text } = await client.get(
    `/user-management/users/${user.id}/access?${String(new URLSearchParams(query))}`,
  );
  if (status !== 200) throw new Error(text);
  return body.result;
};
async function permittedAt(node: TestNode, action: ActionName): Promise<{ id: string }[]> {
  const { status, body, text } = await admin.get(
    `/node-management/node/${node.id}/permitted-users?action=${action}&size=100`,
  );
  if (status !== 200) throw new Error(`${action}: ${text}`);
  return body.result;
}

describe('what an action needs', () => {
  test.for(actionNames)('%s needs what its requests require, and nothing else', (name) => {
    const { needs, endpoints, screens, level } = actionOf(name);
    const offering = screenRules.filter(({ path }) => (screens as readonly string[]).includes(path));
    const alternatives = needs.reduce<Permission[][]>(
      (sets, need) => sets.flatMap((set) => permissionsOfNeed(need).map((permission) => [...set, permission])),
      [[]],
    );
    for (const held of alternatives) {
      for (const { permissions: rule } of endpoints.map(endpointOf))
        expect(!rule || permits(held, rule.names, rule.mode)).toBe(true);
      expect(offering.some(({ names, mode }) => permits(held, names, mode))).toBe(true);
    }
    const required = [
      ...endpoints.flatMap((endpoint) => endpointOf(endpoint).permissions?.names ?? []),
      ...offering.flatMap(({ names }) => names),
      ...(furtherNeeds[name] ?? []),
      ...(tabNeeds[name] ?? []),
    ];
    for (const permission of needs.flatMap(permissionsOfNeed)) expect(required).toContain(permission);
    // a level that no screen is open to, and each that one is
    for (const own of nodeTypes) {
      const isOffered = offering.some((screen) =>
        satisfiesLevelRule(own, screen.level && { is: screen.level, than: 'GLOBAL' }),
      );
      expect([own, satisfiesLevelRule(own, level)]).toEqual([own, isOffered]);
    }
  });
});

test.each(allNodes ? levels : (['ORGANIZATION', 'TRADING_REGION', 'STORE'] as const))(
  'a user of the level %s may do what the explainer says, at and around their location',
  longTest,
  async (level) => {
    const client = clients.get(level)!;
    const own = chain.get(level)!;
    const [nodeType] = levels.slice(levels.indexOf(level) + 1);
    const nodes = [
      () => own,
      () => beside.get(level) ?? own,
      () => (nodeType ? createNode(server, { parent: own, nodeType }) : own),
    ];
    const differences: unknown[] = [];
    for (const [index, action] of actionNames.entries())
      for (const node of allNodes ? nodes : [nodes[(index + levels.indexOf(level)) % nodes.length]!]) {
        const at = await node();
        const { allowed } = await explain(client.user, { action, nodeId: at.id });
        const isListed = (await permittedAt(at, action)).some(({ id }) => id === client.user.id);
        const isDone = actionOf(action).at.includes(at.nodeType) && (await attempts[action]({ client, at }));
        if (allowed !== isDone || isListed !== isDone)
          differences.push(
            `${action} at ${at === own ? 'own' : at.nodeType}: ${JSON.stringify({ allowed, isListed, isDone })}`,
          );
      }
    expect(differences).toEqual([]);
  },
);

test('the explainer names each permission without which the server refuses an action', async () => {
  const differences: unknown[] = [];
  for (const action of actionNames) {
    const { needs, at } = actionOf(action);
    const isPlatform = at.length === 1 && at[0] === 'GLOBAL';
    const home = isPlatform ? platformNode : chain.get('ORGANIZATION')!;
    const asker = isPlatform ? platformAdmin : admin;
    for (const need of needs) {
      const missing = permissionsOfNeed(need).map(accessRightFor);
      const rights = allAccessRights.filter((right) => !missing.includes(right));
      const user = await createUser(server, { node: home, rights });
      const client = await createClient(server, user);
      const type = (['STORE', 'COMPANY', 'ORGANIZATION', 'GLOBAL'] as const).find((each) => at.includes(each))!;
      const node = type === home.nodeType ? home : await createNode(server, { parent: home, nodeType: type });
      const { allowed, ways } = await explain(user, { action, nodeId: node.id }, asker);
      const named = ways[0].missing.map(({ permissions: names }: { permissions: string[] }) => names);
      const isDone = await attempts[action]({ client, at: node });
      // one of several permissions is what finds the record
      const isRefused = typeof need !== 'string' || isRefusedWithout(action, [need]);
      if (allowed || isDone === isRefused || JSON.stringify(named) !== JSON.stringify([permissionsOfNeed(need)]))
        differences.push(`${action} without ${String(need)}: ${JSON.stringify({ allowed, isDone, named })}`);
    }
  }
  expect(differences).toEqual([]);
});
