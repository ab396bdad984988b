import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Attempts } from '../attempts/queries.ts';
import type { OwnSignedContext } from '../platform/context.ts';
import type { Hashing } from '../platform/hashing.ts';
import type { Sealing } from '../platform/sealing.ts';

/** How much is borne, and how long things last. */
export type RecoveryLimits = {
  /** For how long a mailed link is good. */
  readonly linkMinutes: number;
  /** Unknown links from one address in ten minutes. */
  readonly guesses: number;
  /** Mails to one person in an hour. */
  readonly mails: number;
  /** Unknown addresses that are told so: to one asker in a quarter of an hour, and by one portal in an hour. */
  readonly unknownByAddress: number;
  readonly unknownByPortal: number;
};

/** What everything about passwords stands on, besides the database. */
export type PasswordParts = {
  readonly hashing: Hashing;
  readonly attempts: Attempts;
  readonly mailSealing: Sealing;
  /** Goes on only with the present password of whoever is signed in; answers the hash it was proved by. */
  readonly provePresent: (context: OwnSignedContext, password: string) => Promise<string>;
  readonly limits: RecoveryLimits;
  /** Nothing is said of who exists, there is no secret word, and passwords are longer. */
  readonly hardened: boolean;
  /** The key under which names are made unreadable where they are only counted. */
  readonly markKey: Uint8Array;
  /** Mails were queued. */
  readonly mailsQueued: () => void;
};

/** For how long a recovery stays open after each step of it. */
export const stepMinutes = 10;

/** A secret nobody can guess, and the only form in which it is kept. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** The form in which such a secret is kept. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A name under which something is counted, unreadable to whoever sees the counts. */
export const markOf = (key: Uint8Array, ...words: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url');
