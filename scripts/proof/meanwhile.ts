import { readFileSync } from 'node:fs';
import type { Caller } from './product.ts';

/** How long others wait for a page of users, asked for every 20 ms however long the last one takes, while something is done. */
export async function othersMeanwhile(client: Caller, token: Record<string, string>, work: () => Promise<void>) {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const begun = performance.now();
    const answer = await client.send({ path: '/user-management/users?size=5', headers: token }).catch(() => undefined);
    return answer?.status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY;
  };
  const timer = setInterval(() => asked.push(ask()), 20);
  await work().finally(() => clearInterval(timer));
  return Promise.all(asked);
}

/** By how many MiB a process grows at most while something is done (Linux only), and how large it was before. */
export async function growthMeanwhile(pid: number, work: () => Promise<void>) {
  const before = memoryOf(pid);
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  await work().finally(() => clearInterval(watching));
  return { before, growth: Math.max(peak, memoryOf(pid)) - before };
}

/** The memory a process holds now, in MiB. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
