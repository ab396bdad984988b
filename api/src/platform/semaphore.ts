import { ApiError } from './errors.ts';

/** Limits concurrency; throws `service.busy` after waiting `timeoutMs` milliseconds. */
export function semaphore(limit: number, timeoutMs: number) {
  let running = 0;
  const queue: { start: () => void; timer: NodeJS.Timeout }[] = [];
  const acquire = () =>
    new Promise<void>((resolve, reject) => {
      if (running < limit) {
        running += 1;
        resolve();
        return;
      }
      const waiter = {
        start: resolve,
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(new ApiError('service.busy', { retryAfter: 1 + Math.ceil(Math.random() * 3) }));
        }, timeoutMs),
      };
      queue.push(waiter);
    });
  const release = () => {
    const next = queue.shift();
    if (!next) {
      running -= 1;
      return;
    }
    clearTimeout(next.timer);
    next.start();
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
  return Object.assign(run, { counts: () => ({ running, waiting: queue.length }) });
}
