import { accessTokenSeconds, claim, nodeClaimPrefix, type Tokens as TokenSet } from '@storeward/contract/sessions';
import type { RateLimits } from '../../rate-limits/queries.ts';
import { insertAudit } from '../../audit/queries.ts';
import type { Portal } from '../../platform/actor.ts';
import type { PublicContext } from '../../platform/http/pipeline/context.ts';
import type { CookieJar } from '../../platform/http/cookies.ts';
import type { Hashing } from '../../platform/security/hashing.ts';
import { newId } from '../../platform/database/ids.ts';
import type { CsrfTokens } from '../../platform/http/pipeline/csrf.ts';
import type { RefreshTokens } from '../../platform/security/refresh-tokens.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { type Tokens, unboundToken } from '../../platform/security/tokens.ts';
import { bindingOf, newCookieSecret } from '../binding.ts';
import type { IdleRules } from '../idle.ts';
import { recordDevice } from './known-devices.ts';
import { type SignInUser, insertSession } from '../queries.ts';

export type SessionDependencies = {
  readonly hashing: Hashing;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly csrfTokens: CsrfTokens;
  readonly rateLimits: RateLimits;
  readonly mailEncryption: Encryption;
  readonly idle: IdleRules;
  /** Security profile `hardened`; passwords may contain spaces. */
  readonly hardened: boolean;
};

/** Absolute lifetime of a session, regardless of activity. */
const maxSessionHours = 12;
const sessionCookieSeconds = maxSessionHours * 3600;
/** 400 days, the longest cookie lifetime that browsers accept. */
const deviceCookieSeconds = 400 * 86_400;

/** What the tokens of a session are made from; `now` and `ends` in Unix seconds by the database's clock. */
export type SessionState = {
  readonly portal: Portal;
  readonly user: SignInUser;
  readonly sessionId: string;
  readonly generation: number;
  readonly binding: Buffer | null;
  readonly now: number;
  readonly ends: number;
};

/** A new session with its cookie secrets, which are stored only as hashes. */
export type StartedSession = SessionState & {
  readonly cookie: string | undefined;
  readonly deviceCookie: string | undefined;
};

/** Inserts a session for a user whose credentials were verified, within the given transaction. */
export async function startSession(
  { mailEncryption }: SessionDependencies,
  { db, origin, portal }: PublicContext,
  user: SignInUser,
): Promise<StartedSession> {
  const sessionId = newId();
  const { address, device, browser } = origin;
  const cookie = browser ? newCookieSecret() : undefined;
  const binding = cookie === undefined ? null : bindingOf(cookie);
  const session = {
    id: sessionId,
    userId: user.id,
    assignmentId: user.assignmentId,
    binding,
    address,
    device,
  };
  const [{ began, ends }] = await Promise.all([
    insertSession(db, portal.scope, session, maxSessionHours),
    insertAudit(db, portal.scope, origin, {
      action: 'session.began',
      entity: 'user',
      entityId: user.id,
      tpath: user.tpath,
      actorId: user.id,
      sessionId,
      after: { device },
    }),
  ]);
  const identity = { userId: user.id, email: user.email, at: new Date(began * 1000).toISOString() };
  const deviceCookie = await recordDevice(db, portal.scope, origin, identity, mailEncryption);
  return { portal, user, sessionId, generation: 0, binding, now: began, ends, cookie, deviceCookie };
}

/** Sets the cookies of a new session and issues its tokens; to be called after the commit. */
export async function issueSession(
  dependencies: SessionDependencies,
  cookies: CookieJar,
  session: StartedSession,
): Promise<TokenSet> {
  if (session.cookie !== undefined) cookies.set('session', session.cookie, sessionCookieSeconds);
  if (session.deviceCookie !== undefined) cookies.set('device', session.deviceCookie, deviceCookieSeconds);
  return issueTokens(dependencies, cookies, session);
}

/** Issues access, id and refresh tokens and sets the CSRF cookie. */
export async function issueTokens(
  dependencies: SessionDependencies,
  cookies: CookieJar,
  session: SessionState,
): Promise<TokenSet> {
  const { portal, user, sessionId, generation, binding, now, ends } = session;
  const validity = { from: now, until: Math.min(now + accessTokenSeconds, ends) };
  const identity = { userId: user.id, orgId: portal.orgId };
  const bindingClaim = binding === null ? unboundToken : Buffer.from(binding).toString('base64url');
  const [accessToken, idToken] = await Promise.all([
    dependencies.tokens.access({ ...identity, sessionId, binding: bindingClaim }, validity),
    dependencies.tokens.id({ ...identity, ...idClaims(portal, user) }, validity),
  ]);
  cookies.set('xsrf', dependencies.csrfTokens.create(sessionId), sessionCookieSeconds);
  return { accessToken, idToken, refreshToken: dependencies.refreshTokens.make({ sessionId, generation }) };
}

/** Clears the session cookies and the browser cache; the device cookie is kept, so the device stays known. */
export function clearSessionCookies(cookies: CookieJar): void {
  cookies.clear('session');
  cookies.clear('xsrf');
  cookies.clearCache();
}

function idClaims(portal: Portal, user: SignInUser): Record<string, unknown> {
  const { id, email, userName, domainName, roles, rootNode, rootNodeId } = user;
  const nodeClaim = (nodeId: string | null) => (nodeId ? `${nodeClaimPrefix}${nodeId}` : null);
  return {
    email,
    [claim('roles')]: JSON.stringify(roles),
    [claim('user_id')]: id,
    [claim('username')]: domainName ? `${userName}@${domainName}` : userName,
    [claim('rootNode')]: rootNode,
    [claim('apiKey')]: portal.apiKey,
    [claim('rootNodeId')]: nodeClaim(rootNodeId),
    [claim('organizationId')]: nodeClaim(portal.orgId),
  };
}
