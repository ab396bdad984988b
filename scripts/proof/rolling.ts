import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Product, signedIn } from './product.ts';
import { type Figure, kestrel, percentile, type ProofOptions } from './setup.ts';
import { withStack } from './stack.ts';
import { reconcile, type Writers, writers } from './writers.ts';

const readsPerSecond = 100;

/** Both processes behind nginx are restarted in turn while clients read and write: no request may fail. */
export function rolling({ rounds = 10, log }: ProofOptions): Promise<Figure[]> {
  return withStack(async (stack) => {
    await stack.seed();
    const pooler = await stack.startPooler();
    const processes = await Promise.all([1, 2].map(() => stack.addProduct(stack.settings(pooler.url('portal')))));
    for (const one of processes) await one.start();
    const proxy = await stack.startProxy([processes[0]!.port, processes[1]!.port]);
    const ownerUrl = stack.cluster.url('postgres');
    const writing = await writers(proxy.port, ownerUrl);
    const reads = await readers(proxy.port);
    const seconds: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const one of processes) seconds.push(await restart(one));
      log(
        `restart ${round} of ${rounds} of both processes: ${seconds
          .slice(-2)
          .map((took) => took.toFixed(1))
          .join(' and ')} s`,
      );
    }
    const title = `${seconds.length} restarts behind nginx`;
    const { times, figures } = await endLoad(title, { reads, writing, ownerUrl });
    return [
      ...figures,
      {
        label: `${title}: time of a read`,
        measured: `median ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
        expected: 'reported',
        passed: true,
      },
      {
        label: `${title}: seconds without one of the processes`,
        measured: `median ${percentile(seconds, 0.5).toFixed(1)}, worst ${Math.max(...seconds).toFixed(1)}`,
        expected: 'at most 30',
        passed: Math.max(...seconds) <= 30,
      },
    ];
  });
}

/** The steps of docs/operations.md: stop, start, ready, and time for the proxy to notice; returns the seconds. */
async function restart(one: Product): Promise<number> {
  const startedAt = performance.now();
  const exit = await one.stop();
  if (exit !== 0) throw new Error(`A process that was stopped exited with ${exit}.`);
  await one.start();
  const seconds = (performance.now() - startedAt) / 1000;
  await delay(2_000);
  return seconds;
}

type Load = {
  readonly reads: Awaited<ReturnType<typeof readers>>;
  readonly writing: Writers;
  readonly ownerUrl: string;
};

/** Ends the reads and changes of at least ten seconds, none of which may have failed, and returns the times of the reads. */
export async function endLoad(
  title: string,
  { reads, writing, ownerUrl }: Load,
): Promise<{ times: readonly number[]; figures: Figure[] }> {
  const { all, failed, times } = await reads();
  await writing.stop();
  const { lost, duplicated, inconsistent } = await reconcile(writing.journal, ownerUrl);
  const figures = [
    {
      label: `${title}: failed reads at ${readsPerSecond} per second`,
      measured: `${failed.length} of ${all}${failed.length > 0 ? `: ${[...new Set(failed)].join(', ')}` : ''}`,
      expected: '0',
      passed: failed.length === 0 && all > 10 * readsPerSecond,
    },
    {
      label: `${title}: failed changes of sixteen writers`,
      measured: `${writing.retried()} of ${writing.journal.length}`,
      expected: '0',
      passed: writing.retried() === 0 && writing.journal.every(({ acknowledged }) => acknowledged),
    },
    {
      label: `${title}: changes lost, applied twice, unlike their audit entry`,
      measured: `${lost}, ${duplicated}, ${inconsistent}`,
      expected: '0, 0, 0',
      passed: lost + duplicated + inconsistent === 0,
    },
  ];
  return { times, figures };
}

/** Reads at a constant rate, whatever the responses, until stopped. */
export async function readers(port: number) {
  const client = createClient(port, kestrel.host, 64);
  const headers = await signedIn(client, kestrel.host, kestrel.admin);
  const paths = ['/user-management/users?size=5', '/role-management/roles', '/node-management/node/search?search=a'];
  const failed: string[] = [];
  const times: number[] = [];
  const pending = new Set<Promise<void>>();
  let all = 0;
  const send = async () => {
    const path = paths[(all += 1) % paths.length]!;
    const startedAt = performance.now();
    const response = await client
      .send({ path, headers: { ...headers, 'x-request-id': randomUUID() } })
      .catch((error: Error) => ({ status: 0, text: error.message }));
    times.push(performance.now() - startedAt);
    if (response.status !== 200) failed.push(`${response.status} ${response.text.slice(0, 80)}`);
  };
  const timer = setInterval(() => {
    const one = send().finally(() => pending.delete(one));
    pending.add(one);
  }, 1000 / readsPerSecond);
  await delay(500);
  return async () => {
    clearInterval(timer);
    await Promise.all(pending);
    client.close();
    return { all, failed, times };
  };
}
