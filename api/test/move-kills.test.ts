import { afterEach, expect, test } from 'vitest';
import { aNode, aUser, signedIn } from './builders.ts';
import { movedWrongly, movers } from './movers.ts';
import { endAll, run, send } from './product.ts';
import { aServer, secretKey } from './server.ts';
import { aSmallTree, ofNode } from './small-tree.ts';

const house = await aServer();
const kills = 5;
afterEach(endAll);

test(
  'moves that are cut off by kill -9 are made once or not at all, and the tree stands as it should',
  { timeout: 120_000 },
  async () => {
    const { org, north, south, region, group } = await aSmallTree(house);
    const other = await aNode(house, { parent: south, nodeType: 'TRADING_REGION' });
    const second = await aNode(house, { parent: other, nodeType: 'STORE_GROUP' });
    for (const parent of [group, second])
      for (let store = 0; store < 30; store += 1) {
        const at = await aNode(house, { parent, nodeType: 'STORE' });
        if (store % 10 === 0) await aUser(house, { at });
      }
    const { token, host } = await signedIn(house, await aUser(house, { at: org }));

    const start = () =>
      run({
        DATABASE_URL: house.ownerUrl,
        DATABASE_APP_URL: house.appUrl,
        SECRET_KEY: Buffer.from(secretKey).toString('hex'),
        DATA_DIR: house.filesFolder,
      });
    let product = start();
    await product.ready;
    // regions go from company to company while their groups go from region to region
    const moving = movers(
      [
        { id: region.id, homes: [south.id, north.id] },
        { id: other.id, homes: [north.id, south.id] },
        { id: group.id, homes: [other.id, region.id] },
        { id: second.id, homes: [region.id, other.id] },
      ],
      {
        async move(id, parentId, key) {
          const port = await product.ready;
          const sent = { port, host, token, key, method: 'PUT', path: `${ofNode({ id })}/move`, body: { parentId } };
          return send(sent).catch(() => undefined);
        },
        ready: async () => product.ready,
      },
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect.poll(moving.made, { interval: 3, timeout: 20_000 }).toBeGreaterThan(kill * 12);
      product.child.kill('SIGKILL');
      expect(await product.ended).toBe('SIGKILL');
      product = start();
      await product.ready;
    }
    await moving.stop();
    expect(moving.retried()).toBeGreaterThan(0);
    expect(await movedWrongly(house.rows, moving.journal)).toEqual({ lost: 0, doubled: 0, astray: 0 });
  },
);
