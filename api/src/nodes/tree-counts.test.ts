import { expect, test } from 'vitest';
import { createUser, type TestNode } from '../../test/builders.ts';
import { createDevice } from '../../test/devices.ts';
import { startTestServer } from '../../test/server.ts';
import { createSmallTree, nodeUrl, postNode } from '../../test/small-tree.ts';

const server = await startTestServer();

test('a node tells the stores, users and devices at and below it as they are after every change', async () => {
  const { org, north, south, region, group, store, admin } = await createSmallTree(server);
  const nodes = [org, north, south, region, group, store];
  const reported = async (node: TestNode) => {
    const { storeCount, userCount, deviceCount } = (await admin.get(nodeUrl(node))).body.result;
    return [storeCount, userCount, deviceCount];
  };
  const actual = async ({ id }: TestNode) =>
    Object.values(
      (
        await server.query<Record<string, number>>(
          `select (select count(*)::int from nodes s where s.org_id = n.org_id and s.tpath ^@ n.tpath and s.node_type = 'STORE' and s.deleted_date is null),
                  (select count(*)::int from users u where u.org_id = n.org_id and u.tpath ^@ n.tpath and u.deleted_date is null) as users,
                  (select count(*)::int from devices d where d.org_id = n.org_id and d.tpath ^@ n.tpath and d.deleted_date is null) as devices
             from nodes n where n.id = $1`,
          [id],
        )
      )[0]!,
    );
  const expectReported = async (numbers: number[]) => {
    expect(await actual(org)).toEqual(numbers);
    for (const node of nodes) expect(await reported(node)).toEqual(await actual(node));
  };
  const change = async (response: Promise<{ status: number }>) => expect((await response).status).toBe(200);

  await expectReported([1, 1, 0]);
  const clerk = await createUser(server, { node: store });
  await createDevice(server, clerk);
  const manager = await createUser(server, { node: north });
  const other = { id: (await postNode(admin, south, 'TRADING_REGION')).body.result.nodeId as string };
  await change(postNode(admin, other, 'STORE'));
  await expectReported([2, 3, 1]);
  await change(admin.put(`${nodeUrl(group)}/move`, { parentId: other.id }));
  await expectReported([2, 3, 1]);
  expect([await reported(north), await reported(south)]).toEqual([
    [0, 1, 0],
    [2, 1, 1],
  ]);
  await server.query('select fold_node_counts(100000)');
  await change(admin.put(`${nodeUrl(store)}/status`, { status: false }));
  await change(admin.put(`/user-management/users/${clerk.id}/status`, { status: false }));
  await expectReported([2, 3, 1]);
  await change(admin.delete(`/user-management/users/${manager.id}/delete`));
  await expectReported([2, 2, 1]);
  await server.query('update devices set deleted_date = clock()');
  await change(admin.delete(`/user-management/users/${clerk.id}/delete`));
  await change(admin.delete(`${nodeUrl(store)}/delete`));
  nodes.pop();
  await expectReported([1, 1, 0]);
});
