import { readFileSync } from 'node:fs';
import type { Client, ProductRequest } from './product.ts';

/** Latencies in milliseconds of a user list request, see `latenciesOf`. */
export const latencyDuring = (
  client: Client,
  headers: Record<string, string>,
  work: () => Promise<void>,
  intervalMs = 20,
): Promise<number[]> => latenciesOf(client, { path: '/user-management/users?size=5', headers }, work, intervalMs);

/**
 * Latencies in milliseconds of a request that is sent every `intervalMs`, regardless of responses, while `work` runs; a failed
 * request counts as infinite.
 */
export async function latenciesOf(
  client: Client,
  request: ProductRequest,
  work: () => Promise<void>,
  intervalMs: number,
): Promise<number[]> {
  const latencies: Promise<number>[] = [];
  const send = async () => {
    const startedAt = performance.now();
    const response = await client.send(request).catch(() => undefined);
    return response?.status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
  };
  const timer = setInterval(() => latencies.push(send()), intervalMs);
  await work().finally(() => clearInterval(timer));
  return Promise.all(latencies);
}

/** Peak growth of a process in MiB while `work` runs (Linux only), and its size before. */
export async function growthDuring(pid: number, work: () => Promise<void>) {
  const before = memoryOf(pid);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  await work().finally(() => clearInterval(sampling));
  return { before, growth: Math.max(peak, memoryOf(pid)) - before };
}

/** Resident memory of a process in MiB. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
