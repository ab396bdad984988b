/** Milliseconds after which the main thread is released. */
const interval = 40;

/** Returns a function that long work calls between its steps, so that the screen keeps responding. */
export function mainThreadReleases(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < interval) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}
