import { expect, test } from 'vitest';
import { mapInSlices } from './time-slices.ts';

/** Computes for longer than a slice. */
function compute(value: number): number {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 15);
  return value * 2;
}

test('values are mapped in their order, and other work has its turn between them', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other work'));
  const mapped = await mapInSlices([1, 2, 3], (value) => {
    order.push(`value ${value}`);
    return compute(value);
  });
  expect(mapped).toEqual([2, 4, 6]);
  expect(order).toEqual(['value 1', 'other work', 'value 2', 'value 3']);
});

test('an error of one value is that of all', async () => {
  const failing = mapInSlices([1, 2], (value) => {
    if (compute(value) === 4) throw new Error('second');
    return value;
  });
  await expect(failing).rejects.toThrow('second');
});
