import { insertAudits } from '../audit/queries.ts';
import { countMails, insertMail } from '../mails/queries.ts';
import type { Actor, Origin } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { newSecret, type PasswordParts } from './parts.ts';
import * as queries from './queries.ts';

type Asking = { readonly db: Db; readonly actor: Actor };
type Recipient = { readonly id: string; readonly emailId: string; readonly tpath: string };

/** Sets up mailing people a link to a new password at an administrator's word, one or many; the link itself is told to nobody else. */
export const linkSender = ({ limits, mailSealing }: Pick<PasswordParts, 'limits' | 'mailSealing'>) => ({
  /** Who of some people has been mailed so many that it is enough for now. */
  async mailedEnough({ db, actor }: Asking, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const sent = await countMails(db, actor.scope, 'resetLink', ids);
    return new Set(ids.filter((id) => (sent.get(id) ?? 0) >= limits.mails));
  },

  /** Mails each of some people a link in place of any before it; answers until when the last one is good. */
  async send(
    { db, actor, origin }: Asking & { readonly origin: Origin },
    users: readonly Recipient[],
    runId?: string,
  ): Promise<string | undefined> {
    const { scope, userId: actorId, sessionId } = actor;
    const minutes = limits.linkMinutes;
    let expiresAt: string | undefined;
    for (const { id: userId, emailId: to } of users) {
      const { secret, hash: tokenHash } = newSecret();
      const token = { userId, tokenHash, way: 'administrator', minutes } as const;
      const mail = { kind: 'resetLink', facts: { token: secret, minutes }, userId, to } as const;
      [expiresAt] = await Promise.all([
        queries.insertToken(db, scope, token),
        insertMail(db, scope, mailSealing, mail),
      ]);
    }
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
