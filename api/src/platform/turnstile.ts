import { Refusal } from './errors.ts';

/** Lets a few through at a time; whoever has waited longer than so many milliseconds is told to come back. */
export function turnstile(atOnce: number, patience: number) {
  let running = 0;
  const waiting: { go: () => void; timer: NodeJS.Timeout }[] = [];
  const enter = () =>
    new Promise<void>((resolve, reject) => {
      if (running < atOnce) {
        running += 1;
        resolve();
        return;
      }
      const place = {
        go: resolve,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(place), 1);
          reject(new Refusal('service.busy', { retryAfter: 1 + Math.ceil(Math.random() * 3) }));
        }, patience),
      };
      waiting.push(place);
    });
  const leave = () => {
    const next = waiting.shift();
    if (!next) {
      running -= 1;
      return;
    }
    clearTimeout(next.timer);
    next.go();
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
