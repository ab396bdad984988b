import { hash, type Options, verify } from '@node-rs/argon2';
import type { Environment } from './env.ts';
import { deriveKey } from './keys.ts';
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
  /** Whether a hash was made with another pepper or at other costs than one would be made with today. */
  readonly isOutdated: (stored: string) => boolean;
};

/** A second ingredient of every hash that no copy of the database holds, and the name by which a hash says which one it was. */
type Pepper = { readonly id: string; readonly secret: Uint8Array };

const pepperOf = (secretKey: Uint8Array): Pepper => ({
  id: Buffer.from(deriveKey(secretKey, 'pepper-id')).toString('base64').slice(0, 8),
  secret: deriveKey(secretKey, 'pepper'),
});

/**
 * Sets up hashing at the given costs; past the queue's patience it refuses with `service.busy`.
 *
 * A hash names its pepper (`keyid`), so that checking takes one hash whichever it was, and names that do not exist take
 * as long as all others. One that names none was made before there was any.
 */
export function hashing(costs: HashCosts, secretKey: Uint8Array, previous?: Uint8Array): Hashing {
  const { memoryKib, passes, parallelism, atOnce, queueSeconds } = costs;
  const pepper = pepperOf(secretKey);
  const known = [pepper, ...(previous ? [pepperOf(previous)] : [])];
  const options: Options = { memoryCost: memoryKib, timeCost: passes, parallelism, secret: pepper.secret };
  const inTurn = turnstile(atOnce, queueSeconds * 1000);
  const made = (secret: string) => inTurn(async () => named(await hash(secret, options), pepper.id));
  let decoy: Promise<string> | undefined;
  const nobodys = () =>
    (decoy ??= made('nobody has this password').catch((error: unknown) => {
      decoy = undefined; // one bad moment must not keep everybody unknown waiting ever after
      throw error;
    }));
  return {
    make: made,
    async matches(secret, stored) {
      const { id } = unnamed(stored ?? '');
      // of a pepper that is no more nothing can be right, as of nobody
      const isLost = id !== undefined && !known.some((one) => one.id === id);
      const real = stored != null && !isLost;
      const against = unnamed(real ? stored : await nobodys());
      const seasoned = known.find((one) => one.id === against.id);
      const same = await inTurn(() => verify(against.hash, secret, seasoned ? { secret: seasoned.secret } : null));
      return same && real;
    },
    isOutdated: (stored) =>
      unnamed(stored).id !== pepper.id || !stored.includes(`$m=${memoryKib},t=${passes},p=${parallelism},`),
  };
}

/** Hashing as the operator decided it. */
export const hashingFor = (environment: Environment, secretKey: Uint8Array): Hashing =>
  hashing(
    {
      memoryKib: environment.hashMemoryKib,
      passes: environment.hashPasses,
      parallelism: environment.hashParallelism,
      atOnce: environment.hashAtOnce,
      queueSeconds: environment.hashQueueSeconds,
    },
    secretKey,
    environment.secretKeyPrevious,
  );

const named = (made: string, id: string) => made.replace(/(\$m=\d+,t=\d+,p=\d+)\$/, `$1,keyid=${id}$$`);

/** A hash as the library wrote it, and the pepper that it names. */
function unnamed(stored: string): { hash: string; id: string | undefined } {
  const id = /,keyid=([A-Za-z0-9+/]+)\$/.exec(stored)?.[1];
  return { hash: id === undefined ? stored : stored.replace(`,keyid=${id}$`, () => '$'), id };
}
