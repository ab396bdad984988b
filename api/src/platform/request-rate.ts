/** Limits how often something may happen for each key, on average over a minute: a token bucket in this process. */
export type RequestRate = {
  /** Counts one request; returns 0, or the seconds to wait if there were too many. */
  readonly take: (key: string) => number;
  /** The seconds to wait until the next one is allowed, without counting one; 0 if it is allowed now. */
  readonly wait: (key: string) => number;
};

type Bucket = { left: number; at: number };

const maxBuckets = 10_000;

/** `now` in milliseconds of a monotonic clock. */
export function requestRate(perMinute: number, now: () => number = () => performance.now()): RequestRate {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const leftFor = (key: string, at: number) => {
    const last = buckets.get(key);
    return last ? Math.min(perMinute, last.left + (at - last.at) * perMs) : perMinute;
  };
  const secondsFrom = (left: number) => (left < 1 ? Math.ceil((1 - left) / perMs / 1000) : 0);
  return {
    take(key) {
      const at = now();
      const left = leftFor(key, at);
      buckets.delete(key);
      buckets.set(key, { left: left < 1 ? left : left - 1, at });
      if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!);
      return secondsFrom(left);
    },
    wait: (key) => secondsFrom(leftFor(key, now())),
  };
}
