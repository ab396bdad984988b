import { countMails, type MailQueue } from '../../mails/queries.ts';
import { ensure, inputError } from '../../platform/errors.ts';
import type { AuthenticatedTransaction } from '../../platform/http/pipeline/context.ts';
import { addressErrors, maxEmailChangesPerHour } from '../policy.ts';
import { adoptPendingEmail, lockEmailOwner } from './email-queries.ts';
import { applyPendingEmail, proposeEmails } from './pending-email.ts';

/**
 * Stores the address that the signed-in user has entered, with the password, as their pending one. If an administrator
 * has entered the same one before, it becomes the user's own change: no second mail is sent, and it takes effect if it
 * has been confirmed already.
 */
export async function changeOwnEmail(
  dependencies: Pick<MailQueue, 'mailEncryption' | 'takesAddress'>,
  { db, actor, origin }: AuthenticatedTransaction,
  address: string,
): Promise<void> {
  const { scope, userId, sessionId } = actor;
  const owner = await lockEmailOwner(db, scope, userId);
  ensure(owner, 'user.unknown');
  const { pendingEmail } = owner;
  if (address === owner.emailId) return;
  if (address === pendingEmail) {
    const by = { actorId: userId, sessionId };
    if (owner.confirmed)
      await applyPendingEmail(dependencies, { db, scope, origin }, { ...owner, pendingEmail }, 'accepted', by);
    else await adoptPendingEmail(db, scope, userId);
    return;
  }
  const [error] = addressErrors(dependencies.takesAddress, address);
  if (error) throw inputError('emailId', error.code);
  const sent = (await countMails(db, scope, 'emailConfirmation', [userId])).get(userId) ?? 0;
  ensure(sent < maxEmailChangesPerHour, 'recovery.tooManyMails', { retryAfter: 3600 });
  await proposeEmails(dependencies, { db, actor }, [{ user: owner, address }]);
}
