import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeType } from '@storeward/contract/access';
import {
  createNode,
  createOrganisation,
  createUser,
  allAccessRights,
  insertRow,
  type TestNode,
  createClient,
} from './builders.ts';
import { randomWalks } from './random-walks.ts';
import { startTestServer } from './server.ts';
import { canBeChildOf, expectedView, isInSubtree, type Model, type VisibleTree } from './tree-model.ts';
import { readView, searchWord } from './tree-visibility.ts';
import { type Fixture, fixtureSpecs, type FixtureSpec, steps, takeStep, type WalkUser } from './tree-random-walk.ts';

const walks = randomWalks('TREE', { walks: 8, seed: 7 });

const server = await startTestServer();
const choiceKinds = ['STORE', 'STORE_GROUP'];
// every tree contains nodes that can be moved
const minimalNodes = ['COMPANY', 'TRADING_REGION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'STORE'].map(
  (kind, below) => ({
    kind,
    below,
    regions: null,
  }),
);
let nodeCount = 0;

test(
  'every endpoint shows each user the nodes that the model predicts after moves, status changes and region changes',
  { timeout: walks.timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(fixtureSpecs, fc.array(steps, { minLength: 8, maxLength: 12 }), async (spec, walkSteps) => {
        const fixture = await createFixture(spec);
        const assignments = await assignmentsOf(fixture);
        let previousViews = await checkAllViews(fixture, []);
        for (const step of walkSteps) {
          const before = new Map(fixture.walkUsers.map((user) => [user.id, reachableNodes(fixture, user)]));
          const knownIds = new Set(fixture.model.keys());
          const user = await takeStep(fixture, step, walks.count);
          const views = await checkAllViews(fixture, [step.who, step.what]);
          // no user gains access to an existing node or user by their own change
          for (const id of reachableNodes(fixture, user))
            if (knownIds.has(id)) expect(before.get(user.id)).toContain(id);
          for (const id of views.get(user.id)?.users ?? []) expect(previousViews.get(user.id)?.users).toContain(id);
          previousViews = views;
        }
        expect(await findMisplaced(fixture)).toEqual([]);
        expect(await assignmentsOf(fixture)).toEqual(assignments);
      }),
      walks.parameters(),
    );
    walks.expectOutcomes(['move done', 'move refused', 'race', 'setStatus done', 'setRegions done']);
  },
);

/** Reads every user's view through all endpoints and compares it with the model. */
async function checkAllViews(
  { model, walkUsers, users }: Fixture,
  numbers: readonly number[],
): Promise<Map<string, VisibleTree>> {
  const nodeIds = [...model.keys()];
  const ids = [...new Set([3, ...numbers].map((number) => nodeIds[number % nodeIds.length]!))];
  const views = new Map<string, VisibleTree>();
  for (const user of walkUsers) {
    const query = { kinds: choiceKinds, ids };
    const [view, expected] = [await readView(user.client, query), expectedView(model, user, query, users)];
    expect({ who: user.id, at: user.host, ...view }).toEqual({ who: user.id, at: user.host, ...expected });
    if (view) views.set(user.id, view);
  }
  return views;
}

type MutableFixture = {
  readonly model: Model;
  readonly walkUsers: WalkUser[];
  readonly users: { id: string; at: string }[];
};

const reachableNodes = ({ model }: Fixture, { rootId }: WalkUser) =>
  [...model.keys()].filter((id) => isInSubtree(model, id, rootId));

/**
 * Creates an organisation with users and portals that show different regions, and a second organisation that must stay
 * unaffected.
 */
