import type { impersonation } from '@storeward/contract/sessions/impersonation';
import { insertAudit } from '../../audit/queries.ts';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure, throwIfError } from '../../platform/errors.ts';
import { newId } from '../../platform/database/ids.ts';
import { exceedsError } from '../../users/policy.ts';
import { findUser } from '../../users/queries.ts';
import {
  findOwnImpersonation,
  findImpersonationDenialReason,
  insertImpersonation,
  stopImpersonation,
} from './impersonation-queries.ts';

/** Impersonation ("view as"): read-only use of the portal as another user. */
export const impersonationService: Service<typeof impersonation> = {
  async begin({ db, actor, origin }, { params, body: { reason } }) {
    const { scope, userId: viewerId, sessionId } = actor;
    const user = await findUser(db, scope, params.id, actor);
    ensure(user, 'user.unknown');
    ensure(user.id !== viewerId, 'seeing.self');
    const denialReason = await findImpersonationDenialReason(db, scope, user.id, actor.accessRights);
    ensure(denialReason !== 'personClosed', 'seeing.personClosed');
    throwIfError(exceedsError({ exceeds: denialReason === 'outOfReach' }));
    const [id, endAuditId] = [newId(), newId()];
    await insertImpersonation(db, scope, { id, endAuditId, userId: user.id, sessionId, viewerId, reason });
    const impersonation = await findOwnImpersonation(db, scope, sessionId, actor.accessRights);
    ensure(impersonation, 'seeing.personClosed');
    await insertAudit(db, scope, origin, {
      action: 'seeing.began',
      entity: 'user',
      entityId: user.id,
      tpath: user.tpath,
      actorId: viewerId,
      sessionId,
      after: { role: impersonation.roleName, reason },
      reason,
    });
    return impersonation;
  },

  async current({ db, actor }) {
    const impersonation = await findOwnImpersonation(db, actor.scope, actor.sessionId, actor.accessRights);
    return { seeing: impersonation ?? null };
  },

  async stop({ db, actor, origin }) {
    return { ended: await stopImpersonation(db, actor.scope, actor.sessionId, origin.address) };
  },
};
