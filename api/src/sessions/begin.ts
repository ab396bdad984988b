import { accessTokenSeconds, claim, nodeClaimPrefix, type Tokens as Given } from '@storeward/contract/sessions';
import type { Attempts } from '../attempts/queries.ts';
import { insertAudit } from '../audit/queries.ts';
import type { Portal } from '../platform/actor.ts';
import type { OpenContext } from '../platform/context.ts';
import type { CookieJar } from '../platform/cookies.ts';
import type { Hashing } from '../platform/hashing.ts';
import { newId } from '../platform/ids.ts';
import type { PageMarks } from '../platform/page-marks.ts';
import type { RefreshTokens } from '../platform/refresh-tokens.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type Tokens, unbound } from '../platform/tokens.ts';
import { bindingOf, newCookie } from './binding.ts';
import type { IdleRules } from './idle.ts';
import { rememberDevice } from './known-devices.ts';
import { type Applicant, insertSession } from './queries.ts';

/** What sessions stand on, besides the database. */
export type SessionParts = {
  readonly hashing: Hashing;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly pageMarks: PageMarks;
  readonly attempts: Attempts;
  readonly mailSealing: Sealing;
  readonly idle: IdleRules;
  /** Passwords may have spaces. */
  readonly hardened: boolean;
};

/** However busy, a session is over after this long. */
const longestSessionHours = 12;
const sessionCookieSeconds = longestSessionHours * 3600;
/** As long as browsers keep a cookie at all. */
const deviceCookieSeconds = 400 * 86_400;

/** A session as its tokens tell of it; times in seconds since 1970 by the database's clock. */
export type Standing = {
  readonly portal: Portal;
  readonly applicant: Applicant;
  readonly sessionId: string;
  readonly generation: number;
  readonly binding: Buffer | null;
  readonly now: number;
  readonly ends: number;
};

/** A session that has just begun, with the secrets that only its browser gets. */
export type Begun = Standing & { readonly cookie: string | undefined; readonly deviceCookie: string | undefined };

/** Begins a session of somebody who has proved who they are and may come in, however they did; in the caller's transaction. */
export async function beginSession(
  { mailSealing }: SessionParts,
  { db, origin, portal }: OpenContext,
  applicant: Applicant,
): Promise<Begun> {
  const sessionId = newId();
  const { address, device, browser } = origin;
  const cookie = browser ? newCookie() : undefined;
  const binding = cookie === undefined ? null : bindingOf(cookie);
  const session = {
    id: sessionId,
    userId: applicant.id,
    assignmentId: applicant.assignmentId,
    binding,
    address,
    device,
  };
  const [{ began, ends }] = await Promise.all([
    insertSession(db, portal.scope, session, longestSessionHours),
    insertAudit(db, portal.scope, origin, {
      action: 'session.began',
      entity: 'user',
      entityId: applicant.id,
      tpath: applicant.tpath,
      actorId: applicant.id,
      sessionId,
      after: { device },
    }),
  ]);
  const who = { userId: applicant.id, email: applicant.email, at: new Date(began * 1000).toISOString() };
  const deviceCookie = await rememberDevice(db, portal.scope, origin, who, mailSealing);
  return { portal, applicant, sessionId, generation: 0, binding, now: began, ends, cookie, deviceCookie };
}

/** Hands a session that has begun to its browser or program, once it is stored. */
export async function handOver(parts: SessionParts, cookies: CookieJar, begun: Begun): Promise<Given> {
  if (begun.cookie !== undefined) cookies.set('session', begun.cookie, sessionCookieSeconds);
  if (begun.deviceCookie !== undefined) cookies.set('device', begun.deviceCookie, deviceCookieSeconds);
  return handTokens(parts, cookies, begun);
}

/** Hands out the tokens of a session as it stands now, and the mark that its pages send back. */
export async function handTokens(parts: SessionParts, cookies: CookieJar, standing: Standing): Promise<Given> {
  const { portal, applicant, sessionId, generation, binding, now, ends } = standing;
  const life = { from: now, until: Math.min(now + accessTokenSeconds, ends) };
  const who = { userId: applicant.id, orgId: portal.orgId };
  const bound = binding === null ? unbound : Buffer.from(binding).toString('base64url');
  const [accessToken, idToken] = await Promise.all([
    parts.tokens.access({ ...who, sessionId, binding: bound }, life),
    parts.tokens.id({ ...who, ...idClaims(portal, applicant) }, life),
  ]);
  cookies.set('xsrf', parts.pageMarks.of(sessionId), sessionCookieSeconds);
  return { accessToken, idToken, refreshToken: parts.refreshTokens.make({ sessionId, generation }) };
}

/** Ends a session's traces in the browser; that somebody has signed in from it stays known. */
export function takeBack(cookies: CookieJar): void {
  cookies.clear('session');
  cookies.clear('xsrf');
  cookies.emptyCache();
}

function idClaims(portal: Portal, applicant: Applicant): Record<string, unknown> {
  const { id, email, userName, domainName, roles, rootNode, rootNodeId } = applicant;
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
