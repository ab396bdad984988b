import type { Context } from '../../platform/http/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import type { RateLimits } from '../../rate-limits/queries.ts';
import type { CommandError } from '../policy.ts';

/** The transaction of a command; `runId` is the import or bulk change that it is a step of. */
export type CommandContext = Pick<Context, 'db' | 'actor' | 'origin'> & {
  readonly runId?: string;
  readonly afterCommit?: Context['afterCommit'];
};

/** Sends password reset links that replace earlier ones. */
export type ResetLinks = {
  /** The users who have received as many links as the limit allows. */
  readonly atMailLimit: (
    context: Pick<CommandContext, 'db' | 'actor'>,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Returns the expiry of the links. */
  readonly send: (
    context: CommandContext,
    users: readonly { readonly id: string; readonly emailId: string; readonly tpath: string }[],
    runId?: string,
  ) => Promise<string | undefined>;
};

export type CommandDependencies = {
  readonly rateLimits: Pick<RateLimits, 'reset' | 'findLocks'>;
  readonly mailEncryption: Encryption;
  readonly wakeMailWorker: () => void;
  readonly links: ResetLinks;
  /**
   * Mails each user an invitation link to choose a password; `alreadyRecorded` for users who were inserted as invited.
   */
  readonly inviteAll: (
    context: Pick<CommandContext, 'db' | 'actor'>,
    users: readonly { readonly id: string; readonly emailId: string }[],
    options?: { readonly alreadyRecorded: boolean },
  ) => Promise<void>;
};

/** Throws the first error of a command for one user. */
export function throwFirst([error]: readonly CommandError[], details: ApiError['details'] = {}): void {
  if (error) throw new ApiError(error.code, details);
}
