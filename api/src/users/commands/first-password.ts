import { countMails, insertMail } from '../../mails/queries.ts';
import type { AuthenticatedTransaction, ManualContext } from '../../platform/http/pipeline/context.ts';
import { ownHashOrigin } from '../../platform/security/hashing.ts';
import { ensure, throwFirst } from '../../platform/errors.ts';
import { changeErrors } from '../policy.ts';
import { vouchForAddresses, endSessions, revokeResetTokens } from '../queries.ts';
import type { HashingDependencies } from '../secrets.ts';
import { type MailDependencies } from './context.ts';
import { auditUsers } from '../user-mapper.ts';
import { listUserStates } from './change-queries.ts';
import { updateTemporaryPassword } from './create-queries.ts';
import type { UserState } from './user-state.ts';

/** Generator of temporary passwords, their validity in days, and how many of them are mailed to a user per hour. */
export type InitialPassword = {
  readonly generate: () => string;
  readonly days: number;
  readonly mailsPerHour: number;
};

type FirstPasswordDependencies = HashingDependencies & MailDependencies & { readonly initialPassword: InitialPassword };

export type SentPassword = { readonly sent: boolean; readonly expiresAt: string | null };

/**
 * Mails a user who has not chosen a password a new temporary one; a disabled user gets none. A user with a chosen
 * password gets a reset link instead, since only the owner may replace a password in use.
 */
export async function sendFirstPassword(
  dependencies: FirstPasswordDependencies,
  context: ManualContext,
  id: string,
): Promise<SentPassword> {
  const { hashing, initialPassword, wakeMailWorker } = dependencies;
  // refused before the slow hashing, which must not happen under a lock, and checked again with the lock
  await context.transaction((inner) => findRecipient(dependencies, inner, id, { lock: false }));
  const password = initialPassword.generate();
  const temporary = { passwordHash: await hashing.hash(password, ownHashOrigin(context)), days: initialPassword.days };
  const sent = await context.finalTransaction(async (inner): Promise<SentPassword> => {
    const { db, actor } = inner;
    const { status, emailId: to, tpath } = await findRecipient(dependencies, inner, id, { lock: true });
    if (!status) return { sent: false, expiresAt: null };
    await revokeResetTokens(db, actor.scope, [id]);
    await endSessions(db, actor.scope, [id]);
    await vouchForAddresses(db, actor.scope, [id], actor.userId);
    const expiresAt = await updateTemporaryPassword(db, actor.scope, id, temporary);
    const variables = { password, days: temporary.days };
    await insertMail(db, actor.scope, dependencies.mailEncryption, {
      kind: 'firstPassword',
      variables,
      userId: id,
      to,
    });
    await auditUsers(inner, [{ id, tpath, action: 'user.firstPasswordSent' }]);
    return { sent: true, expiresAt };
  });
  wakeMailWorker();
  return sent;
}

/** The user, if the actor may send them a first password now. */
async function findRecipient(
  { initialPassword: { mailsPerHour } }: FirstPasswordDependencies,
  { db, actor }: AuthenticatedTransaction,
  id: string,
  { lock }: { readonly lock: boolean },
): Promise<UserState> {
  const [user] = await listUserStates(db, actor, { ids: [id], orSelf: true }, { lock });
  ensure(user, 'user.unknown');
  throwFirst(changeErrors(actor, user, ['firstPassword']));
  ensure(!user.passwordChosen, 'user.passwordChosen');
  const mails = (await countMails(db, actor.scope, 'firstPassword', [id])).get(id) ?? 0;
  ensure(!user.status || mails < mailsPerHour, 'recovery.tooManyMails', { retryAfter: 3600 });
  return user;
}
