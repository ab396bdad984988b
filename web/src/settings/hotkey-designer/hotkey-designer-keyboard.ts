/** The steps of the keys that navigate a grid. */
const steps = (columns: number): Readonly<Record<string, number>> => ({
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
});

/** The index that a key leads to in a grid of `count` cells; undefined for other keys, and beyond its edges. */
export function stepTo(key: string, index: number, count: number, columns: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps(columns)[key];
  if (step === undefined) return undefined;
  const next = index + step;
  return next >= 0 && next < count ? next : undefined;
}
