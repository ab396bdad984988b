import type { Context } from '../../platform/http/pipeline/context.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import type { MailQueue } from '../../mails/queries.ts';
import type { RateLimits } from '../../rate-limits/queries.ts';

/** The transaction of a command; `runId` is the import or bulk change that it is part of. */
export type CommandContext = Pick<Context, 'db' | 'actor' | 'origin'> & {
  readonly runId?: string;
  readonly afterCommit?: Context['afterCommit'];
};

/** Sends password reset links that replace earlier ones. */
export type ResetLinks = {
  /** The users who have reached the limit of links. */
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

/** Reads and resets the locks of users. */
export type LockDependencies = { readonly rateLimits: RateLimits };

/** Dependencies of mails to users. */
export type MailDependencies = MailQueue;

/** Dependencies of invitations of new users. */
export type InvitationDependencies = {
  readonly mailEncryption: Encryption;
  /**
   * Mails each user an invitation link to choose a password; `alreadyRecorded` for users who were inserted as invited.
   */
  readonly inviteAll: (
    context: Pick<CommandContext, 'db' | 'actor'>,
    users: readonly { readonly id: string; readonly emailId: string }[],
    options?: { readonly alreadyRecorded: boolean },
  ) => Promise<void>;
};

export type CommandDependencies = LockDependencies &
  MailDependencies &
  InvitationDependencies & { readonly links: ResetLinks };
