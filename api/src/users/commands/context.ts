import type { UserInput } from '@storeward/contract/users';
import { type AuditEvent, insertAudits } from '../../audit/queries.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/http/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import type { RateLimits } from '../../rate-limits/queries.ts';
import type { CommandError } from '../policy.ts';
import { omitHiddenPreferences, personalFields, pickUserInput } from '../user-mapper.ts';
import type { PersonalFields } from './state-queries.ts';

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

export type UserAuditEvent = Pick<AuditEvent, 'tpath' | 'before' | 'after'> & {
  readonly action: `user.${string}`;
  readonly id: string;
};

/** Inserts the audit events of a set of users, grouped by the run if there is one. */
export async function auditUsers(
  { db, actor, origin, runId }: CommandContext,
  events: readonly UserAuditEvent[],
): Promise<void> {
  const common = { entity: 'user', actorId: actor.userId, sessionId: actor.sessionId, ...(runId && { runId }) };
  await insertAudits(
    db,
    actor.scope,
    origin,
    events.map(({ id: entityId, ...event }) => ({ ...event, ...common, entityId })),
  );
}

/** The fields of a user that audit events compare. */
export const auditFields = (actor: Actor, user: AuditedUser) => ({
  ...pickUserInput(user),
  ...omitHiddenPreferences(actor, personalFields(user)),
  shortName: user.shortName,
  dashboardAccess: user.dashboardAccess,
  place: user.node?.name ?? null,
  role: user.role?.name ?? null,
});

type AuditedUser = UserInput &
  PersonalFields & { readonly node: { readonly name: string } | null; readonly role: { readonly name: string } | null };
