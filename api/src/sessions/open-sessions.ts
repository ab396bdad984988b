import type { openSessions, SessionId } from '@storeward/contract/sessions';
import { insertAudit } from '../audit/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { type Ending, endSessions, findUser } from '../users/queries.ts';
import { type SessionParts, takeBack } from './begin.ts';
import { listOwnSessions, listOwnSignIns, touchSession } from './queries.ts';
import { renew } from './renew.ts';

const signInsShown = 50;

/** Keeping a session alive, and looking after the sessions that are open. */
export function openSessionsService(parts: SessionParts): Service<typeof openSessions> {
  return {
    refresh: (context, { body }) => renew(parts, context, body),

    async activity({ db, actor, origin }) {
      const lastActivity = await touchSession(db, actor.scope, actor.sessionId, origin.idleSeconds ?? 0);
      demand(lastActivity, 'session.expired');
      return { lastActivity };
    },

    async mine({ db, actor }) {
      const rows = await listOwnSessions(db, actor.scope, parts.idle);
      return rows.map(({ id, ...row }) => ({ ...row, id: id as SessionId, current: id === actor.sessionId }));
    },

    async end(context, { params }) {
      const ended = await endOwn(context, { only: params.id });
      demand(ended > 0, 'session.unknown');
      if (params.id === context.actor.sessionId) takeBack(context.cookies);
      return { ended };
    },

    endOthers: async (context) => ({ ended: await endOwn(context, { but: context.actor.sessionId }) }),

    async signIns({ db, actor }) {
      const rows = await listOwnSignIns(db, actor.scope, signInsShown);
      return rows.map(({ action, reason, ...row }) => ({ ...row, outcome: outcomeOf(action, reason) }));
    },

    async endAllOf(context, { params }) {
      const { db, actor } = context;
      const user = await findUser(db, actor.scope, params.id, actor);
      demand(user, 'user.unknown');
      demand(!user.exceeds, 'user.beyondYourOwn');
      const ended = await endSessions(db, actor.scope, user.id);
      await noteEnding(context, { id: user.id, tpath: user.tpath }, ended);
      return { ended: ended.length };
    },
  };
}

/** Ends sessions of the caller's own, and leaves a mark of it where there were any; answers how many. */
export async function endOwn(context: Context, which: Ending): Promise<number> {
  const { db, actor } = context;
  const ended = await endSessions(db, actor.scope, actor.userId, which);
  if (ended.length > 0) await noteEnding(context, { id: actor.userId, tpath: actor.scope.lo }, ended);
  return ended.length;
}

async function noteEnding(
  { db, actor, origin }: Context,
  { id, tpath }: { id: string; tpath: string },
  ended: readonly string[],
): Promise<void> {
  await insertAudit(db, actor.scope, origin, {
    action: 'session.ended',
    entity: 'user',
    entityId: id,
    tpath,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    before: { sessions: ended },
  });
}

function outcomeOf(action: string, reason: string | null): 'began' | 'refused' | 'locked' {
  if (action === 'session.began') return 'began';
  return reason === 'signIn.locked' ? 'locked' : 'refused';
}
