import type { FastifyReply } from 'fastify';

export const cookies = {
  /** Binds a session to the browser that started it. */
  session: { name: '__Host-sid', httpOnly: true },
  /** Marks a browser as known after a sign-in; kept after sign-out. */
  device: { name: '__Host-device', httpOnly: true },
  /** Binds a password recovery to the browser that requested it. */
  recovery: { name: '__Host-recovery', httpOnly: true },
  /** The CSRF token: the page reads it and sends it back in a header with every change. */
  xsrf: { name: 'XSRF-TOKEN', httpOnly: false },
} as const;

export type CookieKind = keyof typeof cookies;

/** Sets the portal's cookies on a response; without `seconds` a cookie lasts until the browser closes. */
export type CookieJar = {
  readonly set: (kind: CookieKind, value: string, seconds?: number) => void;
  readonly clear: (kind: CookieKind) => void;
  /** Sends `Clear-Site-Data: "cache"`; cookies and browser storage are cleared individually. */
  readonly clearCache: () => void;
};

/**
 * The name without the `__Host-` prefix, which browsers accept over HTTPS and on localhost only. Used for pages on plain HTTP
 * whose origin the browser was configured to treat as secure; what a cookie proves depends on its value alone.
 */
export const unprefixedName = (kind: CookieKind): string => cookies[kind].name.replace('__Host-', '');

const localOrigin = /^http:\/\/(?:[^/]+\.)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const isPlainHttp = (origin: string | undefined) =>
  origin !== undefined && /^http:/i.test(origin) && !localOrigin.test(origin);

/** The cookies of one response: `SameSite=Strict` and `Secure`. */
export function cookieJar(reply: FastifyReply): CookieJar {
  const plain = isPlainHttp(reply.request.headers.origin);
  const nameOf = (kind: CookieKind) => (plain ? unprefixedName(kind) : cookies[kind].name);
  const attributes = (kind: CookieKind) =>
    ({ path: '/', secure: true, sameSite: 'strict', httpOnly: cookies[kind].httpOnly }) as const;
  return {
    set: (kind, value, seconds) =>
      void reply.setCookie(nameOf(kind), value, {
        ...attributes(kind),
        ...(seconds === undefined ? {} : { maxAge: seconds }),
      }),
    clear: (kind) => void reply.clearCookie(nameOf(kind), attributes(kind)),
    clearCache: () => void reply.header('clear-site-data', '"cache"'),
  };
}
