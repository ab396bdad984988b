import { setTimeout as pause } from 'node:timers/promises';
import { movedWrongly, movers, type Round } from '../../api/test/movers.ts';
import { type Figure, kestrel, quantile, rowsOf, type Wish } from './ground.ts';
import { signedIn, untilReady, withProduct } from './product.ts';

/** Kills the process of the product again and again while parts of the tree are moved, some of them inside others that move too. */
export function moveKills({ rounds = 50, say }: Wish): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const moving = movers(await roundsIn(ownerUrl), {
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
    const back: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      // some moves later, at any moment of the next one
      const enough = moving.made() + 2 + Math.floor(Math.random() * 8);
      for (const until = performance.now() + 30_000; moving.made() < enough && performance.now() < until;)
        await pause(2);
      await pause(Math.random() * 30);
      await running.kill();
      back.push(await running.start());
      if (round % 10 === 0) say(`kill ${round} of ${rounds}: ${moving.made()} moves so far`);
    }
    await moving.stop();
    const wrong = await movedWrongly((sql, values) => rowsOf(ownerUrl, sql, values), moving.journal);
    const what = `kill -9 in moves, ${rounds} times`;
    const worst = Math.max(...back);
    return [
      {
        what: `${what}: acknowledged moves lost`,
        seen: `${wrong.lost} of ${moving.made()}`,
        promised: '0',
        kept: wrong.lost === 0 && moving.made() > rounds,
      },
      {
        what: `${what}: moves made twice`,
        seen: `${wrong.doubled}, ${moving.retried()} sent again`,
        promised: '0',
        kept: wrong.doubled === 0,
      },
      {
        what: `${what}: places, people and devices that stand elsewhere than their path says`,
        seen: String(wrong.astray),
        promised: '0',
        kept: wrong.astray === 0,
      },
      {
        what: `${what}: ready again`,
        seen: `median ${quantile(back, 0.5).toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
        promised: 'at most 5000 ms',
        kept: worst <= 5_000,
      },
    ];
  });
}

/** Four large regions that go from company to company, and six groups of theirs that go from region to region. */
async function roundsIn(ownerUrl: string): Promise<Round[]> {
  const rows = await rowsOf<{ id: string; parent: string; type: string }>(
    ownerUrl,
    `select n.id, n.parent_id as parent, n.node_type as type from nodes n join portal_hosts h on h.org_id = n.org_id
      where h.host = $1 and n.node_type in ('COMPANY', 'TRADING_REGION', 'STORE_GROUP')
      order by (select count(*) from nodes s where s.org_id = n.org_id and starts_with(s.tpath, n.tpath)) desc, n.id`,
    [kestrel.host],
  );
  const of = (type: string) => rows.filter((row) => row.type === type);
  const companies = of('COMPANY').map(({ id }) => id);
  const regions = of('TRADING_REGION').slice(0, 4);
  const homes = regions.map(({ id }) => id);
  const elsewhere = (all: readonly string[], parent: string) => [...all.filter((id) => id !== parent), parent];
  const groups = of('STORE_GROUP').filter(({ parent }) => homes.includes(parent));
  return [
    ...regions.map(({ id, parent }) => ({ id, homes: elsewhere(companies, parent) })),
    ...groups.slice(0, 6).map(({ id, parent }) => ({ id, homes: elsewhere(homes, parent) })),
  ];
}
