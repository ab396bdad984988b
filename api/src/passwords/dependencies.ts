import { createHmac } from 'node:crypto';
import type { RateLimits } from '../rate-limits/queries.ts';
import type { Context, ManualContext } from '../platform/http/pipeline/context.ts';
import type { Hashing } from '../platform/security/hashing.ts';
import type { Encryption } from '../platform/security/encryption.ts';

export type RecoveryLimits = {
  /** Lifetime of a mailed reset link. */
  readonly linkMinutes: number;
  /** Limit of unknown links tried from one network within ten minutes. */
  readonly linkGuesses: number;
  /** Limit of mails of one kind to one user. */
  readonly mailsPerHour: number;
  /** How often the response may reveal that an e-mail is unknown: to one network per 15 minutes, and by one portal per hour. */
  readonly unknownByAddress: number;
  readonly unknownByPortal: number;
};

/** Dependencies of mails to users. */
export type MailDependencies = {
  readonly mailEncryption: Encryption;
  readonly limits: RecoveryLimits;
  readonly wakeMailWorker: () => void;
};

export type PasswordProfile = {
  /** Security profile `hardened`: never reveals whether an account exists, disables secret words, requires longer passwords. */
  readonly hardened: boolean;
};

export type PasswordDependencies = MailDependencies &
  PasswordProfile & {
    readonly hashing: Hashing;
    readonly rateLimits: RateLimits;
    /** Verifies the current password of the signed-in user, with rate limiting, and returns its stored hash; throws otherwise. */
    readonly reauthenticate: (context: ManualContext, password: string) => Promise<string>;
    /** Mails a user a reset link on behalf of an administrator; returns its expiry, or undefined if the user gets none. */
    readonly sendResetLink: (
      context: Pick<Context, 'db' | 'actor' | 'origin'>,
      userId: string,
    ) => Promise<string | undefined>;
    /** HMAC key for the names of counters. */
    readonly counterKey: Uint8Array;
  };

/** Time allowed for each next step of a recovery. */
export const recoveryStepMinutes = 10;

/** Name of a counter as a keyed hash, so that stored counters reveal no addresses. */
export const counterName = (key: Uint8Array, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
