import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { noteOf } from '../../api/src/platform/postgres-process.ts';
import { cheap, type Figure, inFolder, quantile, type Wish, withDatabase } from './ground.ts';
import { product, untilReady } from './product.ts';
import { reconcile, type Writers, writers } from './writers.ts';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
/** Some moment while everybody writes. */
const moment = () => pause(300 + Math.random() * 500);

/** Kills the process of the product again and again while sixteen people write. */
export function kills({ rounds = 10, say }: Wish): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const { memoryKib, passes, parallelism } = cheap;
    const running = await product({
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HASH_MEMORY_KIB: String(memoryKib),
      HASH_PASSES: String(passes),
      HASH_PARALLELISM: String(parallelism),
    });
    await running.start();
    try {
      const socket = encodeURIComponent(noteOf(join(dataDir, 'postgres'))?.socketDir ?? '');
      const ownerUrl = `postgresql://storeward_owner@localhost/storeward?host=${socket}`;
      const writing = await writers(running.port, ownerUrl);
      const back: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await moment();
        await running.kill();
        back.push(await running.start());
        say(`kill ${round} of ${rounds}: back after ${seconds(back.at(-1)!)}`);
      }
      await moment();
      await writing.stop();
      return await figures(`kill -9 of the product, ${rounds} times`, writing, ownerUrl, back, 5_000);
    } finally {
      await running.stop();
    }
  });
}

/** Cuts the database off in the middle, again and again, while sixteen people write; the product stays up. */
export function databaseRestarts({ rounds = 10, say }: Wish): Promise<Figure[]> {
  return withDatabase(cheap, async (own) => {
    const running = await product(own.settings);
    await running.start();
    try {
      const { ownerUrl } = own.server();
      const writing = await writers(running.port, ownerUrl);
      const back: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await moment();
        await own.restart(async (server) => {
          process.kill(noteOf(join(own.dataDir, 'postgres'))!.pid, 'SIGQUIT'); // what pg_ctl calls immediate
          await server.stop();
        });
        back.push(await untilReady(running.port));
        say(`database restart ${round} of ${rounds}: ready ${seconds(back.at(-1)!)} after it`);
      }
      await moment();
      await writing.stop();
      const exit = await running.stop();
      const found = await figures(
        `immediate restart of the database, ${rounds} times`,
        writing,
        ownerUrl,
        back,
        10_000,
      );
      return [
        ...found,
        { what: 'the product outlives its database', seen: `exit code ${exit}`, promised: '0', kept: exit === 0 },
      ];
    } finally {
      await running.stop();
    }
  });
}

async function figures(
  what: string,
  { journal, retried }: Writers,
  ownerUrl: string,
  back: readonly number[],
  atMost: number,
): Promise<Figure[]> {
  const { lost, doubled, torn } = await reconcile(journal, ownerUrl);
  const acknowledged = journal.filter((entry) => entry.acknowledged).length;
  const worst = Math.max(...back);
  return [
    {
      what: `${what}: acknowledged changes lost`,
      seen: `${lost} of ${acknowledged}`,
      promised: '0',
      kept: lost === 0 && acknowledged > 0,
    },
    {
      what: `${what}: changes made twice`,
      seen: `${doubled}, ${retried()} sent again`,
      promised: '0',
      kept: doubled === 0,
    },
    { what: `${what}: records that differ from their history`, seen: String(torn), promised: '0', kept: torn === 0 },
    {
      what: `${what}: ready again`,
      seen: `median ${seconds(quantile(back, 0.5))}, worst ${seconds(worst)}`,
      promised: `at most ${seconds(atMost)}`,
      kept: worst <= atMost,
    },
  ];
}
