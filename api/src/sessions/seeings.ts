import type { seeings } from '@storeward/contract/seeings';
import { insertAudit } from '../audit/queries.ts';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { findUser } from '../users/queries.ts';
import { findOwnSeeing, findSeeingRefusal, insertSeeing, stopSeeing } from './seeing-queries.ts';

/** Seeing the portal as somebody else, and being oneself again. */
export const seeingsService: Service<typeof seeings> = {
  async begin({ db, actor, origin }, { params, body: { reason } }) {
    const { scope, userId: viewerId, sessionId } = actor;
    const user = await findUser(db, scope, params.id, actor);
    demand(user, 'user.unknown');
    demand(user.id !== viewerId, 'seeing.self');
    const refusal = await findSeeingRefusal(db, scope, user.id, actor.accessRights);
    demand(refusal !== 'personClosed', 'seeing.personClosed');
    demand(refusal === undefined, 'user.beyondYourOwn');
    const [id, endEntry] = [newId(), newId()];
    await insertSeeing(db, scope, { id, endEntry, userId: user.id, sessionId, viewerId, reason });
    const seeing = await findOwnSeeing(db, scope, sessionId, actor.accessRights);
    demand(seeing, 'seeing.personClosed');
    await insertAudit(db, scope, origin, {
      action: 'seeing.began',
      entity: 'user',
      entityId: user.id,
      tpath: user.tpath,
      actorId: viewerId,
      sessionId,
      after: { role: seeing.roleName, reason },
      reason,
    });
    return seeing;
  },

  async current({ db, actor }) {
    const seeing = await findOwnSeeing(db, actor.scope, actor.sessionId, actor.accessRights);
    return { seeing: seeing ?? null };
  },

  async stop({ db, actor, origin }) {
    return { ended: await stopSeeing(db, actor.scope, actor.sessionId, origin.address) };
  },
};
