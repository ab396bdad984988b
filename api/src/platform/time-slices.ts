import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a long computation blocks the event loop before requests have their turn. */
const sliceMs = 10;

/** Lets other work have its turn if the time slice is used up; returns undefined otherwise. */
export type YieldIfDue = () => Promise<void> | undefined;

/** Creates the yield function of one long computation. */
export function createYield(): YieldIfDue {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < sliceMs) return undefined;
    // what follows the first is still of the turn in which data arrived
    return nextTurn()
      .then(() => nextTurn())
      .then(() => void (startedAt = performance.now()));
  };
}

/** Maps the values in their order, as `Array.map` does, and lets other work have its turn after each time slice. */
export async function mapInSlices<T, U>(
  values: Iterable<T>,
  map: (value: T) => U,
  yieldIfDue = createYield(),
): Promise<U[]> {
  const mapped: U[] = [];
  for (const value of values) {
    mapped.push(map(value));
    await yieldIfDue();
  }
  return mapped;
}
