import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { noteOf } from '../../api/src/platform/postgres-process.ts';
import { cheap, type Figure, kestrel, quantile, type Wish, withDatabase } from './ground.ts';
import { caller, product, signedIn } from './product.ts';

const frozenSeconds = 6;
const readers = 16;

type Seen = { readonly at: number; readonly took: number; readonly status: number; readonly retryAfter: boolean };

/** Freezes every process of the database under load: whoever asks is told so in time, and afterwards all is as before. */
export function hungDatabase({ rounds = 1, say }: Wish): Promise<Figure[]> {
  return withDatabase(cheap, async (own) => {
    const running = await product(own.settings);
    await running.start();
    const client = caller(running.port, kestrel.host);
    try {
      const token = await signedIn(client, kestrel.host, kestrel.admin);
      const figures: Figure[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const reads = watch(() => client.send({ path: '/user-management/users?size=25', headers: token }), readers, 1);
        const lives = watch(() => client.send({ path: '/health/live' }), 1, 10);
        await pause(2_000);
        const tree = familyOf(noteOf(join(own.dataDir, 'postgres'))!.pid);
        say(`freezing ${tree.length} processes for ${frozenSeconds} s`);
        const frozen = performance.now();
        let thawed = frozen;
        try {
          for (const pid of tree) signal(pid, 'SIGSTOP');
          await pause(frozenSeconds * 1000);
        } finally {
          for (const pid of tree) signal(pid, 'SIGCONT');
          thawed = performance.now();
        }
        await pause(8_000);
        figures.push(...judged(await reads(), await lives(), { frozen, thawed }));
      }
      return figures;
    } finally {
      client.close();
      await running.stop();
    }
  });
}

function judged(
  reads: readonly Seen[],
  lives: readonly Seen[],
  { frozen, thawed }: { frozen: number; thawed: number },
): Figure[] {
  const refused = reads.filter(({ status }) => status !== 200);
  const slowest = Math.max(
    0,
    ...reads.filter(({ at, took }) => at < thawed && at + took > frozen).map(({ took }) => took),
  );
  const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter).length;
  const meanwhile = lives.filter(({ at }) => at > frozen && at < thawed).map(({ took }) => took);
  const lastRefusal = Math.max(0, ...refused.map(({ at, took }) => at + took - thawed));
  const rate = (from: number, until: number) =>
    reads.filter(({ at, took, status }) => status === 200 && at + took >= from && at + took < until).length /
    ((until - from) / 1000);
  const [before, after] = [rate(frozen - 1_500, frozen), rate(thawed + 5_000, thawed + 7_500)];
  const what = `database hung for ${frozenSeconds} s`;
  const live = quantile(meanwhile, 0.99);
  return [
    {
      what: `${what}: slowest answer to a read`,
      seen: `${(slowest / 1000).toFixed(2)} s, ${refused.length} refused`,
      promised: 'at most 5 s',
      kept: slowest <= 5_000 && refused.length > 0,
    },
    {
      what: `${what}: refusals other than 503 with Retry-After`,
      seen: String(wrong),
      promised: '0',
      kept: wrong === 0,
    },
    {
      what: `${what}: liveness meanwhile, p99 of ${meanwhile.length}`,
      seen: `${live.toFixed(0)} ms`,
      promised: 'under 100 ms',
      kept: live < 100 && lives.every(({ status }) => status === 200),
    },
    {
      what: `${what}: last refusal after it went on`,
      seen: `${(lastRefusal / 1000).toFixed(2)} s`,
      promised: 'at most 5 s',
      kept: lastRefusal <= 5_000,
    },
    {
      what: `${what}: reads a second, before and 5 s after`,
      seen: `${before.toFixed(0)} and ${after.toFixed(0)}`,
      promised: 'at least 70%',
      kept: after >= 0.7 * before,
    },
  ];
}

/** Asks over and over, several at once, until the watching is ended; answers everything that was seen. */
function watch(
  ask: () => Promise<{ status: number; headers: Record<string, unknown> }>,
  atOnce: number,
  rest: number,
): () => Promise<Seen[]> {
  const seen: Seen[] = [];
  const watching = { on: true };
  const one = async () => {
    while (watching.on) {
      const at = performance.now();
      const { status, headers } = await ask().catch(() => ({ status: 0, headers: {} as Record<string, unknown> }));
      seen.push({ at, took: performance.now() - at, status, retryAfter: headers['retry-after'] !== undefined });
      await pause(status === 200 ? rest : 50);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, one));
  return async () => {
    watching.on = false;
    await all;
    return seen;
  };
}

/** A process and all that it has started (Linux). */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
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
    // It has ended by itself.
  }
}
