import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Moment } from './fields.ts';
import { AssignmentId, OwnAssignment, UserId } from './users.ts';

const base64 = z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(1368, 'field.tooLong'));

/** What the sign-in form sends: user name (with `@domain` when one was chosen), password and host, each in base64. */
export const Credentials = z.object({ username: base64, password: base64, domainName: base64 });
export type Credentials = z.infer<typeof Credentials>;

/** The three tokens of somebody signed in. */
export const Tokens = z.object({ accessToken: z.string(), idToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof Tokens>;

/** Where somebody stands in the id token: node ids there begin with this. */
export const nodeClaimPrefix = 'NODE::';

/** Seconds for which an access token is good, before it has to be renewed. */
export const accessTokenSeconds = 3600;

/** The names of the id token's claims; all but the e-mail carry a prefix. */
export const claim = (
  name: 'roles' | 'user_id' | 'username' | 'rootNode' | 'apiKey' | 'rootNodeId' | 'organizationId',
) => `custom:${name}` as const;

/** Signing in and signing out. */
export const sessions = endpoints({
  login: {
    method: 'POST',
    path: '/user-management/login',
    about: 'Signs somebody in on the portal of the request’s host.',
    allow: 'anyone',
    ownTransaction: true,
    takesSecret: true,
    secretAnswer: true,
    body: Credentials,
    result: Tokens,
    errors: ['signIn.wrong', 'signIn.notAllowed', 'service.busy'],
  },
  logout: {
    method: 'POST',
    path: '/user-management/logout',
    about: 'Ends the caller’s session at once.',
    allow: 'signedIn',
    beforePasswordChange: true,
    whileSeeing: 'asOneself',
    result: z.object({ ended: z.boolean() }),
  },
  logoutAgain: {
    method: 'PUT',
    path: '/user-management/logout',
    about: 'The same by the verb that older callers use.',
    allow: 'signedIn',
    beforePasswordChange: true,
    whileSeeing: 'asOneself',
    result: z.object({ ended: z.boolean() }),
  },
});

/** The name by which this web app renews its tokens. */
export const webClientId = 'portal-web';

/** In how many seconds of no input somebody counts as gone, said by the browser with every request. */
export const idleHeader = 'x-idle-seconds';

/** In which seeing a page was drawn, if in any, said by the browser with every request. */
export const seeingHeader = 'x-seeing';

/** Which session is meant. */
export const SessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

/** One open session of somebody: where and with what it began, and when it was last used. */
export const OpenSession = z.object({
  id: SessionId,
  device: z.string(),
  address: z.string(),
  createdDate: Moment,
  lastActivity: Moment,
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** One sign-in, or a try at one, as its owner may look back on it. */
export const SignIn = z.object({
  at: Moment,
  device: z.string(),
  address: z.string(),
  outcome: z.enum(['began', 'refused', 'locked']),
});
export type SignIn = z.infer<typeof SignIn>;

/** What browsers and systems call themselves, and what people call them; the first that fits is the one. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** The browser and the system of a device, from what it calls itself, as far as they are known. */
export function deviceParts(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([sign]) => sign.test(userAgent))?.[1];
  return { browser: find(browsers), system: find(systems) };
}

const ended = z.object({ ended: z.int() });

/** Keeping a session alive, and looking after the sessions that are open. */
export const openSessions = endpoints({
  refresh: {
    method: 'POST',
    path: '/user-management/refresh-token',
    about:
      'Renews the tokens of a session. A token that was renewed before ends the session, but for the one right before within ten seconds.',
    allow: 'anyone',
    ownTransaction: true,
    takesSecret: true,
    secretAnswer: true,
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
    about: 'Tells that somebody is still there; the seconds since their last input stand in a header.',
    allow: 'signedIn',
    beforePasswordChange: true,
    whileSeeing: 'asOneself',
    result: z.object({ lastActivity: Moment }),
  },
  mine: {
    method: 'GET',
    path: '/user-management/sessions',
    about: 'The caller’s open sessions, the latest used first.',
    allow: 'signedIn',
    whileSeeing: 'shut',
    result: z.array(OpenSession),
  },
  actBy: {
    method: 'PUT',
    path: '/user-management/sessions/current',
    about: 'Chooses by which of their own assignments the caller acts in this session; tells all of them.',
    allow: 'signedIn',
    body: z.object({ assignmentId: AssignmentId }),
    result: z.array(OwnAssignment),
    errors: ['assignment.unknown'],
  },
  end: {
    method: 'DELETE',
    path: '/user-management/sessions/{id}',
    about: 'Ends one of the caller’s own sessions.',
    allow: 'signedIn',
    params: z.object({ id: SessionId }),
    result: ended,
    errors: ['session.unknown'],
  },
  endOthers: {
    method: 'DELETE',
    path: '/user-management/sessions',
    about: 'Ends all of the caller’s sessions but the one that asks.',
    allow: 'signedIn',
    result: ended,
  },
  signIns: {
    method: 'GET',
    path: '/user-management/sign-ins',
    about: 'The caller’s last fifty sign-ins and refused tries, newest first.',
    allow: 'signedIn',
    whileSeeing: 'shut',
    result: z.array(SignIn),
  },
  endAllOf: {
    method: 'DELETE',
    path: '/user-management/users/{id}/sessions',
    about: 'Ends all sessions of a user.',
    allow: 'ENABLED_USER',
    params: z.object({ id: UserId }),
    result: ended,
    errors: ['user.unknown', 'user.beyondYourOwn'],
  },
});
