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
    summary: 'Signs a user in to the portal of the request’s host.',
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
    summary: 'Ends the current user’s session at once.',
    allow: 'signedIn',
    beforePasswordChange: true,
    duringImpersonation: 'asSelf',
    result: z.object({ ended: z.boolean() }),
  },
  logoutAgain: {
    method: 'PUT',
    path: '/user-management/logout',
    summary: 'The same by the method that earlier clients use.',
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

/** An open session of the current user: client address and user agent at sign-in, and the last activity. */
export const OpenSession = z.object({
  id: SessionId,
  device: z.string(),
  address: z.string(),
  createdDate: Timestamp,
  lastActivity: Timestamp,
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** An attempt to sign in as the current user. */
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
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
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
      'Renews the tokens of a session. Using a refresh token again ends the session, except the previous one within ten seconds.',
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
    summary: 'Reports that the user is active; a header states the seconds since the last input.',
    allow: 'signedIn',
    beforePasswordChange: true,
    duringImpersonation: 'asSelf',
    result: z.object({ lastActivity: Timestamp }),
  },
  mine: {
    method: 'GET',
    path: '/user-management/sessions',
    summary: 'The current user’s open sessions, the most recently used first, at most 500.',
    allow: 'signedIn',
    duringImpersonation: 'deny',
    result: z.array(OpenSession),
  },
  actBy: {
    method: 'PUT',
    path: '/user-management/sessions/current',
    summary:
      'Chooses the assignment by which the current user acts in this session; returns all of the current user’s assignments.',
    allow: 'signedIn',
    body: z.object({ assignmentId: AssignmentId }),
    result: z.array(OwnAssignment),
    errors: ['assignment.unknown'],
  },
  end: {
    method: 'DELETE',
    path: '/user-management/sessions/{id}',
    summary: 'Ends one of the current user’s own sessions.',
    allow: 'signedIn',
    params: z.object({ id: SessionId }),
    result: ended,
    errors: ['session.unknown'],
  },
  endOthers: {
    method: 'DELETE',
    path: '/user-management/sessions',
    summary: 'Ends all sessions of the current user except the current one.',
    allow: 'signedIn',
    result: ended,
  },
  signIns: {
    method: 'GET',
    path: '/user-management/sign-ins',
    summary: 'The current user’s last fifty sign-ins and rejected attempts, newest first.',
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
