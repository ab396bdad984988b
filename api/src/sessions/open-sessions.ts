import type { openSessions, SessionId } from '@storeward/contract/sessions';
import type { OwnAssignment } from '@storeward/contract/users';
import { insertAudit } from '../audit/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { type Ending, endSessions, findUser, listOwnAssignments } from '../users/queries.ts';
import { type SessionParts, takeBack } from './begin.ts';
import { chooseAssignment, listOwnSessions, listOwnSignIns, touchSession } from './queries.ts';
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

    async actBy(context, { body: { assignmentId } }) {
      const { db, actor } = context;
      const before = await listOwnAssignments(db, actor.scope, actor.sessionId);
      const wanted = before.find(({ id }) => id === assignmentId);
      demand(wanted, 'assignment.unknown');
      if (wanted.acting) return before;
      await chooseAssignment(db, actor.scope, actor.sessionId, assignmentId);
      const after = before.map((held) => ({ ...held, acting: held === wanted }));
      await noteRole(context, { before: before.find(({ acting }) => acting), after: wanted });
      return after;
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

/** Leaves a mark of whose rights the caller uses from now on. */
async function noteRole(
  { db, actor, origin }: Context,
  { before, after }: { before: OwnAssignment | undefined; after: OwnAssignment },
): Promise<void> {
  const told = ({ id, roleName, place }: OwnAssignment) => ({
    id,
    role: roleName,
    place: place?.name ?? null,
    placeId: place?.id ?? null,
  });
  await insertAudit(db, actor.scope, origin, {
    action: 'session.roleChosen',
    entity: 'user',
    entityId: actor.userId,
    tpath: actor.scope.lo,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    ...(before && { before: told(before) }),
    after: told(after),
  });
}

function outcomeOf(action: string, reason: string | null): 'began' | 'refused' | 'locked' {
  if (action === 'session.began') return 'began';
  return reason === 'signIn.locked' ? 'locked' : 'refused';
}
