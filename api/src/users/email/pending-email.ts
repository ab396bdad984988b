import { type AuditEvent, insertAudit } from '../../audit/queries.ts';
import { insertMail, insertMails } from '../../mails/queries.ts';
import type { Actor, Origin, Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Context } from '../../platform/http/pipeline/context.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { newSecret } from '../../platform/security/link-secrets.ts';
import { objectionDays, revokeResetTokens } from '../queries.ts';
import * as queries from './email-queries.ts';

/** Lifetime of the link to the new address. */
const confirmationDays = 7;
/** The link to the old address outlives the latest confirmation and the time to object that follows it. */
const decisionDays = confirmationDays + objectionDays;

type MailDependencies = { readonly mailEncryption: Encryption };
type EmailContext = { readonly db: Db; readonly scope: Scope; readonly origin: Origin };

export type ProposedEmail = {
  /** The user with the address in effect. */
  readonly user: { readonly id: string; readonly emailId: string };
  readonly address: string;
};

/**
 * Stores changed addresses, which are not in effect yet, and mails a link to the new and to the old address of each
 * user. The users must be locked; the change has to be audited separately.
 */
export async function proposeEmails(
  { mailEncryption }: MailDependencies,
  { db, actor }: { readonly db: Db; readonly actor: Pick<Actor, 'scope' | 'userId'> },
  proposed: readonly ProposedEmail[],
): Promise<void> {
  if (proposed.length === 0) return;
  const { scope, userId: by } = actor;
  await queries.setPendingEmails(
    db,
    scope,
    proposed.map(({ user: { id }, address }) => ({ id, address })),
    by,
  );
  await endLinks(
    db,
    scope,
    proposed.map(({ user }) => user.id),
  );
  const links = proposed.map((item) => ({ ...item, confirm: newSecret(), decide: newSecret() }));
  await queries.insertEmailLinks(
    db,
    scope,
    links.flatMap(({ user: { id: userId }, confirm, decide }) => [
      { userId, hash: confirm.hash, purpose: 'confirm', days: confirmationDays } as const,
      { userId, hash: decide.hash, purpose: 'decide', days: decisionDays } as const,
    ]),
  );
  await insertMails(
    db,
    scope,
    mailEncryption,
    links.flatMap(({ user: { id: userId, emailId }, address, confirm, decide }) => [
      {
        kind: 'emailConfirmation',
        userId,
        to: address,
        variables: { token: confirm.secret, address, days: confirmationDays },
      } as const,
      {
        kind: 'emailChange',
        userId,
        to: emailId,
        variables: { token: decide.secret, address, byOwner: userId === by, days: objectionDays },
      } as const,
    ]),
  );
}

/** Ends the links of users to new passwords and about their addresses; queued mails with such links are no longer sent. */
async function endLinks(db: Db, scope: Scope, userIds: readonly string[]): Promise<void> {
  await revokeResetTokens(db, scope, userIds);
  await queries.endEmailLinks(db, scope, userIds);
}

/** What puts a changed address into effect. */
type Settlement = 'confirmed' | 'accepted' | 'acceptedByLink' | 'notObjected';
type By = Pick<AuditEvent, 'actorId' | 'sessionId'>;

/** Puts the changed address of a locked user into effect, and notifies the previous address. */
export async function applyPendingEmail(
  { mailEncryption }: MailDependencies,
  { db, scope, origin }: EmailContext,
  user: queries.EmailOwner & { readonly pendingEmail: string },
  reason: Settlement,
  by: By,
): Promise<void> {
  const { id, tpath, emailId, pendingEmail } = user;
  const at = await queries.updateEmail(db, scope, user, pendingEmail, { isOwn: reason !== 'notObjected' });
  await endLinks(db, scope, [id]);
  await insertMail(db, scope, mailEncryption, {
    kind: 'contactChanged',
    userId: id,
    to: emailId,
    variables: { what: 'emailId', at },
  });
  await insertAudit(db, scope, origin, {
    action: 'user.emailChanged',
    entity: 'user',
    entityId: id,
    tpath,
    ...by,
    reason,
    before: { emailId, pendingEmail },
    after: { emailId: pendingEmail, pendingEmail: null },
  });
}

