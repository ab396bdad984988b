import { ApiError } from './errors.ts';
import { type Entry, FairQueue, type QueueKey } from './fair-queue.ts';

type Waiter = { readonly start: () => void; timer: NodeJS.Timeout | undefined };

const nobody: QueueKey = ['', '', ''];

/**
 * Limits concurrency; throws `service.busy` after waiting `timeoutMs` milliseconds. Those who wait take turns by their key:
 * by organisation, and by the parts of the key below it.
 */
export function semaphore(limit: number, timeoutMs: number) {
  const queue = new FairQueue<Waiter>();
  let running = 0;
  const startNext = () => {
    const entry = running < limit ? queue.take() : undefined;
    if (!entry) return;
    running += 1;
    clearTimeout(entry.item.timer);
    entry.item.start();
  };
  const acquire = (key: QueueKey) =>
    new Promise<Entry<Waiter>>((resolve, reject) => {
      const waiter: Waiter = { start: () => resolve(entry), timer: undefined };
      const entry = queue.add(key, waiter);
      waiter.timer = setTimeout(() => {
        queue.remove(entry);
        reject(new ApiError('service.busy', { retryAfter: 1 + Math.ceil(Math.random() * 3) }));
      }, timeoutMs);
      startNext();
    });
  const run = async <T>(work: () => Promise<T>, key = nobody): Promise<T> => {
    const entry = await acquire(key);
    try {
      return await work();
    } finally {
      running -= 1;
      queue.end(entry, 1);
      startNext();
    }
  };
  return Object.assign(run, { counts: () => ({ running, waiting: queue.waiting }) });
}
