import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, percentile, type ProofOptions } from './setup.ts';
import { withStack } from './stack.ts';
import { reconcile, type Writers, writers } from './writers.ts';

/** Seconds after which changes have to work again, from the loss of the primary on. */
const maxSeconds = 15;

/**
 * The primary is lost under load and its standby, which has confirmed every commit, is promoted. Each round begins with a new
 * standby of the server that is the primary then.
 */
export function failover({ rounds = 3, log }: ProofOptions): Promise<Figure[]> {
  return withStack(async (stack) => {
    await stack.seed();
    const pooler = await stack.startPooler();
    const running = await stack.addProduct(stack.settings(pooler.url('portal')));
    await running.start();
    const outages: number[] = [];
    let primary = stack.cluster;
    let counts = { lost: 0, duplicated: 0, inconsistent: 0, acknowledged: 0, retried: 0 };
    for (let round = 1; round <= rounds; round += 1) {
      const standby = await primary.addStandby(join(stack.folder, `standby-${round}`));
      stack.onEnd(() => standby.stop());
      const writing = await writers(running.port, primary.url('postgres'), `Round-${round}`);
      await delay(4_000 + Math.random() * 500);
      const lostAt = performance.now();
      await primary.kill();
      // what a failover manager does: find out, promote, lead the pooler to the new primary
      await standby.promote();
      pooler.moveTo(standby);
      const promoted = performance.now();
      outages.push(((await firstChangeAfter(writing, promoted)) - lostAt) / 1000);
      await delay(3_000);
      await writing.stop();
      primary = standby;
      const found = await reconcile(writing.journal, standby.url('postgres'));
      const acknowledged = writing.journal.filter((entry) => entry.acknowledged).length;
      counts = {
        lost: counts.lost + found.lost,
        duplicated: counts.duplicated + found.duplicated,
        inconsistent: counts.inconsistent + found.inconsistent,
        acknowledged: counts.acknowledged + acknowledged,
        retried: counts.retried + writing.retried(),
      };
      log(
        `failover ${round} of ${rounds}: promoted after ${((promoted - lostAt) / 1000).toFixed(1)} s, changes work after ${outages.at(-1)!.toFixed(1)} s, ${acknowledged} acknowledged, ${found.lost} lost`,
      );
    }
    const title = `failover to a standby that confirms commits, ${rounds} times`;
    return [
      {
        label: `${title}: acknowledged changes lost`,
        measured: `${counts.lost} of ${counts.acknowledged}`,
        expected: '0',
        passed: counts.lost === 0 && counts.acknowledged > 100,
      },
      {
        label: `${title}: changes applied twice, records unlike their audit entries`,
        measured: `${counts.duplicated}, ${counts.inconsistent} with ${counts.retried} repeated`,
        expected: '0, 0',
        passed: counts.duplicated + counts.inconsistent === 0 && counts.retried > 0,
      },
      {
        label: `${title}: seconds from the loss until changes work`,
        measured: `median ${percentile(outages, 0.5).toFixed(1)}, worst ${Math.max(...outages).toFixed(1)}`,
        expected: `at most ${maxSeconds}`,
        passed: Math.max(...outages) <= maxSeconds,
      },
    ];
  });
}

/** When the first change was acknowledged after a time. */
async function firstChangeAfter({ journal }: Writers, time: number): Promise<number> {
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    const first = journal.find(({ acknowledged, at }) => acknowledged && at > time);
    if (first) return first.at;
    await delay(10);
  }
  throw new Error('No change was acknowledged within a minute.');
}
