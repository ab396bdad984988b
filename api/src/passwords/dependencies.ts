import { createHmac } from 'node:crypto';
import type { RateLimits } from '../rate-limits/queries.ts';
import type { Context, ManualContext } from '../platform/http/context.ts';
import type { Hashing } from '../platform/security/hashing.ts';
import type { Encryption } from '../platform/security/encryption.ts';

export type RecoveryLimits = {
  /** Lifetime of a mailed reset link. */
  readonly linkMinutes: number;
  /** Unknown links tried from one network within ten minutes. */
  readonly linkGuesses: number;
  /** Mails of one kind to one user. */
  readonly mailsPerHour: number;
  /** How often "unknown e-mail" may be revealed: to one network per 15 minutes, and by one portal per hour. */
  readonly unknownByAddress: number;
  readonly unknownByPortal: number;
};

export type PasswordDependencies = {
  readonly hashing: Hashing;
  readonly rateLimits: RateLimits;
  readonly mailEncryption: Encryption;
  /** Verifies the caller's current password, with rate limiting, and returns its stored hash; throws otherwise. */
  readonly reauthenticate: (context: ManualContext, password: string) => Promise<string>;
  /** Mails a user a reset link on behalf of an administrator; returns its expiry, or undefined if the user gets none. */
  readonly sendResetLink: (
    context: Pick<Context, 'db' | 'actor' | 'origin'>,
    userId: string,
  ) => Promise<string | undefined>;
  readonly limits: RecoveryLimits;
  /** Security profile `hardened`: reveals no account's existence, disables secret words, requires longer passwords. */
  readonly hardened: boolean;
  /** HMAC key for the names of counters. */
  readonly counterKey: Uint8Array;
  readonly wakeMailWorker: () => void;
};

/** Time allowed for each next step of a recovery. */
export const recoveryStepMinutes = 10;

/** Name of a counter as a keyed hash, so that stored counters reveal no addresses. */
export const counterName = (key: Uint8Array, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
