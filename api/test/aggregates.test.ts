import { beforeAll, describe, expect, test } from 'vitest';
import { aServer } from './server.ts';
import { aWorld, everybodyIn, foreignMarks, marks, reaches, standsIn, type Who, type World } from './world.ts';

const house = await aServer();
let world: World;
beforeAll(async () => {
  world = await aWorld(house);
});

describe('whoever asks for a list', () => {
  const all = async (who: Who, url: string) => {
    const found: Record<string, unknown>[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const answer = await who.caller.get(
        `${url}${url.includes('?') ? '&' : '?'}size=100${next ? `&cursor=${next}` : ''}`,
      );
      if (answer.status !== 200) return { status: answer.status, total: 0, ids: [], text: answer.text };
      found.push(...answer.body.result);
      next = answer.body.next;
      if (next === undefined)
        return {
          status: 200,
          total: answer.body.total as number,
          ids: found.map((row) => String(row['id'] ?? row['nodeId'])).sort(),
          text: JSON.stringify(found),
        };
    }
    throw new Error('a list that never ends');
  };
  // lists act in the global user's own organisation
  const own = (who: Who): Who => (who.global ? { ...who, global: undefined as never } : who);
  const visible = (who: Who) =>
    everybodyIn(world)
      .filter(({ at }) => reaches(own(who), at))
      .map(({ id }) => id)
      .sort();

  test('of users gets exactly those of their own part of the tree, and that many are counted', async () => {
    for (const who of world.actors) {
      const list = await all(who, '/user-management/users');
      if (!who.rights.includes('list_users')) {
        expect(list.status).toBe(403);
        continue;
      }
      expect([who.name, list.ids]).toEqual([who.name, visible(who)]);
      expect(list.total).toBe(list.ids.length);
      for (const mark of foreignMarks(world, who)) expect(list.text).not.toContain(mark);
    }
  });

  test('by searching finds and counts the same people as by walking the list, and nobody elsewhere', async () => {
    for (const who of world.actors.filter(({ rights }) => rights.includes('list_users'))) {
      for (const mark of Object.values(marks)) {
        const found = await all(who, `/user-management/users?search=${mark}`);
        const grown = mark === marks.acorn ? world.acorn : world.beech;
        const wanted = grown.people
          .filter(({ at }) => reaches(own(who), at))
          .map(({ id }) => id)
          .sort();
        expect([who.name, mark, found.ids, found.total]).toEqual([who.name, mark, wanted, wanted.length]);
      }
    }
  });

  test('of places by searching finds and counts those of their own part of the tree', async () => {
    for (const who of world.actors.filter(({ rights }) => rights.includes('list_node_structure'))) {
      for (const mark of Object.values(marks)) {
        const found = (await who.caller.get(`/node-management/node/search?search=${mark}&size=100`)).body;
        const wanted = (mark === marks.acorn ? world.acorn : world.beech).places
          .filter((place) => reaches(own(who), place))
          .map(({ id }) => id)
          .sort();
        expect([who.name, found.result.map((row: { nodeId: string }) => row.nodeId).sort(), found.total]).toEqual([
          who.name,
          wanted,
          wanted.length,
        ]);
        for (const row of found.result) for (const place of row.path) expect(wanted).toContain(place.id);
      }
    }
  });

  test('reads beside a place how many stores, places and people lie below it as the tree has them', async () => {
    const everybody = everybodyIn(world);
    for (const who of world.actors.filter(({ rights }) => rights.includes('list_node_structure'))) {
      const mine = world.acorn.places.filter((place) => reaches(own(who), place));
      for (const place of mine) {
        const { body } = await who.caller.get(`/node-management/node/${place.id}`);
        const below = world.acorn.places.filter((one) => standsIn(one, place));
        expect([who.name, place.name, body.result.childCount, body.result.storeCount, body.result.userCount]).toEqual([
          who.name,
          place.name,
          world.acorn.places.filter(({ parent }) => parent?.id === place.id).length,
          below.filter(({ nodeType }) => nodeType === 'STORE').length,
          everybody.filter(({ at }) => standsIn(at, place)).length,
        ]);
        expect(body.result.children.map((child: { nodeId: string }) => child.nodeId).sort()).toEqual(
          world.acorn.places
            .filter(({ parent }) => parent?.id === place.id)
            .map(({ id }) => id)
            .sort(),
        );
      }
    }
  });
});
