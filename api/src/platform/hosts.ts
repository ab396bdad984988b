import { idleHeader, seeingHeader } from '@storeward/contract/sessions';
import type { FastifyRequest } from 'fastify';
import type { Origin } from './actor.ts';
import { type CookieKind, cookies, plainName } from './cookies.ts';

const cookieKinds = Object.keys(cookies) as CookieKind[];

/** The host name a request asks for: lower case, without its port. It alone decides the tenant. */
export function hostOf(header: string | undefined): string {
  return (header ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Where a request came from, read from its headers. */
export const originOf = (request: FastifyRequest): Origin => ({
  host: hostOf(request.headers.host),
  address: request.ip,
  device: (request.headers['user-agent'] ?? '').slice(0, 256),
  // one that says nothing of itself still says where its page came from
  browser: Object.keys(request.headers).some((name) => name === 'origin' || name.startsWith('sec-fetch-')),
  cookies: Object.fromEntries(
    cookieKinds.flatMap((kind) => {
      const value = request.cookies[cookies[kind].name] ?? request.cookies[plainName(kind)];
      return value === undefined ? [] : [[kind, value]];
    }),
  ),
  apiKey: textOf(request.headers['x-api-key']),
  idleSeconds: secondsOf(textOf(request.headers[idleHeader])),
  seeing: textOf(request.headers[seeingHeader]),
});

const loopback = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i;

/** Whether nobody on the way could read along: over https, or on this machine. Of a proxy that is trusted its word counts. */
export function isPrivate(request: FastifyRequest): boolean {
  if (request.protocol === 'https') return true;
  const peer = request.socket.remoteAddress ?? '';
  const isForwarded = request.ip !== peer;
  if (isForwarded && request.headers['x-forwarded-proto'] !== undefined) return loopback.test(request.ip);
  return loopback.test(peer);
}

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header);

/** What says nothing sensible counts as not said; more than a day is a day, since no session lasts that long. */
const secondsOf = (text: string | undefined) =>
  text && /^\d{1,12}$/.test(text) ? Math.min(Number(text), 86_400) : undefined;

/** Tells the global portal's hosts from all others: this machine's own names, and the public address's host. */
export function globalHosts(publicUrl: string): (host: string) => boolean {
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', hostOf(new URL(publicUrl).host)]);
  return (host) => hosts.has(host);
}
