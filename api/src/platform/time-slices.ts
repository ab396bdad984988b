import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a long computation blocks the event loop before requests have their turn. */
const sliceMs = 10;

/** Lets other work have its turn if the time slice is used up; returns undefined otherwise. */
export type YieldIfDue = () => Promise<void> | undefined;

/** Creates the yield function of one long computation. */
export function createYield(): YieldIfDue {
  let startedAt = performance.now();
  let isFirst = true;
  const yieldNow = async () => {
    await nextTurn();
    // a computation that began when data arrived is continued in the same turn, before the data of others is read
    if (isFirst) await nextTurn();
    isFirst = false;
    startedAt = performance.now();
  };
  return () => (performance.now() - startedAt < sliceMs ? undefined : yieldNow());
}

/** Maps the values in their order, as `Array.map` does, and lets other work have its turn after each time slice. */
export async function mapInSlices<T, U>(values: Iterable<T>, map: (value: T) => U): Promise<U[]> {
  const yieldIfDue = createYield();
  const mapped: U[] = [];
  for (const value of values) {
    await yieldIfDue();
    mapped.push(map(value));
  }
  return mapped;
}
