import { type Tokens, webClientId } from '@storeward/contract/sessions';
import { insertAudit } from '../audit/queries.ts';
import type { Origin } from '../platform/actor.ts';
import type { OpenContext, OwnContext } from '../platform/context.ts';
import { Refusal } from '../platform/errors.ts';
import type { RefreshToken } from '../platform/refresh-tokens.ts';
import { endSessions } from '../users/queries.ts';
import { bindingOf } from './binding.ts';
import { handTokens, type SessionParts, type Standing } from './begin.ts';
import {
  chooseAssignment,
  findApplicant,
  findIdleLimit,
  lockSession,
  type Renewal,
  renewSession,
  touchSession,
} from './queries.ts';

/** What asks for new tokens. */
type Wanted = { readonly clientId: string; readonly refreshToken: string };

/**
 * Renews the tokens of a session by the last refresh token it was given. The one right before is good for ten seconds more
 * and is answered with the same successor, since an answer may be lost on the way; any older one of ours has been copied,
 * so the session ends.
 */
export async function renew(
  parts: SessionParts,
  context: OwnContext,
  { clientId, refreshToken }: Wanted,
): Promise<Tokens> {
  const presented = clientId === webClientId ? parts.refreshTokens.read(refreshToken) : undefined;
  const standing = await context.transaction(async (open) => (presented ? renewed(parts, open, presented) : undefined));
  if (!standing) throw new Refusal('session.expired');
  return handTokens(parts, context.cookies, standing);
}

async function renewed(
  parts: SessionParts,
  open: OpenContext,
  { sessionId, generation }: RefreshToken,
): Promise<Standing | undefined> {
  const { db, portal, origin } = open;
  const session = await lockSession(db, portal.scope, sessionId);
  if (!session) return undefined;
  const repeated = generation === session.generation - 1 && session.justRenewed;
  if (generation !== session.generation && !repeated) {
    await endReused(open, sessionId, session);
    return undefined;
  }
  if (!isHeldBy(origin, session) || (origin.apiKey !== undefined && origin.apiKey !== portal.apiKey)) return undefined;
  const applicant = await findApplicant(db, portal.scope, session.userId, session.assignmentId);
  if (!applicant?.open || !portal.status) return undefined;
  const limit = await findIdleLimit(db, portal.scope, applicant.standsAt, parts.idle);
  if (session.idleFor > limit + parts.idle.grace) return undefined;
  // whoever holds no longer what they acted by acts from here on by what their new tokens say
  if (applicant.assignmentId !== null && applicant.assignmentId !== session.assignmentId)
    await chooseAssignment(db, portal.scope, sessionId, applicant.assignmentId);
  if (!repeated) await renewSession(db, portal.scope, sessionId);
  await touchSession(db, portal.scope, sessionId, origin.idleSeconds ?? 0);
  const { binding, now, ends } = session;
  return { portal, applicant, sessionId, generation: generation + 1, binding, now, ends };
}

/** The refresh token is worth nothing without the browser that the session began in, nor in one where it began in none. */
function isHeldBy({ browser, cookies }: Origin, { binding }: Renewal): boolean {
  if (binding === null) return !browser;
  return cookies.session !== undefined && bindingOf(cookies.session).equals(binding);
}

async function endReused({ db, portal, origin }: OpenContext, sessionId: string, { userId }: Renewal): Promise<void> {
  await endSessions(db, portal.scope, userId, { only: sessionId });
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
