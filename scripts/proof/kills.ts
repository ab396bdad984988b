import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { readPidFile } from '../../api/src/platform/database/server/postgres-process.ts';
import { cheapHashCosts, type Figure, withTempFolder, percentile, type ProofOptions, withDatabase } from './setup.ts';
import { product, untilReady } from './product.ts';
import { reconcile, type Writers, writers } from './writers.ts';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
/** Waits a random time while the writers are active. */
const randomDelay = () => delay(300 + Math.random() * 500);

/** Kills the product repeatedly while sixteen clients write. */
export function kills({ rounds = 10, log }: ProofOptions): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const { memoryKib, passes, parallelism } = cheapHashCosts;
    const running = await product({
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HASH_MEMORY_KIB: String(memoryKib),
      HASH_PASSES: String(passes),
      HASH_PARALLELISM: String(parallelism),
    });
    await running.start();
    try {
      const socket = encodeURIComponent(readPidFile(join(dataDir, 'postgres'))?.socketDir ?? '');
      const ownerUrl = `postgresql://storeward_owner@localhost/storeward?host=${socket}`;
      const writing = await writers(running.port, ownerUrl);
      const restored: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await randomDelay();
        await running.kill();
        restored.push(await running.start());
        log(`kill ${round} of ${rounds}: ready after ${seconds(restored.at(-1)!)}`);
      }
      await randomDelay();
      await writing.stop();
      return await figures(`kill -9 of the product, ${rounds} times`, writing, ownerUrl, restored, 5_000);
    } finally {
      await running.stop();
    }
  });
}

/** Stops the database with immediate shutdown, repeatedly, while sixteen clients write; the product keeps running. */
export function databaseRestarts({ rounds = 10, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(cheapHashCosts, async (database) => {
    const running = await product(database.settings);
    await running.start();
    try {
      const { ownerUrl } = database.server();
      const writing = await writers(running.port, ownerUrl);
      const restored: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await randomDelay();
        await database.restart(async (server) => {
          process.kill(readPidFile(join(database.dataDir, 'postgres'))!.pid, 'SIGQUIT'); // SIGQUIT is pg_ctl's immediate shutdown
          await server.stop();
        });
        restored.push(await untilReady(running.port));
        log(`database restart ${round} of ${rounds}: ready ${seconds(restored.at(-1)!)} after it`);
      }
      await randomDelay();
      await writing.stop();
      const exit = await running.stop();
      const writeFigures = await figures(
        `immediate restart of the database, ${rounds} times`,
        writing,
        ownerUrl,
        restored,
        10_000,
      );
      return [
        ...writeFigures,
        {
          label: 'the product survives the loss of its database',
          measured: `exit code ${exit}`,
          expected: '0',
          passed: exit === 0,
        },
      ];
    } finally {
      await running.stop();
    }
  });
}

async function figures(
  title: string,
  { journal, retried }: Writers,
  ownerUrl: string,
  restored: readonly number[],
  maxMilliseconds: number,
): Promise<Figure[]> {
  const { lost, duplicated, inconsistent } = await reconcile(journal, ownerUrl);
  const acknowledged = journal.filter((entry) => entry.acknowledged).length;
  const slowest = Math.max(...restored);
  return [
    {
      label: `${title}: acknowledged changes lost`,
      measured: `${lost} of ${acknowledged}`,
      expected: '0',
      passed: lost === 0 && acknowledged > 0,
    },
    {
      label: `${title}: changes applied twice`,
      measured: `${duplicated}, ${retried()} retried`,
      expected: '0',
      passed: duplicated === 0,
    },
    {
      label: `${title}: records that differ from their audit entries`,
      measured: String(inconsistent),
      expected: '0',
      passed: inconsistent === 0,
    },
    {
      label: `${title}: ready again`,
      measured: `median ${seconds(percentile(restored, 0.5))}, worst ${seconds(slowest)}`,
      expected: `at most ${seconds(maxMilliseconds)}`,
      passed: slowest <= maxMilliseconds,
    },
  ];
}
