/** Limits how often something may happen for each key, on average over a minute: a token bucket in this process. */
export type RequestRate = {
  /** Counts one request; returns 0, or the seconds to wait if there were too many. */
  readonly take: (key: string) => number;
};

type Bucket = { left: number; at: number };

const maxBuckets = 10_000;

/** `now` in milliseconds of a monotonic clock. */
export function requestRate(perMinute: number, now: () => number = () => performance.now()): RequestRate {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take(key) {
      const at = now();
      const last = buckets.get(key);
      const left = last ? Math.min(perMinute, last.left + (at - last.at) * perMs) : perMinute;
      buckets.delete(key);
      buckets.set(key, { left: left < 1 ? left : left - 1, at });
      if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!);
      return left < 1 ? Math.ceil((1 - left) / perMs / 1000) : 0;
    },
  };
}
