import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

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
    result: z.object({ ended: z.boolean() }),
  },
  logoutAgain: {
    method: 'PUT',
    path: '/user-management/logout',
    about: 'The same by the verb that older callers use.',
    allow: 'signedIn',
    beforePasswordChange: true,
    result: z.object({ ended: z.boolean() }),
  },
});
