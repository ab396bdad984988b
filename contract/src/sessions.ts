import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { AssignmentId, OwnAssignment, UserId } from './users.ts';

const base64 = z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(1368, 'field.tooLong'));

/** Body of a sign-in: user name (with `@domain` if one was selected), password and host, each base64-encoded. */
export const Credentials = z.object({ username: base64, password: base64, domainName: base64 });
export type Credentials = z.infer<typeof Credentials>;

export const Tokens = z.object({ accessToken: z.string(), idToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof Tokens>;

/** Prefix of node ids in id token claims. */
export const nodeClaimPrefix = 'NODE::';

/** Lifetime of an access token. */
export const accessTokenSeconds = 3600;

/** Full name of a custom id token claim. */
export const claim = (
  name: 'roles' | 'user_id' | 'username' | 'rootNode' | 'apiKey' | 'rootNodeId' | 'organizationId',
) => `custom:${name}` as const;

/** Sign-in and sign-out. */
export const sessions = endpoints({
  login: {
    method: 'POST',
    path: '/user-management/login',
    summary: 'Signs somebody in on the portal of the request’s host.',
    allow: 'anyone',
    manualTransaction: true,
    takesSecret: true,
    secretResponse: true,
    body: Credentials,
    result: Tokens,
    errors: ['signIn.wrong', 'signIn.notAllowed', 'service.busy'],
  },
  logout: {
    method: 'POST',
    path: '/user-management/logout',
    summary: 'Ends the caller’s session at once.',
    allow: 'signedIn',
    beforePasswordChange: true,
    duringImpersonation: 'asSelf',
    result: z.object({ ended: z.boolean() }),
  },
  logoutAgain: {
    method: 'PUT',
    path: '/user-management/logout',
    summary: 'The same by the verb that older callers use.',
    allow: 'signedIn',
    beforePasswordChange: true,
    duringImpersonation: 'asSelf',
    result: z.object({ ended: z.boolean() }),
  },
});

/** The `clientId` that the web app sends when it renews tokens. */
export const webClientId = 'portal-web';

/** Header with the seconds since the user's last input, sent by the browser with every request. */
export const idleHeader = 'x-idle-seconds';

/** Header with the id of the impersonation that a page was rendered in, if any, sent with every request. */
export const impersonationHeader = 'x-seeing';

export const SessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

/** An open session of the caller: client address and user agent at sign-in, and the last activity. */
export const OpenSession = z.object({
  id: SessionId,
  device: z.string(),
  address: z.string(),
  createdDate: Timestamp,
  lastActivity: Timestamp,
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** A sign-in attempt on the caller's own account. */
export const SignIn = z.object({
  at: Timestamp,
  device: z.string(),
  address: z.string(),
  outcome: z.enum(['began', 'refused', 'locked']),
});
export type SignIn = z.infer<typeof SignIn>;

/** User agent patterns and display names, in order of precedence: several browsers also name those they derive from. */
const browserPatterns = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
] as const;

const systemPatterns = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Display names of the browser and operating system in a user agent string, undefined where not recognised. */
export function parseUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const firstMatch = (patterns: readonly (readonly [RegExp, string])[]) =>
    patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: firstMatch(browserPatterns), system: firstMatch(systemPatterns) };
}

const ended = z.object({ ended: z.int() });

/** Token renewal, activity, and management of open sessions. */
export const openSessions = endpoints({
  refresh: {
    method: 'POST',
    path: '/user-management/refresh-token',
    summary:
      'Renews the tokens of a session. A token that was renewed before ends the session, but for the one right before within ten seconds.',
    allow: 'anyone',
    manualTransaction: true,
    takesSecret: true,
    secretResponse: true,
    body: z.object({
      clientId: z.string('field.required').check(z.maxLength(64, 'field.tooLong')),
      refreshToken: z.string('field.required').check(z.maxLength(256, 'field.tooLong')),
    }),
    result: Tokens,
    errors: ['session.expired'],
  },
  activity: {
    method: 'POST',
    path: '/user-management/activity',
    summary: 'Tells that somebody is still there; the seconds since their last input stand in a header.',
    allow: 'signedIn',
    beforePasswordChange: true,
    duringImpersonation: 'asSelf',
    result: z.object({ lastActivity: Timestamp }),
  },
  mine: {
    method: 'GET',
    path: '/user-management/sessions',
    summary: 'The caller’s open sessions, the latest used first.',
    allow: 'signedIn',
    duringImpersonation: 'deny',
    result: z.array(OpenSession),
  },
  actBy: {
    method: 'PUT',
    path: '/user-management/sessions/current',
    summary: 'Chooses by which of their own assignments the caller acts in this session; tells all of them.',
    allow: 'signedIn',
    body: z.object({ assignmentId: AssignmentId }),
    result: z.array(OwnAssignment),
    errors: ['assignment.unknown'],
  },
  end: {
    method: 'DELETE',
    path: '/user-management/sessions/{id}',
    summary: 'Ends one of the caller’s own sessions.',
    allow: 'signedIn',
    params: z.object({ id: SessionId }),
    result: ended,
    errors: ['session.unknown'],
  },
  endOthers: {
    method: 'DELETE',
    path: '/user-management/sessions',
    summary: 'Ends all of the caller’s sessions but the one that asks.',
    allow: 'signedIn',
    result: ended,
  },
  signIns: {
    method: 'GET',
    path: '/user-management/sign-ins',
    summary: 'The caller’s last fifty sign-ins and refused tries, newest first.',
    allow: 'signedIn',
    duringImpersonation: 'deny',
    result: z.array(SignIn),
  },
  endAllOf: {
    method: 'DELETE',
    path: '/user-management/users/{id}/sessions',
    summary: 'Ends all sessions of a user.',
    allow: 'ENABLED_USER',
    params: z.object({ id: UserId }),
    result: ended,
    errors: ['user.unknown', 'user.beyondYourOwn'],
  },
});
