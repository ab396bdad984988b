import { beforeEach, describe, expect, test } from 'vitest';
import { aNode, aUser, type Caller, type Place, signedIn } from './builders.ts';
import { aServer } from './server.ts';
import { addNode, aSmallTree, codeOf, marksOf, namesOf, ofNode } from './small-tree.ts';

const house = await aServer();
let org: Place;
let north: Place;
let south: Place;
let region: Place;
let group: Place;
let store: Place;
let admin: Caller;

beforeEach(async () => {
  ({ org, north, south, region, group, store, admin } = await aSmallTree(house));
});

const move = (place: Place, parent: Place, caller = admin) =>
  caller.put(`${ofNode(place)}/move`, { parentId: parent.id });
const preview = (place: Place, parent: Place, caller = admin) =>
  caller.get(`${ofNode(place)}/move?parentId=${parent.id}`);

describe('moving a place', () => {
  test('takes along all below it, with its people and their rights', async () => {
    const clerk = await signedIn(house, await aUser(house, { at: store, rights: ['view_node'] }));
    const { status, body } = await move(region, south);
    expect([status, namesOf(body.result.path)]).toEqual([200, ['Oak', 'South']]);
    expect(namesOf((await admin.get(ofNode(store))).body.result.path)).toEqual(['Oak', 'South', 'Yorkshire', 'Leeds']);
    expect((await clerk.get(ofNode(store))).status).toBe(200);
    expect((await admin.get(ofNode(north))).body.result).toMatchObject({ storeCount: 0, userCount: 0 });
    expect((await admin.get(ofNode(south))).body.result).toMatchObject({ storeCount: 1, userCount: 1 });
    expect(await marksOf(house, region.id)).toMatchObject([
      { action: 'node.moved', before: { path: 'Oak › North' }, after: { path: 'Oak › South' } },
    ]);
  });

  test('tells beforehand what goes along, who will see it no more and who will', async () => {
    await aUser(house, { at: north });
    await aUser(house, { at: north });
    await aUser(house, { at: south });
    await aUser(house, { at: store });
    const { status, body } = await preview(region, south);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ placeCount: 3, storeCount: 1, userCount: 1, losing: 2, gaining: 1 });
    expect([namesOf(body.result.from), namesOf(body.result.to)]).toEqual([
      ['Oak', 'North'],
      ['Oak', 'South'],
    ]);
    expect((await admin.get(ofNode(region))).body.result.parentId).toBe(north.id);
  });

  test('lets those above the new place in and shuts those above the old one out', async () => {
    const old = await signedIn(house, await aUser(house, { at: north }));
    const fresh = await signedIn(house, await aUser(house, { at: south }));
    await move(region, south);
    expect([(await old.get(ofNode(store))).status, (await fresh.get(ofNode(store))).status]).toEqual([404, 200]);
  });

  test.each(['move', 'preview'] as const)('is refused by name where it cannot be: %s', async (how) => {
    const go = how === 'move' ? move : preview;
    const manager = await signedIn(house, await aUser(house, { at: north }));
    expect(codeOf(await go(group, group))).toEqual([409, 'node.intoItself']);
    expect(codeOf(await go(region, store))).toEqual([409, 'node.intoItself']);
    expect(codeOf(await go(store, south))).toEqual([409, 'node.wrongParent']);
    expect(codeOf(await go(org, south))).toEqual([409, 'node.ownPlace']);
    expect(codeOf(await go(north, org, manager))).toEqual([404, 'node.unknown']);
    expect(codeOf(await go(region, south, manager))).toEqual([404, 'node.unknown']);
    expect((await admin.get(ofNode(store))).body.result.parentId).toBe(group.id);
  });

  test('and making places below it at the same time leave no place behind', async () => {
    const stores = Array.from({ length: 8 }, () => addNode(admin, group, 'STORE'));
    const answers = await Promise.all([
      ...stores,
      move(region, south),
      ...Array.from({ length: 8 }, () => addNode(admin, group, 'STORE')),
    ]);
    for (const { status } of answers) expect(status).toBe(200);
    const astray = await house.rows(
      `select c.id from nodes c join nodes p on p.org_id = c.org_id and p.id = c.parent_id
        where c.org_id = $1 and not starts_with(c.tpath, p.tpath)`,
      [org.id],
    );
    expect(astray).toEqual([]);
    expect((await admin.get(ofNode(south))).body.result.storeCount).toBe(17);
  });

  test('into each other at once never makes a circle', async () => {
    const [one, two] = [
      await aNode(house, { parent: region, nodeType: 'STORE_GROUP', name: 'One' }),
      await aNode(house, { parent: region, nodeType: 'STORE_GROUP', name: 'Two' }),
    ];
    const inOne = await aNode(house, { parent: one, nodeType: 'SUB_STORE_GROUP' });
    const inTwo = await aNode(house, { parent: two, nodeType: 'SUB_STORE_GROUP' });
    await Promise.all([move(inOne, two), move(inTwo, one), move(inOne, one), move(inTwo, two)]);
    const astray = await house.rows(
      `select c.id from nodes c join nodes p on p.org_id = c.org_id and p.id = c.parent_id
        where c.org_id = $1 and not (starts_with(c.tpath, p.tpath) and c.tpath <> p.tpath)`,
      [org.id],
    );
    expect(astray).toEqual([]);
  });
});
