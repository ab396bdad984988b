import { type Tokens, webClientId } from '@storeward/contract/sessions';
import { insertAudit } from '../audit/queries.ts';
import type { Origin } from '../platform/actor.ts';
import type { PublicContext, ManualPublicContext } from '../platform/http/pipeline/context.ts';
import { ApiError } from '../platform/errors.ts';
import type { RefreshToken } from '../platform/security/refresh-tokens.ts';
import { endSessions } from '../users/queries.ts';
import { bindingOf } from './binding.ts';
import { issueTokens, type SessionDependencies, type SessionState } from './sign-in/start-session.ts';
import {
  chooseAssignment,
  findSignInUser,
  findIdleLimit,
  lockSession,
  type LockedSession,
  incrementGeneration,
  touchSession,
} from './queries.ts';

type RefreshRequest = { readonly clientId: string; readonly refreshToken: string };

/**
 * Renews the tokens of a session by its latest refresh token, which is replaced (refresh token rotation). The previous
 * one is accepted for ten more seconds with the same successor, since a response may be lost; any older one indicates
 * token theft and ends the session.
 */
export async function renew(
  dependencies: SessionDependencies,
  context: ManualPublicContext,
  { clientId, refreshToken }: RefreshRequest,
): Promise<Tokens> {
  const token = clientId === webClientId ? dependencies.refreshTokens.read(refreshToken) : undefined;
  const session = await context.transaction(async (publicContext) =>
    token ? tryRenew(dependencies, publicContext, token) : undefined,
  );
  if (!session) throw new ApiError('session.expired');
  return issueTokens(dependencies, context.cookies, session);
}

async function tryRenew(
  dependencies: SessionDependencies,
  publicContext: PublicContext,
  { sessionId, generation }: RefreshToken,
): Promise<SessionState | undefined> {
  const { db, portal, origin } = publicContext;
  const session = await lockSession(db, portal.scope, sessionId);
  if (!session) return undefined;
  const isRetry = generation === session.generation - 1 && session.justRenewed;
  if (generation !== session.generation && !isRetry) {
    await endReusedSession(publicContext, sessionId, session);
    return undefined;
  }
  if (!isBoundToBrowser(origin, session) || (origin.apiKey !== undefined && origin.apiKey !== portal.apiKey))
    return undefined;
  const user = await findSignInUser(db, portal.scope, session.userId, session.assignmentId);
  if (!user?.enabled || !portal.status) return undefined;
  const limit = await findIdleLimit(db, portal.scope, user.assignmentPath, dependencies.idle);
  if (session.secondsIdle > limit + dependencies.idle.graceSeconds) return undefined;
  // the session's assignment is no longer held: switch it to the one that the new tokens name
  if (user.assignmentId !== null && user.assignmentId !== session.assignmentId)
    await chooseAssignment(db, portal.scope, sessionId, user.assignmentId);
  if (!isRetry) await incrementGeneration(db, portal.scope, sessionId);
  await touchSession(db, portal.scope, sessionId, origin.idleSeconds ?? 0);
  const { binding, now, ends } = session;
  return { portal, user, sessionId, generation: generation + 1, binding, now, ends };
}

/** A refresh token is valid only with the browser cookie its session began with; for programs, only without a browser. */
function isBoundToBrowser({ browser, cookies }: Origin, { binding }: LockedSession): boolean {
  if (binding === null) return !browser;
  return cookies.session !== undefined && bindingOf(cookies.session).equals(binding);
}

async function endReusedSession(
  { db, portal, origin }: PublicContext,
  sessionId: string,
  { userId }: LockedSession,
): Promise<void> {
  await endSessions(db, portal.scope, [userId], { only: sessionId });
  await insertAudit(db, portal.scope, origin, {
    action: 'session.reused',
    entity: 'user',
    entityId: userId,
    tpath: portal.scope.lo,
    actorId: null,
    sessionId,
    after: { device: origin.device },
  });
}
