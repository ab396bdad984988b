import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import { ensure } from '../errors.ts';
import { hostOf } from './hosts.ts';
import { deriveKey } from '../security/keys.ts';

/** CSRF tokens (signed double submit): only pages of the portal can read the cookie and send it back in a header. */
export type CsrfTokens = {
  readonly create: (sessionId: string) => string;
  /** Whether the header repeats the session's token; true for requests without the cookie, which do not come from a browser. */
  readonly isValid: (request: FastifyRequest, origin: Origin, sessionId: string) => boolean;
};

/** `previous` is the secret key before a rotation; tokens made with it stay valid. */
export function csrfTokens(secret: Uint8Array, previous?: Uint8Array): CsrfTokens {
  // 'page-mark' is a stored name: another purpose would derive another key and invalidate the tokens of open pages
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'page-mark'));
  const hmac = (key: Uint8Array, sessionId: string) => createHmac('sha256', key).update(sessionId).digest('base64url');
  return {
    create: (sessionId) => hmac(keys[0]!, sessionId),
    isValid(request, { cookies: { xsrf } }, sessionId) {
      if (xsrf === undefined) return true;
      if (request.headers['x-xsrf-token'] !== xsrf) return false;
      return keys.some((key) => equalsInConstantTime(hmac(key, sessionId), xsrf));
    },
  };
}

/** Throws `session.forged` for a change that a page of another site may have sent. */
export function verifyCsrfToken(
  { method }: Endpoint,
  csrfTokens: CsrfTokens,
  { sessionId }: Actor,
  { request, origin }: { readonly request: FastifyRequest; readonly origin: Origin },
): void {
  ensure(
    method === 'GET' || (isSameOrigin(request) && csrfTokens.isValid(request, origin, sessionId)),
    'session.forged',
  );
}

/** Whether `Sec-Fetch-Site` and `Origin`, as far as present, name this portal. */
export function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || hostOf(URL.parse(headers.origin)?.host) === hostOf(headers.host);
}

export function equalsInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
