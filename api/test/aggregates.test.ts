import { beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from './server.ts';
import {
  createTenantFixture,
  allUsersOf,
  foreignMarkers,
  markers,
  isInScope,
  isWithin,
  type FixtureActor,
  type TenantFixture,
} from './tenant-fixture.ts';

const testServer = await startTestServer();
let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture(testServer);
});

describe('list requests', () => {
  const all = async (actor: FixtureActor, url: string) => {
    const results: Record<string, unknown>[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const response = await actor.client.get(
        `${url}${url.includes('?') ? '&' : '?'}size=100${next ? `&cursor=${next}` : ''}`,
      );
      if (response.status !== 200) return { status: response.status, total: 0, ids: [], text: response.text };
      results.push(...response.body.result);
      next = response.body.next;
      if (next === undefined)
        return {
          status: 200,
          total: response.body.total as number,
          ids: results.map((row) => String(row['id'] ?? row['nodeId'])).sort(),
          text: JSON.stringify(results),
        };
    }
    throw new Error('a list that never ends');
  };
  // lists of a platform user are in their own organisation
  const own = (actor: FixtureActor): FixtureActor => (actor.global ? { ...actor, global: undefined as never } : actor);
  const visible = (actor: FixtureActor) =>
    allUsersOf(fixture)
      .filter(({ node }) => isInScope(own(actor), node))
      .map(({ id }) => id)
      .sort();

  test('a user list contains and counts exactly the users in the actor’s scope', async () => {
    for (const actor of fixture.actors) {
      const list = await all(actor, '/user-management/users');
      if (!actor.rights.includes('list_users')) {
        expect(list.status).toBe(403);
        continue;
      }
      expect([actor.name, list.ids]).toEqual([actor.name, visible(actor)]);
      expect(list.total).toBe(list.ids.length);
      for (const mark of foreignMarkers(fixture, actor)) expect(list.text).not.toContain(mark);
    }
  });

  test('a search finds and counts the same users as paging through the list, and none outside the scope', async () => {
    for (const actor of fixture.actors.filter(({ rights }) => rights.includes('list_users'))) {
      for (const mark of Object.values(markers)) {
        const results = await all(actor, `/user-management/users?search=${mark}`);
        const organisations = mark === markers.acorn ? fixture.acorn : fixture.beech;
        const expected = organisations.users
          .filter(({ node }) => isInScope(own(actor), node))
          .map(({ id }) => id)
          .sort();
        expect([actor.name, mark, results.ids, results.total]).toEqual([actor.name, mark, expected, expected.length]);
      }
    }
  });

  test('a node search finds and counts the nodes in the actor’s scope', async () => {
    for (const actor of fixture.actors.filter(({ rights }) => rights.includes('list_node_structure'))) {
      for (const mark of Object.values(markers)) {
        const results = (await actor.client.get(`/node-management/node/search?search=${mark}&size=100`)).body;
        const expected = (mark === markers.acorn ? fixture.acorn : fixture.beech).nodes
          .filter((node) => isInScope(own(actor), node))
          .map(({ id }) => id)
          .sort();
        expect([actor.name, results.result.map((row: { nodeId: string }) => row.nodeId).sort(), results.total]).toEqual(
          [actor.name, expected, expected.length],
        );
        for (const row of results.result) for (const ancestor of row.path) expect(expected).toContain(ancestor.id);
      }
    }
  });

  test('the counts of stores, nodes and users below a node match the tree', async () => {
    const everybody = allUsersOf(fixture);
    for (const actor of fixture.actors.filter(({ rights }) => rights.includes('list_node_structure'))) {
      const ownNodes = fixture.acorn.nodes.filter((node) => isInScope(own(actor), node));
      for (const ownNode of ownNodes) {
        const { body } = await actor.client.get(`/node-management/node/${ownNode.id}`);
        const below = fixture.acorn.nodes.filter((one) => isWithin(one, ownNode));
        expect([
          actor.name,
          ownNode.name,
          body.result.childCount,
          body.result.storeCount,
          body.result.userCount,
        ]).toEqual([
          actor.name,
          ownNode.name,
          fixture.acorn.nodes.filter(({ parent }) => parent?.id === ownNode.id).length,
          below.filter(({ nodeType }) => nodeType === 'STORE').length,
          everybody.filter(({ node }) => isWithin(node, ownNode)).length,
        ]);
        expect(body.result.children.map((child: { nodeId: string }) => child.nodeId).sort()).toEqual(
          fixture.acorn.nodes
            .filter(({ parent }) => parent?.id === ownNode.id)
            .map(({ id }) => id)
            .sort(),
        );
      }
    }
  });
});
