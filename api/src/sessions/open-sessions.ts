import type { openSessions, SessionId } from '@storeward/contract/sessions';
import type { OwnAssignment } from '@storeward/contract/users';
import { insertAudit } from '../audit/queries.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ensure, throwIfError } from '../platform/errors.ts';
import { exceedsError } from '../users/policy.ts';
import { type SessionSelection, endSessions, findUser, listOwnAssignments } from '../users/queries.ts';
import { type SessionDependencies, clearSessionCookies } from './sign-in/start-session.ts';
import { chooseAssignment, listOwnSessions, listOwnSignIns, touchSession } from './queries.ts';
import { renew } from './token-refresh.ts';

const signInLimit = 50;

/** Token renewal, activity, and the user's own sessions and sign-ins. */
export function openSessionsService(dependencies: SessionDependencies): Service<typeof openSessions> {
  return {
    refresh: (context, { body }) => renew(dependencies, context, body),

    async activity({ db, actor, origin }) {
      const lastActivity = await touchSession(db, actor.scope, actor.sessionId, origin.idleSeconds ?? 0);
      ensure(lastActivity, 'session.expired');
      return { lastActivity };
    },

    async mine({ db, actor }) {
      const rows = await listOwnSessions(db, actor.scope, dependencies.idle);
      return rows.map(({ id, ...row }) => ({ ...row, id: id as SessionId, current: id === actor.sessionId }));
    },

    async actBy(context, { body: { assignmentId } }) {
      const { db, actor } = context;
      const before = await listOwnAssignments(db, actor.scope, actor.sessionId);
      const requested = before.find(({ id }) => id === assignmentId);
      ensure(requested, 'assignment.unknown');
      if (requested.acting) return before;
      await chooseAssignment(db, actor.scope, actor.sessionId, assignmentId);
      const after = before.map((assignment) => ({ ...assignment, acting: assignment === requested }));
      await auditRoleChange(context, { before: before.find(({ acting }) => acting), after: requested });
      return after;
    },

    async end(context, { params }) {
      const ended = await endOwnSessions(context, { only: params.id });
      ensure(ended > 0, 'session.unknown');
      if (params.id === context.actor.sessionId) clearSessionCookies(context.cookies);
      return { ended };
    },

    endOthers: async (context) => ({ ended: await endOwnSessions(context, { except: context.actor.sessionId }) }),

    async signIns({ db, actor }) {
      const rows = await listOwnSignIns(db, actor.scope, signInLimit);
      return rows.map(({ action, reason, ...row }) => ({ ...row, outcome: outcomeOf(action, reason) }));
    },

    async endAllOf(context, { params }) {
      const { db, actor } = context;
      const user = await findUser(db, actor.scope, params.id, actor);
      ensure(user, 'user.unknown');
      throwIfError(exceedsError(user));
      const ended = await endSessions(db, actor.scope, [user.id]);
      await auditEndedSessions(context, { id: user.id, tpath: user.tpath }, ended);
      return { ended: ended.length };
    },
  };
}

/** Ends the user's own sessions that match the filter, with an audit entry if there were any; returns their number. */
export async function endOwnSessions(context: Context, filter: SessionSelection): Promise<number> {
  const { db, actor } = context;
  const ended = await endSessions(db, actor.scope, [actor.userId], filter);
  if (ended.length > 0) await auditEndedSessions(context, { id: actor.userId, tpath: actor.scope.lo }, ended);
  return ended.length;
}

async function auditEndedSessions(
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

/** Writes the audit entry for a switch between the user's own assignments. */
async function auditRoleChange(
  { db, actor, origin }: Context,
  { before, after }: { before: OwnAssignment | undefined; after: OwnAssignment },
): Promise<void> {
  const auditFields = ({ id, roleName, place }: OwnAssignment) => ({
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
    ...(before && { before: auditFields(before) }),
    after: auditFields(after),
  });
}

function outcomeOf(action: string, reason: string | null): 'began' | 'refused' | 'locked' {
  if (action === 'session.began') return 'began';
  return reason === 'signIn.locked' ? 'locked' : 'refused';
}
