import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../api/src/platform/database/server/postgres.ts';
import { memoryOf, start, startProduct } from './product.ts';
import type { Row } from './rows.ts';

/** Cold and warm start on a seeded data folder against a bare Fastify and the database alone, and memory when idle. */
export async function startRows(dataDir: string): Promise<Row[]> {
  const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'));
  const settings = { NODE_COMPILE_CACHE: cache };
  try {
    const cold = await startProduct(dataDir, settings);
    await cold.stop();
    const startedAt = performance.now();
    const database = await startPostgres({ dataDir });
    const databaseAlone = performance.now() - startedAt;
    await database.stop();
    await (await start('bench/bare-server.ts', settings, '/')).stop();
    const bare = await start('bench/bare-server.ts', settings, '/');
    await bare.stop();
    const warm = await startProduct(dataDir, settings);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const memory = memoryOf(warm.pid);
    await warm.stop();
    const allowed = 2 * bare.milliseconds + databaseAlone;
    return [
      {
        work: 'start to first response, empty compile cache',
        figure: cold.milliseconds,
        baseline: allowed,
        unit: 'ms',
        budget: Infinity,
        note: 'for comparison',
      },
      {
        work: 'start to first response, warm compile cache',
        figure: warm.milliseconds,
        baseline: allowed,
        unit: 'ms',
        budget: 1,
        note: 'at most twice a bare Fastify plus the database',
      },
      { work: 'memory of the idle API', figure: memory, baseline: 120, unit: 'MiB', budget: 1, note: 'at most' },
    ];
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
