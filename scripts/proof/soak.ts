import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from './latency.ts';
import { withProduct } from './product.ts';
import { percentile, type Figure, type ProofOptions } from './setup.ts';
import { mixedLoad } from './soak-load.ts';

/** Largest rise of the median, in MiB. */
const maxRise = 5;
const [requestIntervalMs, sampleSeconds] = [50, 10];

/** Sign-ins need as much memory as at an operator's. */
const usualHashCosts = { HASH_MEMORY_KIB: '19456', HASH_PASSES: '2' };

/** Resident memory in MiB, and the seconds since the start at which it was read. */
type Sample = { readonly seconds: number; readonly memory: number };

/**
 * Memory of one process under a constant mixed load (Linux only); `rounds` is the number of minutes, less than
 * the hour that a session lasts. V8 grows its heap while it has
 * little to collect, and the process has no flags that limit it, so that the first third of the time is not compared.
 */
export function soak({ rounds: minutes = 30, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const load = await mixedLoad({ port: running.port, client, ownerUrl });
    const samples: Sample[] = [];
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    const sample = () => samples.push({ seconds: elapsed(), memory: memoryOf(running.pid()) });
    const sampling = setInterval(sample, sampleSeconds * 1000);
    const progress = setInterval(
      () => log(`${Math.round(elapsed() / 60)} min: ${samples.at(-1)?.memory.toFixed(1)} MiB, ${load.summary()}`),
      60_000,
    );
    try {
      const ticks = (minutes * 60_000) / requestIntervalMs;
      for (let tick = 0; tick < ticks; tick += 1) {
        load.send(tick);
        // at a constant rate, however long responses take
        await delay(Math.max(0, startedAt + (tick + 1) * requestIntervalMs - performance.now()));
      }
      await load.end();
    } finally {
      clearInterval(sampling);
      clearInterval(progress);
      load.close();
    }
    return [memoryFigure(minutes, samples), ...load.figures()];
  }, usualHashCosts);
}

function memoryFigure(minutes: number, samples: readonly Sample[]): Figure {
  const third = Math.floor(samples.length / 3);
  const median = (part: readonly Sample[]) =>
    percentile(
      part.map(({ memory }) => memory),
      0.5,
    );
  const [warmedUp, last] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))];
  const [lowest, highest] = [0, 1].map((part) =>
    percentile(
      samples.slice(third).map(({ memory }) => memory),
      part,
    ),
  );
  return {
    label: `${minutes} minutes of mixed requests: rise of the median memory from the second third to the last`,
    measured: `${(last - warmedUp).toFixed(1)} MiB, from ${warmedUp.toFixed(1)} (${lowest!.toFixed(1)} to ${highest!.toFixed(1)}; slope ${slope(samples.slice(third)).toFixed(1)} MiB per hour; first third ${median(samples.slice(0, third)).toFixed(1)})`,
    expected: `at most ${maxRise} MiB`,
    passed: last - warmedUp <= maxRise,
  };
}

/** Slope of the regression line, in MiB per hour. */
function slope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanSeconds, meanMemory] = [
    mean(samples.map(({ seconds }) => seconds)),
    mean(samples.map(({ memory }) => memory)),
  ];
  const covariance = mean(samples.map(({ seconds, memory }) => (seconds - meanSeconds) * (memory - meanMemory)));
  const variance = mean(samples.map(({ seconds }) => (seconds - meanSeconds) ** 2));
  return (covariance / variance) * 3600;
}
