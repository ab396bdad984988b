import { setTimeout as delay } from 'node:timers/promises';
import { findMoveErrors, startMoves, type MoveCycle } from '../../api/test/concurrent-moves.ts';
import { type Figure, kestrel, percentile, rowsOf, type ProofOptions } from './setup.ts';
import { signedIn, untilReady, withProduct } from './product.ts';

/** Kills the product repeatedly while sub-trees are moved, some of them nested in other moving sub-trees. */
export function moveKills({ rounds = 50, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const moving = startMoves(await moveCycles(ownerUrl), {
      move: (id, parentId, key) =>
        client
          .send({
            path: `/node-management/node/${id}/move`,
            method: 'PUT',
            headers: { ...token, 'idempotency-key': key },
            body: { parentId },
          })
          .catch(() => undefined),
      ready: () => untilReady(running.port),
    });
    const restored: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      // at a random time a few moves later
      const targetCount = moving.moveCount() + 2 + Math.floor(Math.random() * 8);
      for (
        const deadline = performance.now() + 30_000;
        moving.moveCount() < targetCount && performance.now() < deadline;
      )
        await delay(2);
      await delay(Math.random() * 30);
      await running.kill();
      restored.push(await running.start());
      if (round % 10 === 0) log(`kill ${round} of ${rounds}: ${moving.moveCount()} moves so far`);
    }
    await moving.stop();
    const errors = await findMoveErrors((sql, values) => rowsOf(ownerUrl, sql, values), moving.journal);
    const title = `kill -9 in moves, ${rounds} times`;
    const slowest = Math.max(...restored);
    return [
      {
        label: `${title}: acknowledged moves lost`,
        measured: `${errors.lost} of ${moving.moveCount()}`,
        expected: '0',
        passed: errors.lost === 0 && moving.moveCount() > rounds,
      },
      {
        label: `${title}: moves applied twice`,
        measured: `${errors.duplicated}, ${moving.retryCount()} retried`,
        expected: '0',
        passed: errors.duplicated === 0,
      },
      {
        label: `${title}: nodes, users and devices with an inconsistent path or version`,
        measured: String(errors.misplaced),
        expected: '0',
        passed: errors.misplaced === 0,
      },
      {
        label: `${title}: ready again`,
        measured: `median ${percentile(restored, 0.5).toFixed(0)} ms, worst ${slowest.toFixed(0)} ms`,
        expected: 'at most 5000 ms',
        passed: slowest <= 5_000,
      },
    ];
  });
}

/** Four large regions that move between companies, and six of their groups that move between regions. */
async function moveCycles(ownerUrl: string): Promise<MoveCycle[]> {
  const rows = await rowsOf<{ id: string; parent: string; type: string }>(
    ownerUrl,
    `select n.id, n.parent_id as parent, n.node_type as type from nodes n join portal_hosts h on h.org_id = n.org_id
      where h.host = $1 and n.node_type in ('COMPANY', 'TRADING_REGION', 'STORE_GROUP')
      order by (select count(*) from nodes s where s.org_id = n.org_id and starts_with(s.tpath, n.tpath)) desc, n.id`,
    [kestrel.host],
  );
  const nodesOfType = (type: string) => rows.filter((row) => row.type === type);
  const companies = nodesOfType('COMPANY').map(({ id }) => id);
  const regions = nodesOfType('TRADING_REGION').slice(0, 4);
  const parentIds = regions.map(({ id }) => id);
  /** Cycles through all other parents and back to the current one. */
  const cycleFrom = (parent: string, all: readonly string[]) => [...all.filter((id) => id !== parent), parent];
  const groups = nodesOfType('STORE_GROUP').filter(({ parent }) => parentIds.includes(parent));
  return [
    ...regions.map(({ id, parent }) => ({ id, parentIds: cycleFrom(parent, companies) })),
    ...groups.slice(0, 6).map(({ id, parent }) => ({ id, parentIds: cycleFrom(parent, parentIds) })),
  ];
}