async function createFixture({ nodeSpecs, userSpecs, hosts }: FixtureSpec): Promise<Fixture> {
  const fixture: MutableFixture = { model: new Map(), walkUsers: [], users: [] };
  const [org, otherOrganisation] = [
    await addOrganisation(fixture, hosts),
    await addOrganisation(fixture, ['localhost']),
  ];
  const nodes = [org];
  for (const { kind, below, regions } of [...minimalNodes, ...nodeSpecs]) {
    const parents = nodes.filter(({ nodeType }) => canBeChildOf(kind, nodeType));
    if (parents.length > 0)
      nodes.push(await addNode(fixture, parents[below % parents.length]!, kind as NodeType, regions ?? []));
  }
  const company = await addNode(fixture, otherOrganisation, 'COMPANY', []);
  await addUser(fixture, company, { hosts: ['localhost'], canChange: true });
  for (const [index, { at, host, permissionRoll }] of userSpecs.entries()) {
    const node = index === 0 ? org : nodes[at % nodes.length]!;
    const ownFirst = [...hosts.slice(host % hosts.length), ...hosts.slice(0, host % hosts.length)];
    await addUser(fixture, node, { hosts: ownFirst, canChange: permissionRoll > 0 });
  }
  for (const { below } of nodeSpecs.slice(0, 3)) {
    const node = nodes[below % nodes.length]!;
    fixture.users.push({ id: (await createUser(server, { node, rights: null })).id, at: node.id });
  }
  for (const [index, { open }] of nodeSpecs.entries()) {
    const modelNode = open === 0 ? fixture.model.get(nodes[index + 1]?.id ?? '') : undefined;
    if (!modelNode) continue;
    modelNode.isOpen = false;
    await server.query('update nodes set status = false where id = $1', [modelNode.id]);
  }
  return fixture;
}

async function addOrganisation({ model }: Fixture, hosts: readonly string[]): Promise<TestNode> {
  const org = await createOrganisation(server, {
    slug: `forest${(nodeCount += 1)}`,
    name: `${searchWord} ${nodeCount}`,
  });
  await server.query('delete from portal_hosts where org_id = $1', [org.id]);
  for (const [index, ending] of hosts.entries())
    await insertRow(server, 'portal_hosts', { host: hostOf(org, ending), org_id: org.id, is_url: index === 0 });
  model.set(org.id, {
    id: org.id,
    kind: org.nodeType,
    name: org.name,
    code: '',
    parentId: null,
    isOpen: true,
    regions: [],
  });
  return org;
}

const hostOf = ({ host }: TestNode, ending: string) => host.replace(/localhost$/, ending);

async function addNode(
  { model }: Fixture,
  parent: TestNode,
  nodeType: NodeType,
  region: readonly string[],
): Promise<TestNode> {
  const code = `W${(nodeCount += 1)}`;
  const node = await createNode(server, { parent, nodeType, name: `${searchWord} ${nodeCount}`, code, region });
  const { id, name } = node;
  model.set(id, { id, kind: nodeType, name, code, parentId: parent.id, isOpen: true, regions: region });
  return node;
}

async function addUser(
  { walkUsers, users }: MutableFixture,
  node: TestNode,
  { hosts, canChange }: { hosts: readonly string[]; canChange: boolean },
): Promise<void> {
  const rights = canChange ? allAccessRights : ['list_node_structure', 'view_node', 'list_users'];
  const user = { ...(await createUser(server, { node, rights })), host: hostOf(node, hosts[0]!) };
  const client = await createClient(server, user);
  users.push({ id: user.id, at: node.id });
  walkUsers.push({
    id: user.id,
    rootId: node.id,
    host: user.host,
    hosts: hosts.map((ending) => hostOf(node, ending)),
    canChange,
    client,
  });
}

/** Nodes whose path is not their parent's path plus one label; expected to be empty. */
const findMisplaced = ({ model }: Fixture) =>
  server.query(
    `select c.id from nodes c left join nodes p on p.org_id = c.org_id and p.id = c.parent_id
      where c.org_id = any($1) and c.tpath !~ ('^' || coalesce(p.tpath, '') || '[0-9a-z]+[.]$')`,
    [[...model.values()].filter(({ parentId }) => parentId === null).map(({ id }) => id)],
  );

/** All assignments; changes of the tree must not affect them. */
const assignmentsOf = ({ users }: Fixture) =>
  server.query(
    `select u.id, u.node_id, a.role_id, a.node_id as at, n.tpath = u.tpath and a.tpath = u.tpath is not false as follows
       from users u join nodes n on n.org_id = u.org_id and n.id = u.node_id left join assignments a on a.org_id = u.org_id and a.user_id = u.id
      where u.id = any($1) order by u.id`,
    [users.map(({ id }) => id)],
  );
