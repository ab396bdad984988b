import { insertAudit } from '../audit/queries.ts';
import { countMails, insertMail, insertMails } from '../mails/queries.ts';
import type { Context } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { newSecret, type PasswordParts } from './parts.ts';
import * as queries from './queries.ts';

/** For how long an invitation is good. */
const days = 7;

/** Sets up inviting people who have no password yet: each is mailed a link to choose one, in place of any before it. */
export const invitations =
  ({ limits, mailSealing, mailsQueued }: Pick<PasswordParts, 'limits' | 'mailSealing' | 'mailsQueued'>) =>
  async (
    context: Context,
    { id: userId, emailId: to, tpath }: { readonly id: string; readonly emailId: string; readonly tpath: string },
  ): Promise<void> => {
    const { db, actor, origin } = context;
    const { scope } = actor;
    await queries.lockHolder(db, scope, userId);
    const sent = (await countMails(db, scope, 'invitation', [userId])).get(userId) ?? 0;
    demand(sent < limits.mails, 'recovery.tooManyMails', { retryAfter: 3600 });
    const { secret: token, hash: tokenHash } = newSecret();
    await queries.insertToken(db, scope, { userId, tokenHash, way: 'invitation', minutes: days * 24 * 60 });
    await insertMail(db, scope, mailSealing, { kind: 'invitation', facts: { token, days }, userId, to });
    await insertAudit(db, scope, origin, {
      action: 'user.invited',
      entity: 'user',
      entityId: userId,
      tpath,
      actorId: actor.userId,
      sessionId: actor.sessionId,
    });
    context.afterCommit(async () => mailsQueued());
  };

/**
 * Sets up inviting many people at once who have no password yet: each is mailed a link of their own. `noted` where it was
 * written down with the people themselves that they have one.
 */
export const manyInvitations =
  ({ mailSealing }: Pick<PasswordParts, 'mailSealing'>) =>
  async (
    { db, actor }: Pick<Context, 'db' | 'actor'>,
    people: readonly { readonly id: string; readonly emailId: string }[],
    { noted = false }: { noted?: boolean } = {},
  ): Promise<void> => {
    if (people.length === 0) return;
    const invited = people.map(({ id: userId, emailId: to }) => ({ userId, to, ...newSecret() }));
    const minutes = days * 24 * 60;
    await queries.insertTokens(db, actor.scope, invited, { way: 'invitation', minutes, noted });
    await insertMails(
      db,
      actor.scope,
      mailSealing,
      invited.map(({ userId, to, secret: token }) => ({ kind: 'invitation', facts: { token, days }, userId, to })),
    );
  };
