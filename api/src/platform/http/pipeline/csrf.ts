import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../../actor.ts';
import { ensure } from '../../errors.ts';
import { deriveKey } from '../../security/keys.ts';

/** CSRF tokens (signed double submit): only pages of the portal can read the cookie and send it back in a header. */
export type CsrfTokens = {
  readonly create: (sessionId: string) => string;
  /** Whether the header has the session's token; true for requests without cookies and `Origin`, which no browser sends. */
  readonly isValid: (request: FastifyRequest, origin: Origin, sessionId: string) => boolean;
};

/** `previous` is the secret key before a rotation; tokens made with it stay valid. */
export function csrfTokens(secret: Uint8Array, previous?: Uint8Array): CsrfTokens {
  // 'page-mark' is a stored name: another purpose would derive another key and invalidate the tokens of open pages
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'page-mark'));
  const hmac = (key: Uint8Array, sessionId: string) => createHmac('sha256', key).update(sessionId).digest('base64url');
  return {
    create: (sessionId) => hmac(keys[0]!, sessionId),
    isValid({ headers }, { cookies }, sessionId) {
      if (headers.origin === undefined && Object.keys(cookies).length === 0) return true;
      const sent = headers['x-xsrf-token'];
      if (typeof sent !== 'string' || (cookies.xsrf !== undefined && sent !== cookies.xsrf)) return false;
      return keys.some((key) => equalsInConstantTime(hmac(key, sessionId), sent));
    },
  };
}

/**
 * Throws `session.forged` for a change that a page of another site may have sent. Browsers add no API key to a request
 * by themselves, so a request with one is what its sender meant.
 */
export function verifyCsrfToken(
  { method }: Endpoint,
  csrfTokens: CsrfTokens,
  { sessionId, apiKeyPrefix }: Actor,
  {
    request,
    origin,
    publicUrl,
  }: { readonly request: FastifyRequest; readonly origin: Origin; readonly publicUrl: URL },
): void {
  ensure(
    method === 'GET' ||
      apiKeyPrefix !== undefined ||
      (isSameOrigin(request, publicUrl) && csrfTokens.isValid(request, origin, sessionId)),
    'session.forged',
  );
}

/** Whether `Sec-Fetch-Site` and `Origin`, if present, match this portal including its port. */
export function isSameOrigin({ headers, protocol }: FastifyRequest, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (headers.origin === undefined) return true;
  const page = URL.parse(headers.origin);
  const portal = page && URL.parse(`${page.protocol}//${headers.host?.replace(/\.(?=:|$)/, '')}`);
  if (!portal || page.hostname !== portal.hostname) return false;
  if (protocol === 'https' && page.protocol !== 'https:') return false;
  // a proxy may omit the port from the host that it passes on
  const hasPort = /:\d+$/.test(headers.host ?? '');
  return page.port === portal.port || (!hasPort && page.port === publicUrl.port);
}

/** Compares secrets so that the time taken does not tell how much of them is equal; only their lengths may show. */
export function equalsInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
