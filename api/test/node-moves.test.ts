import { beforeEach, describe, expect, test } from 'vitest';
import { createNode, createUser, type ApiClient, type TestNode, createClient } from './builders.ts';
import { startTestServer } from './server.ts';
import { postNode, createSmallTree, statusAndCode, auditEntriesOf, namesOf, nodeUrl } from './small-tree.ts';

const server = await startTestServer();
let org: TestNode;
let north: TestNode;
let south: TestNode;
let region: TestNode;
let group: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  ({ org, north, south, region, group, store, admin } = await createSmallTree(server));
});

const moveNode = (node: TestNode, parent: TestNode, client = admin) =>
  client.put(`${nodeUrl(node)}/move`, { parentId: parent.id });
const previewMove = (node: TestNode, parent: TestNode, client = admin) =>
  client.get(`${nodeUrl(node)}/move?parentId=${parent.id}`);

describe('moving a node', () => {
  test('moves its subtree including users and their rights', async () => {
    const clerk = await createClient(server, await createUser(server, { node: store, rights: ['view_node'] }));
    const { status, body } = await moveNode(region, south);
    expect([status, namesOf(body.result.path)]).toEqual([200, ['Oak', 'South']]);
    expect(namesOf((await admin.get(nodeUrl(store))).body.result.path)).toEqual(['Oak', 'South', 'Yorkshire', 'Leeds']);
    expect((await clerk.get(nodeUrl(store))).status).toBe(200);
    expect((await admin.get(nodeUrl(north))).body.result).toMatchObject({ storeCount: 0, userCount: 0 });
    expect((await admin.get(nodeUrl(south))).body.result).toMatchObject({ storeCount: 1, userCount: 1 });
    expect(await auditEntriesOf(server, region.id)).toMatchObject([
      { action: 'node.moved', before: { path: 'Oak › North' }, after: { path: 'Oak › South' } },
    ]);
  });

  test('previews what moves along and how many users lose or gain access', async () => {
    await createUser(server, { node: north });
    await createUser(server, { node: north });
    await createUser(server, { node: south });
    await createUser(server, { node: store });
    const { status, body } = await previewMove(region, south);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ placeCount: 3, storeCount: 1, userCount: 1, losing: 2, gaining: 1 });
    expect([namesOf(body.result.from), namesOf(body.result.to)]).toEqual([
      ['Oak', 'North'],
      ['Oak', 'South'],
    ]);
    expect((await admin.get(nodeUrl(region))).body.result.parentId).toBe(north.id);
  });

  test('and a new time zone tell how many planned changes start at another local time', async () => {
    await server.query(
      `update nodes set time_zone = case id when $1 then 'Europe/London' else 'Europe/Paris' end where id in ($1, $2)`,
      [north.id, south.id],
    );
    const other = await createNode(server, { parent: region, nodeType: 'STORE', time_zone: 'Asia/Tokyo' });
    const plan = (node: TestNode, displayName: string) =>
      admin.put(`${nodeUrl(node)}/settings/ebasketDisplay`, {
        fields: { displayName: { value: displayName } },
        startsAt: '2036-01-02T08:00',
      });
    for (const node of [region, store, other]) expect((await plan(node, node.name)).status).toBe(200);
    const clock = { from: 'Europe/London', to: 'Europe/Paris', planCount: 2 };
    expect((await previewMove(region, south)).body.result.clock).toEqual(clock);
    expect((await previewMove(region, north)).body.result?.clock ?? null).toBeNull();
    const planCountOf = async (node: TestNode) => (await admin.get(`${nodeUrl(node)}/time-zone`)).body.result;
    expect(await planCountOf(region)).toEqual({ planCount: 2 });
    expect(await planCountOf(other)).toEqual({ planCount: 1 });
    expect(await planCountOf(south)).toEqual({ planCount: 0 });
    const stranger = await createClient(server, await createUser(server, { node: south }));
    expect((await stranger.get(`${nodeUrl(region)}/time-zone`)).status).toBe(404);
  });

  test('grants access to users above the new parent and revokes it from those above the old one', async () => {
    const oldManager = await createClient(server, await createUser(server, { node: north }));
    const newManager = await createClient(server, await createUser(server, { node: south }));
    await moveNode(region, south);
    expect([(await oldManager.get(nodeUrl(store))).status, (await newManager.get(nodeUrl(store))).status]).toEqual([
      404, 200,
    ]);
  });

  test.each(['move', 'preview'] as const)(
    'is rejected with an error code where it is not allowed: %s',
    async (mode) => {
      const request = mode === 'move' ? moveNode : previewMove;
      const manager = await createClient(server, await createUser(server, { node: north }));
      expect(statusAndCode(await request(group, group))).toEqual([409, 'node.intoItself']);
      expect(statusAndCode(await request(region, store))).toEqual([409, 'node.intoItself']);
      expect(statusAndCode(await request(store, south))).toEqual([409, 'node.wrongParent']);
      expect(statusAndCode(await request(org, south))).toEqual([409, 'node.ownPlace']);
      expect(statusAndCode(await request(north, org, manager))).toEqual([404, 'node.unknown']);
      expect(statusAndCode(await request(region, south, manager))).toEqual([404, 'node.unknown']);
      expect((await admin.get(nodeUrl(store))).body.result.parentId).toBe(group.id);
    },
  );

  test('leaves no node behind when nodes are created below it concurrently', async () => {
    const stores = Array.from({ length: 8 }, () => postNode(admin, group, 'STORE'));
    const responses = await Promise.all([
      ...stores,
      moveNode(region, south),
      ...Array.from({ length: 8 }, () => postNode(admin, group, 'STORE')),
    ]);
    for (const { status } of responses) expect(status).toBe(200);
    const misplaced = await server.query(
      `select c.id from nodes c join nodes p on p.org_id = c.org_id and p.id = c.parent_id
        where c.org_id = $1 and not starts_with(c.tpath, p.tpath)`,
      [org.id],
    );
    expect(misplaced).toEqual([]);
    expect((await admin.get(nodeUrl(south))).body.result.storeCount).toBe(17);
  });

  test('never creates a circle when two nodes are moved into each other concurrently', async () => {
    const [first, second] = [
      await createNode(server, { parent: region, nodeType: 'STORE_GROUP', name: 'One' }),
      await createNode(server, { parent: region, nodeType: 'STORE_GROUP', name: 'Two' }),
    ];
    const inFirst = await createNode(server, { parent: first, nodeType: 'SUB_STORE_GROUP' });
    const inSecond = await createNode(server, { parent: second, nodeType: 'SUB_STORE_GROUP' });
    await Promise.all([
      moveNode(inFirst, second),
      moveNode(inSecond, first),
      moveNode(inFirst, first),
      moveNode(inSecond, second),
    ]);
    const misplaced = await server.query(
      `select c.id from nodes c join nodes p on p.org_id = c.org_id and p.id = c.parent_id
        where c.org_id = $1 and not (starts_with(c.tpath, p.tpath) and c.tpath <> p.tpath)`,
      [org.id],
    );
    expect(misplaced).toEqual([]);
  });
});
