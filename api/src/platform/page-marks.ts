import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Origin } from './actor.ts';
import { hostOf } from './hosts.ts';
import { deriveKey } from './keys.ts';

/** The mark of a session, which only pages of the portal can read from its cookie and send back in a header. */
export type PageMarks = {
  readonly of: (sessionId: string) => string;
  /** Whether a request brings its session's mark back, if it carries one at all. */
  readonly isEchoed: (request: FastifyRequest, origin: Origin, sessionId: string) => boolean;
};

/** Sets up marks with a key of their own; those made with the key before the present one still count. */
export function pageMarks(secret: Uint8Array, previous?: Uint8Array): PageMarks {
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'page-mark'));
  const made = (key: Uint8Array, sessionId: string) => createHmac('sha256', key).update(sessionId).digest('base64url');
  return {
    of: (sessionId) => made(keys[0]!, sessionId),
    isEchoed(request, { cookies: { xsrf } }, sessionId) {
      if (xsrf === undefined) return true;
      if (request.headers['x-xsrf-token'] !== xsrf) return false;
      return keys.some((key) => alike(made(key, sessionId), xsrf));
    },
  };
}

/** Whether a change may come from a page of this very portal, as far as its browser says where it comes from. */
export function fromOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || hostOf(URL.parse(headers.origin)?.host) === hostOf(headers.host);
}

/** Compares two secret texts without telling by the time taken how far they agree. */
export function alike(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
