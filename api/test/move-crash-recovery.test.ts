import { afterEach, expect, test } from 'vitest';
import { createNode, createUser, createClient } from './builders.ts';
import { createBarrier } from './barrier.ts';
import { findMoveErrors, startMoves } from './concurrent-moves.ts';
import { stopAllProducts, startProduct, sendRequest } from './product.ts';
import { startTestServer, secretKey } from './server.ts';
import { createSmallTree, nodeUrl } from './small-tree.ts';

const server = await startTestServer();
const kills = 3;
afterEach(stopAllProducts);

test('moves interrupted by kill -9 are applied once or not at all and leave the tree consistent', async () => {
  const { org, north, south, region, group } = await createSmallTree(server);
  const secondRegion = await createNode(server, { parent: south, nodeType: 'TRADING_REGION' });
  const secondGroup = await createNode(server, { parent: secondRegion, nodeType: 'STORE_GROUP' });
  for (const parent of [group, secondGroup])
    for (let store = 0; store < 30; store += 1) {
      const node = await createNode(server, { parent, nodeType: 'STORE' });
      if (store % 10 === 0) await createUser(server, { node });
    }
  const { token, host } = await createClient(server, await createUser(server, { node: org }));

  const start = () =>
    startProduct({
      DATABASE_URL: server.ownerUrl,
      DATABASE_APP_URL: server.appUrl,
      SECRET_KEY: Buffer.from(secretKey).toString('hex'),
      DATA_DIR: server.filesFolder,
    });
  const barrier = await createBarrier(server.ownerUrl, 'nodes', 'new.parent_id is distinct from old.parent_id');
  let product = start();
  await product.ready;
  // regions switch companies while their groups switch regions
  const moves = startMoves(
    [
      { id: region.id, parentIds: [south.id, north.id] },
      { id: secondRegion.id, parentIds: [north.id, south.id] },
      { id: group.id, parentIds: [secondRegion.id, region.id] },
      { id: secondGroup.id, parentIds: [region.id, secondRegion.id] },
    ],
    {
      async move(id, parentId, key) {
        const port = await product.ready;
        const request = {
          port,
          host,
          token,
          key,
          method: 'PUT',
          path: `${nodeUrl({ id })}/move`,
          body: { parentId },
        };
        return sendRequest(request).catch(() => undefined);
      },
      ready: async () => product.ready,
    },
  );
  for (let kill = 1; kill <= kills; kill += 1) {
    await expect.poll(moves.moveCount).toBeGreaterThan(kill * 12);
    await barrier.close();
    await barrier.reached();
    product.child.kill('SIGKILL');
    expect(await product.ended).toBe('SIGKILL');
    await barrier.open();
    product = start();
    await product.ready;
  }
  await moves.stop();
  expect(moves.retryCount()).toBeGreaterThanOrEqual(kills);
  expect(await findMoveErrors(server.query, moves.journal)).toEqual({ lost: 0, duplicated: 0, misplaced: 0 });
});
