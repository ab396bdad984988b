import { permits } from '@storeward/contract/access';
import type { EmailDecision, emailChanges } from '@storeward/contract/users/email-changes';
import { ensure, throwIfError } from '../../platform/errors.ts';
import type { ManualContext, PublicContext, Service } from '../../platform/http/pipeline/context.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { hashSecret } from '../../platform/security/link-secrets.ts';
import type { RateLimits } from '../../rate-limits/queries.ts';
import { exceedsError } from '../policy.ts';
import { lockUser } from '../queries.ts';
import { userReader } from '../user-mapper.ts';
import * as queries from './email-queries.ts';
import { applyPendingEmail, confirmEmail, rejectPendingEmail, withdrawForeignEmail } from './pending-email.ts';

export type EmailDependencies = {
  readonly rateLimits: RateLimits;
  readonly reauthenticate: (context: ManualContext, password: string) => Promise<unknown>;
  readonly mailEncryption: Encryption;
  readonly wakeMailWorker: () => void;
};

export function emailChangesService(dependencies: EmailDependencies): Service<typeof emailChanges> {
  const { rateLimits, reauthenticate, wakeMailWorker } = dependencies;
  const readUser = userReader(rateLimits);
  return {
    async accept(context, { params: { id }, body: { address, password } }) {
      ensure(id === context.actor.userId, 'user.unknown');
      await reauthenticate(context, password);
      const saved = await context.finalTransaction(async (inner) => {
        const { db, actor, origin } = inner;
        const owner = await queries.lockEmailOwner(db, actor.scope, id);
        ensure(hasPendingEmail(owner) && owner.pendingEmail === address && !owner.byOwner, 'user.noPendingEmail');
        const by = { actorId: actor.userId, sessionId: actor.sessionId };
        await applyPendingEmail(dependencies, { db, scope: actor.scope, origin }, owner, 'accepted', by);
        return readUser(inner, id);
      });
      wakeMailWorker();
      return saved;
    },

    async object(context, { params: { id }, body: { address } }) {
      const { db, actor, origin } = context;
      const isSelf = id === actor.userId;
      ensure(isSelf || permits(actor.permissions, ['EDIT_USER']), 'user.unknown');
      await lockUser(db, actor.scope, id);
      const user = await readUser(context, id);
      ensure(user.pendingEmail?.address === address, 'user.noPendingEmail');
      throwIfError(exceedsError({ exceeds: !isSelf && !user.can.edit }));
      ensure(user.pendingEmail.can.object, 'access.denied');
      const owner = await queries.lockEmailOwner(db, actor.scope, id);
      const by = { actorId: actor.userId, sessionId: actor.sessionId };
      await rejectPendingEmail({ db, scope: actor.scope, origin }, owner!, by);
      return readUser(context, id);
    },

    async checkLink({ db, portal }, { params: { token } }) {
      const link = await queries.findEmailLink(db, portal.scope, hashSecret(token));
      ensure(link, 'emailLink.unknown');
      const { purpose, address, byOwner, countsFrom, over } = link;
      ensure(!over && address !== null, 'emailLink.expired');
      return { purpose, address, byOwner, countsFrom };
    },

    async useLink({ transaction }, { params: { token }, body: { decision } }) {
      const outcome = await transaction((context) => settle(dependencies, context, hashSecret(token), decision));
      wakeMailWorker();
      ensure(outcome !== 'over', 'emailLink.expired');
      return { outcome };
    },
  };
}

/** Consumes a mailed link, under the lock of the user's row. */
async function settle(
  dependencies: EmailDependencies,
  { db, portal: { scope }, origin }: PublicContext,
  tokenHash: Buffer,
  decision: EmailDecision,
): Promise<'counts' | 'confirmed' | 'withdrawn' | 'over'> {
  const found = await queries.findEmailLink(db, scope, tokenHash);
  ensure(found, 'emailLink.unknown');
  const owner = await queries.lockEmailOwner(db, scope, found.userId);
  const link = await queries.findEmailLink(db, scope, tokenHash);
  ensure(link && !link.over && hasPendingEmail(owner), 'emailLink.expired');
  // the owner's own change is confirmed at the new address only
  const allowed = link.purpose === 'confirm' ? ['confirm'] : owner.byOwner ? ['object'] : ['accept', 'object'];
  ensure(allowed.includes(decision), 'emailLink.otherPurpose');
  await queries.markEmailLinkUsed(db, scope, tokenHash);
  const context = { db, scope, origin };
  if (decision === 'confirm') {
    if (owner.counts) return confirmEmail(dependencies, context, owner);
    await withdrawForeignEmail(dependencies, context, owner, { actorId: null });
    return 'over';
  }
  if (decision === 'object') {
    await rejectPendingEmail(context, owner, { actorId: null });
    return 'withdrawn';
  }
  await applyPendingEmail(dependencies, context, owner, 'acceptedByLink', { actorId: null });
  return 'counts';
}

const hasPendingEmail = (
  owner: queries.EmailOwner | undefined,
): owner is queries.EmailOwner & { readonly pendingEmail: string } => typeof owner?.pendingEmail === 'string';