/**
 * Withdraws the changed addresses of locked users, and notifies the address in effect; the users have to be written and
 * audited separately.
 */
export async function withdrawEmails(
  { mailEncryption }: MailDependencies,
  { db, scope }: Pick<EmailContext, 'db' | 'scope'>,
  users: readonly { readonly id: string; readonly emailId: string }[],
): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  await queries.clearPendingEmails(db, scope, ids, { countsAsChange: false });
  await endLinks(db, scope, ids);
  const at = await queries.currentTime(db);
  await insertMails(
    db,
    scope,
    mailEncryption,
    users.map(({ id: userId, emailId: to }) => {
      return { kind: 'contactChanged', userId, to, variables: { what: 'emailWithdrawn', at } } as const;
    }),
  );
}

/**
 * Withdraws the changed address of a locked user that somebody else has entered: the access of the user has changed
 * since, or who entered it may not edit the user any more.
 */
export async function withdrawForeignEmail(
  dependencies: MailDependencies,
  context: EmailContext,
  user: queries.EmailOwner | undefined,
  by: By,
): Promise<void> {
  if (!user || user.pendingEmail === null || user.byOwner) return;
  await rejectPendingEmail(context, user, by, 'otherAccess');
  await withdrawEmails(dependencies, context, [user]);
}

/** The same after the actor has changed the access of a locked user; not one that the actor has entered. */
export async function withdrawAfterChange(
  dependencies: MailDependencies & { readonly wakeMailWorker: () => void },
  { db, actor, origin, afterCommit }: Pick<Context, 'db' | 'actor' | 'origin'> & Partial<Pick<Context, 'afterCommit'>>,
  userId: string,
): Promise<void> {
  const { scope, userId: actorId, sessionId } = actor;
  const owner = await queries.lockEmailOwner(db, scope, userId);
  if (owner?.pendingEmailBy === actorId) return;
  await withdrawForeignEmail(dependencies, { db, scope, origin }, owner, { actorId, sessionId });
  afterCommit?.(async () => dependencies.wakeMailWorker());
}

/** Withdraws the changed address of one locked user after an objection, or for another reason. */
export async function rejectPendingEmail(
  { db, scope, origin }: EmailContext,
  { id, tpath, pendingEmail }: queries.EmailOwner,
  by: By,
  reason?: 'otherAccess',
): Promise<void> {
  await queries.clearPendingEmails(db, scope, [id], { countsAsChange: true });
  await endLinks(db, scope, [id]);
  await insertAudit(db, scope, origin, {
    action: 'user.emailRejected',
    entity: 'user',
    entityId: id,
    tpath,
    ...by,
    ...(reason && { reason }),
    before: { pendingEmail },
    after: { pendingEmail: null },
  });
}

/**
 * Records that the recipient at the new address of a locked user has confirmed it; this puts the owner's own change
 * into effect.
 */
export async function confirmEmail(
  dependencies: MailDependencies,
  context: EmailContext,
  user: queries.EmailOwner & { readonly pendingEmail: string },
): Promise<'counts' | 'confirmed'> {
  const { db, scope, origin } = context;
  if (user.byOwner) {
    await applyPendingEmail(dependencies, context, user, 'confirmed', { actorId: null });
    return 'counts';
  }
  await revokeResetTokens(db, scope, [user.id]);
  await queries.confirmPendingEmail(db, scope, user.id);
  await insertAudit(db, scope, origin, {
    action: 'user.emailConfirmed',
    entity: 'user',
    entityId: user.id,
    tpath: user.tpath,
    actorId: null,
    after: { pendingEmail: user.pendingEmail },
  });
  return 'confirmed';
}
