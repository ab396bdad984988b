import type { Actor } from '../../platform/actor.ts';
import { changeErrors, type CommandError } from '../policy.ts';
import { endSessions, revokeResetTokens } from '../queries.ts';
import type { CommandContext, LockDependencies } from './context.ts';
import { auditFields, auditUsers } from '../user-mapper.ts';
import { deleteUsers } from './change-queries.ts';
import type { UserState } from './user-state.ts';

/** Why the actor may not delete a user. */
export const removalErrors = (actor: Actor, user: UserState): CommandError[] => changeErrors(actor, user, ['delete']);

/** Deletes users whose rows are locked: ends their sessions, revokes their links, and frees their user names. */
export async function removeUsers(
  { rateLimits }: LockDependencies,
  context: CommandContext,
  users: readonly UserState[],
): Promise<void> {
  if (users.length === 0) return;
  const { db, actor } = context;
  const ids = users.map(({ id }) => id);
  await Promise.all([
    endSessions(db, actor.scope, ids),
    revokeResetTokens(db, actor.scope, ids),
    rateLimits.reset(db, actor.scope, users),
    deleteUsers(db, actor.scope, ids, actor.userId),
  ]);
  await auditUsers(
    context,
    users.map((user) => {
      const { id, tpath, userName, domainName } = user;
      return { id, tpath, action: 'user.deleted', before: { userName, domainName, ...auditFields(actor, user) } };
    }),
  );
}
