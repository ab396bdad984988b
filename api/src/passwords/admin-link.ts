import { insertAudits } from '../audit/queries.ts';
import { countMails, insertMails } from '../mails/queries.ts';
import type { Actor, Origin } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { newSecret } from '../platform/security/link-secrets.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { vouchForAddresses } from '../users/queries.ts';
import type { RecoveryLimits } from './dependencies.ts';
import * as tokenQueries from './reset/token-queries.ts';

type ResetLinkDependencies = { readonly limits: RecoveryLimits; readonly mailEncryption: Encryption };
type RequestContext = { readonly db: Db; readonly actor: Actor };
type Recipient = { readonly id: string; readonly emailId: string; readonly tpath: string };

/** Mails users password reset links on behalf of an administrator; the link is never shown to the administrator. */
export const resetLinkSender = ({ limits, mailEncryption }: ResetLinkDependencies) => ({
  /** The given users who have reached the hourly limit of reset mails. */
  async atMailLimit({ db, actor }: RequestContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const sent = await countMails(db, actor.scope, 'resetLink', ids);
    return new Set(ids.filter((id) => (sent.get(id) ?? 0) >= limits.mailsPerHour));
  },

  /** Mails each user a reset link that replaces any earlier one; returns the expiry of the links. The rows are locked. */
  async send(
    { db, actor, origin }: RequestContext & { readonly origin: Origin },
    users: readonly Recipient[],
    runId?: string,
  ): Promise<string | undefined> {
    const { scope, userId: actorId, sessionId } = actor;
    if (users.length === 0) return undefined;
    const minutes = limits.linkMinutes;
    const links = users.map(({ id: userId, emailId: to }) => ({ userId, to, ...newSecret() }));
    const ids = users.map(({ id }) => id);
    await vouchForAddresses(db, scope, ids, actorId);
    const expiresAt = await tokenQueries.insertTokens(db, scope, links, { way: 'administrator', minutes });
    await insertMails(
      db,
      scope,
      mailEncryption,
      links.map(({ userId, to, secret: token }) => ({ kind: 'resetLink', variables: { token, minutes }, userId, to })),
    );
    await insertAudits(
      db,
      scope,
      origin,
      users.map(({ id: entityId, tpath }) => ({
        action: 'password.linkSent',
        entity: 'user',
        entityId,
        tpath,
        actorId,
        sessionId,
        ...(runId && { runId }),
      })),
    );
    return expiresAt;
  },
});
