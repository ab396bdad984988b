import { hash, type Options, verify } from '@node-rs/argon2';
import type { Environment } from '../environment/environment.ts';
import type { Origin } from '../actor.ts';
import type { QueueKey } from '../fair-queue.ts';
import { networkOf } from '../network.ts';
import { deriveKey } from './keys.ts';
import { semaphore } from '../semaphore.ts';

/** Argon2id parameters, the maximum number of concurrent hashes, and how many seconds one may wait in the queue. */
export type HashCosts = {
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly concurrency: number;
  readonly queueSeconds: number;
};

/** How a secret matches its hash: in the normal form NFC, in which new ones are stored, or exactly as it was typed. */
export type SecretMatch = 'normalised' | 'asTyped';

/** Who asks for a hash: the hosts of organisations take turns, and so do the users and networks that ask on one host. */
export type HashOrigin = Pick<Origin, 'host' | 'address'> & { readonly userId?: string };

/** Password hashing, off the event loop and with limited concurrency. */
export type Hashing = {
  readonly hash: (secret: string, origin?: HashOrigin) => Promise<string>;
  /** Takes the same time if there is no stored hash, so that timing reveals nothing. */
  readonly verify: (secret: string, stored: string | null | undefined, origin?: HashOrigin) => Promise<boolean>;
  /** The same; `asTyped` for a hash of before secrets were normalised, which should be replaced. */
  readonly match: (
    secret: string,
    stored: string | null | undefined,
    origin?: HashOrigin,
  ) => Promise<SecretMatch | undefined>;
  /** Whether a hash was made with another pepper or other parameters than the current ones. */
  readonly isOutdated: (stored: string) => boolean;
  /** The hashes that are being computed and those that wait. */
  readonly counts: () => { readonly running: number; readonly waiting: number };
};

/** A secret key of the hash that is not in the database; `id` is stored in the hash as `keyid`. */
type Pepper = { readonly id: string; readonly secret: Uint8Array };

const pepperOf = (secretKey: Uint8Array): Pepper => ({
  id: Buffer.from(deriveKey(secretKey, 'pepper-id')).toString('base64').slice(0, 8),
  secret: deriveKey(secretKey, 'pepper'),
});

/**
 * Argon2id hashing. Throws `service.busy` after `queueSeconds` in the queue.
 *
 * A hash names its pepper (`keyid`), so that verification computes one hash only, and takes the same time for unknown users.
 * A hash without `keyid` was made before peppers existed.
 *
 * A secret is hashed in NFC, because keyboards type `é` as one or two code points. Earlier hashes are of the text as it
 * was typed: a secret that differs from its NFC is tried in that form too, whatever is stored.
 */
export function hashing(costs: HashCosts, secretKey: Uint8Array, previous?: Uint8Array): Hashing {
  const { memoryKib, passes, parallelism, concurrency, queueSeconds } = costs;
  const pepper = pepperOf(secretKey);
  const peppers = [pepper, ...(previous ? [pepperOf(previous)] : [])];
  const options: Options = { memoryCost: memoryKib, timeCost: passes, parallelism, secret: pepper.secret };
  const limited = semaphore(concurrency, queueSeconds * 1000);
  const hashSecret = (secret: string, origin?: HashOrigin) =>
    limited(async () => withKeyId(await hash(secret, options), pepper.id), keyOf(origin));
  let decoy: Promise<string> | undefined;
  const decoyHash = () =>
    (decoy ??= hashSecret('nobody has this password').catch((error: unknown) => {
      decoy = undefined; // do not cache a failure
      throw error;
    }));
  const matchNormalised = async (
    secret: string,
    stored: string | null | undefined,
    origin?: HashOrigin,
  ): Promise<SecretMatch | undefined> => {
    const normalised = secret.normalize('NFC');
    if (await verifyText(normalised, stored, origin)) return 'normalised';
    return normalised !== secret && (await verifyText(secret, stored, origin)) ? 'asTyped' : undefined;
  };
  async function verifyText(
    secret: string,
    stored: string | null | undefined,
    origin: HashOrigin | undefined,
  ): Promise<boolean> {
    const { id } = splitKeyId(stored ?? '');
    // a hash with an unknown pepper cannot be verified, so the decoy is used
    const isPepperUnknown = id !== undefined && !peppers.some((candidate) => candidate.id === id);
    const isReal = stored != null && !isPepperUnknown;
    const reference = splitKeyId(isReal ? stored : await decoyHash());
    const pepperUsed = peppers.find((candidate) => candidate.id === reference.id);
    const matches = await limited(
      () => verify(reference.hash, secret, pepperUsed ? { secret: pepperUsed.secret } : null),
      keyOf(origin),
    );
    return matches && isReal;
  }
  return {
    hash: (secret, origin) => hashSecret(secret.normalize('NFC'), origin),
    match: matchNormalised,
    verify: async (secret, stored, origin) => (await matchNormalised(secret, stored, origin)) !== undefined,
    isOutdated: (stored) =>
      splitKeyId(stored).id !== pepper.id || !stored.includes(`$m=${memoryKib},t=${passes},p=${parallelism},`),
    counts: limited.counts,
  };
}

/** The origin of a signed-in user, who takes turns with colleagues of the same network. */
export const ownHashOrigin = ({
  origin,
  actor,
}: {
  readonly origin: HashOrigin;
  readonly actor: { readonly userId: string };
}): HashOrigin => ({ ...origin, userId: actor.userId });

const keyOf = (origin: HashOrigin | undefined): QueueKey | undefined =>
  origin && [origin.host, origin.userId ?? networkOf(origin.address), ''];

export const hashingFor = (environment: Environment, secretKey: Uint8Array): Hashing =>
  hashing(
    {
      memoryKib: environment.hashMemoryKib,
      passes: environment.hashPasses,
      parallelism: environment.hashParallelism,
      concurrency: environment.hashAtOnce,
      queueSeconds: environment.hashQueueSeconds,
    },
    secretKey,
    environment.secretKeyPrevious,
  );

const withKeyId = (made: string, id: string) => made.replace(/(\$m=\d+,t=\d+,p=\d+)\$/, `$1,keyid=${id}$$`);

/** Splits a stored hash into the library's format and the id of its pepper. */
function splitKeyId(stored: string): { hash: string; id: string | undefined } {
  const id = /,keyid=([A-Za-z0-9+/]+)\$/.exec(stored)?.[1];
  return { hash: id === undefined ? stored : stored.replace(`,keyid=${id}$`, () => '$'), id };
}
