import { hash, verify } from '@node-rs/argon2';
import { turnstile } from './turnstile.ts';

/** What one password hash costs: memory in KiB, passes over it, lanes; how many run at once, and how long one may wait. */
export type HashCosts = {
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly atOnce: number;
  readonly queueSeconds: number;
};

/** Hashes and checks passwords, a few at a time, away from the loop that answers everybody else. */
export type Hashing = {
  readonly make: (secret: string) => Promise<string>;
  /** The same work is done when there is nothing to check against, so that the time tells nothing. */
  readonly matches: (secret: string, stored: string | null | undefined) => Promise<boolean>;
};

/** Sets up hashing at the given costs; past the queue's patience it refuses with `service.busy`. */
export function hashing({ memoryKib, passes, parallelism, atOnce, queueSeconds }: HashCosts): Hashing {
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism };
  const inTurn = turnstile(atOnce, queueSeconds * 1000);
  let decoy: Promise<string> | undefined;
  const nobodys = () =>
    (decoy ??= inTurn(() => hash('nobody has this password', options)).catch((error: unknown) => {
      decoy = undefined; // one bad moment must not keep everybody unknown waiting ever after
      throw error;
    }));
  return {
    make: (secret) => inTurn(() => hash(secret, options)),
    async matches(secret, stored) {
      const against = stored ?? (await nobodys());
      const same = await inTurn(() => verify(against, secret));
      return same && stored != null;
    },
  };
}
