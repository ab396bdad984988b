import { insertAudit } from '../audit/queries.ts';
import { countMails, insertMail, insertMails } from '../mails/queries.ts';
import type { Context } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { newSecret } from '../platform/security/link-secrets.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { vouchForAddresses } from '../users/queries.ts';
import type { MailDependencies } from './dependencies.ts';
import { minutesUntil } from './invitation-queries.ts';
import { lockPasswordOwner } from './queries.ts';
import * as tokenQueries from './reset/token-queries.ts';

const dayInMinutes = 24 * 60;

/** Lifetime of an invitation link: seven days, but no longer than the inviting user's own assignment. */
async function lifetime({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<{ minutes: number; days: number }> {
  const usual = 7 * dayInMinutes;
  const end = actor.assignmentUntil;
  const minutes = end === null ? usual : Math.min(usual, await minutesUntil(db, actor.scope, end));
  return { minutes, days: Math.max(1, Math.floor(minutes / dayInMinutes)) };
}

/** Mails a user without a password a link to choose one; replaces any earlier link. Limited per hour. */
export const invitationSender =
  ({ limits, mailEncryption, wakeMailWorker }: MailDependencies) =>
  async (
    context: Context,
    { id: userId, emailId: to, tpath }: { readonly id: string; readonly emailId: string; readonly tpath: string },
  ): Promise<void> => {
    const { db, actor, origin } = context;
    const { scope } = actor;
    await lockPasswordOwner(db, scope, userId);
    const sent = (await countMails(db, scope, 'invitation', [userId])).get(userId) ?? 0;
    ensure(sent < limits.mailsPerHour, 'recovery.tooManyMails', { retryAfter: 3600 });
    const { secret: token, hash: tokenHash } = newSecret();
    const { minutes, days } = await lifetime(context);
    await vouchForAddresses(db, scope, [userId], actor.userId);
    await tokenQueries.insertToken(db, scope, { userId, tokenHash, way: 'invitation', minutes });
    await insertMail(db, scope, mailEncryption, { kind: 'invitation', variables: { token, days }, userId, to });
    await insertAudit(db, scope, origin, {
      action: 'user.invited',
      entity: 'user',
      entityId: userId,
      tpath,
      actorId: actor.userId,
      sessionId: actor.sessionId,
    });
    context.afterCommit(async () => wakeMailWorker());
  };

/**
 * Mails many users without a password a link each. `alreadyRecorded` skips the update of the user rows where they were
 * inserted with the pending link recorded.
 */
export const bulkInvitationSender =
  ({ mailEncryption }: { readonly mailEncryption: Encryption }) =>
  async (
    { db, actor }: Pick<Context, 'db' | 'actor'>,
    users: readonly { readonly id: string; readonly emailId: string }[],
    { alreadyRecorded = false }: { alreadyRecorded?: boolean } = {},
  ): Promise<void> => {
    if (users.length === 0) return;
    const invited = users.map(({ id: userId, emailId: to }) => ({ userId, to, ...newSecret() }));
    const { minutes, days } = await lifetime({ db, actor });
    const ids = invited.map(({ userId }) => userId);
    if (!alreadyRecorded) await vouchForAddresses(db, actor.scope, ids, actor.userId);
    await tokenQueries.insertTokens(db, actor.scope, invited, { way: 'invitation', minutes, alreadyRecorded });
    await insertMails(
      db,
      actor.scope,
      mailEncryption,
      invited.map(({ userId, to, secret: token }) => ({ kind: 'invitation', variables: { token, days }, userId, to })),
    );
  };
