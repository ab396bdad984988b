import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPidFile } from '../../api/src/platform/database/server/postgres-process.ts';
import { cheapHashCosts, type Figure, kestrel, percentile, type ProofOptions, withDatabase } from './setup.ts';
import { createClient, product, signedIn } from './product.ts';

const frozenSeconds = 6;
const readers = 16;

type Sample = {
  readonly startedAt: number;
  readonly took: number;
  readonly status: number;
  readonly retryAfter: boolean;
};

/** Stops all database processes with SIGSTOP under load: requests fail in time, and everything recovers afterwards. */
export function hungDatabase({ rounds = 1, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(cheapHashCosts, async (database) => {
    const running = await product(database.settings);
    await running.start();
    const client = createClient(running.port, kestrel.host);
    try {
      const token = await signedIn(client, kestrel.host, kestrel.admin);
      const figures: Figure[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const reads = sample(() => client.send({ path: '/user-management/users?size=25', headers: token }), readers, 1);
        const livenessProbes = sample(() => client.send({ path: '/health/live' }), 1, 10);
        await delay(2_000);
        const pids = descendantsOf(readPidFile(join(database.dataDir, 'postgres'))!.pid);
        log(`freezing ${pids.length} processes for ${frozenSeconds} s`);
        const stopped = performance.now();
        let resumed = stopped;
        try {
          for (const pid of pids) signal(pid, 'SIGSTOP');
          await delay(frozenSeconds * 1000);
        } finally {
          for (const pid of pids) signal(pid, 'SIGCONT');
          resumed = performance.now();
        }
        await delay(8_000);
        figures.push(...checkReads(await reads(), await livenessProbes(), { stopped, resumed }));
      }
      return figures;
    } finally {
      client.close();
      await running.stop();
    }
  });
}

function checkReads(
  reads: readonly Sample[],
  livenessProbes: readonly Sample[],
  { stopped, resumed }: { stopped: number; resumed: number },
): Figure[] {
  const rejected = reads.filter(({ status }) => status !== 200);
  const slowest = Math.max(
    0,
    ...reads.filter(({ startedAt, took }) => startedAt < resumed && startedAt + took > stopped).map(({ took }) => took),
  );
  const unexpected = rejected.filter(({ status, retryAfter }) => status !== 503 || !retryAfter).length;
  const livenessTimes = livenessProbes
    .filter(({ startedAt }) => startedAt > stopped && startedAt < resumed)
    .map(({ took }) => took);
  const lastRejection = Math.max(0, ...rejected.map(({ startedAt, took }) => startedAt + took - resumed));
  const rate = (from: number, until: number) =>
    reads.filter(
      ({ startedAt, took, status }) => status === 200 && startedAt + took >= from && startedAt + took < until,
    ).length /
    ((until - from) / 1000);
  const [before, after] = [rate(stopped - 1_500, stopped), rate(resumed + 5_000, resumed + 7_500)];
  const title = `database hung for ${frozenSeconds} s`;
  const livenessP99 = percentile(livenessTimes, 0.99);
  return [
    {
      label: `${title}: slowest response to a read`,
      measured: `${(slowest / 1000).toFixed(2)} s, ${rejected.length} rejected`,
      expected: 'at most 5 s',
      passed: slowest <= 5_000 && rejected.length > 0,
    },
    {
      label: `${title}: errors other than 503 with Retry-After`,
      measured: String(unexpected),
      expected: '0',
      passed: unexpected === 0,
    },
    {
      label: `${title}: liveness probes meanwhile, p99 of ${livenessTimes.length}`,
      measured: `${livenessP99.toFixed(0)} ms`,
      expected: 'under 100 ms',
      passed: livenessP99 < 100 && livenessProbes.every(({ status }) => status === 200),
    },
    {
      label: `${title}: last rejected read after it resumed`,
      measured: `${(lastRejection / 1000).toFixed(2)} s`,
      expected: 'at most 5 s',
      passed: lastRejection <= 5_000,
    },
    {
      label: `${title}: reads per second, before and 5 s after`,
      measured: `${before.toFixed(0)} and ${after.toFixed(0)}`,
      expected: 'at least 70%',
      passed: after >= 0.7 * before,
    },
  ];
}

/** Sends requests concurrently until stopped; returns every response time and status. */
function sample(
  send: () => Promise<{ status: number; headers: Record<string, unknown> }>,
  concurrency: number,
  /** Milliseconds between a successful response and the next request. */
  interval: number,
): () => Promise<Sample[]> {
  const samples: Sample[] = [];
  const state = { on: true };
  const worker = async () => {
    while (state.on) {
      const startedAt = performance.now();
      const { status, headers } = await send().catch(() => ({ status: 0, headers: {} as Record<string, unknown> }));
      samples.push({
        startedAt,
        took: performance.now() - startedAt,
        status,
        retryAfter: headers['retry-after'] !== undefined,
      });
      await delay(status === 200 ? interval : 50);
    }
  };
  const workers = Promise.all(Array.from({ length: concurrency }, worker));
  return async () => {
    state.on = false;
    await workers;
    return samples;
  };
}

/** Pid of a process and of all its descendants (Linux only). */
function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.flatMap((child) => descendantsOf(Number(child)))];
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has exited already
  }
}
