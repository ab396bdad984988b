import type { FastifyReply } from 'fastify';

/** The cookies of the portal, by what they are for. */
export const cookies = {
  /** Binds a session to the browser it began in. */
  session: { name: '__Host-sid', httpOnly: true },
  /** Tells a browser that somebody has signed in from before; stays after signing out. */
  device: { name: '__Host-device', httpOnly: true },
  /** Binds a recovery to the browser it was asked for in. */
  recovery: { name: '__Host-recovery', httpOnly: true },
  /** Read by the page and sent back in a header with every change. */
  xsrf: { name: 'XSRF-TOKEN', httpOnly: false },
} as const;

/** One of the portal's cookies. */
export type CookieKind = keyof typeof cookies;

/** Sets the portal's cookies on an answer; without `seconds` one is gone when the browser closes. */
export type CookieJar = {
  readonly set: (kind: CookieKind, value: string, seconds?: number) => void;
  readonly clear: (kind: CookieKind) => void;
  /** Asks the browser to empty its cache of this portal; cookies and stored items are cleared one by one. */
  readonly emptyCache: () => void;
};

/**
 * The name without the prefix that browsers take over https and on this machine alone. A page that is told to count as safe
 * on plain HTTP keeps its cookies under it; what they prove depends on their value, never on their name.
 */
export const plainName = (kind: CookieKind): string => cookies[kind].name.replace('__Host-', '');

const thisMachine = /^http:\/\/(?:[^/]+\.)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const isPlain = (page: string | undefined) => page !== undefined && /^http:/i.test(page) && !thisMachine.test(page);

/** The cookies of one answer: never sent to other sites, never over plain HTTP off this machine. */
export function cookieJar(reply: FastifyReply): CookieJar {
  const plain = isPlain(reply.request.headers.origin);
  const nameOf = (kind: CookieKind) => (plain ? plainName(kind) : cookies[kind].name);
  const rules = (kind: CookieKind) =>
    ({ path: '/', secure: true, sameSite: 'strict', httpOnly: cookies[kind].httpOnly }) as const;
  return {
    set: (kind, value, seconds) =>
      void reply.setCookie(nameOf(kind), value, {
        ...rules(kind),
        ...(seconds === undefined ? {} : { maxAge: seconds }),
      }),
    clear: (kind) => void reply.clearCookie(nameOf(kind), rules(kind)),
    emptyCache: () => void reply.header('clear-site-data', '"cache"'),
  };
}
