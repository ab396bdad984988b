import { idleHeader, impersonationHeader } from '@storeward/contract/sessions';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../actor.ts';
import type { Environment } from '../../environment/environment.ts';
import { isLoopback } from '../../loopback.ts';
import { type CookieKind, cookies, unprefixedName } from '../cookies.ts';

const cookieKinds = Object.keys(cookies) as CookieKind[];

/** Normalises a Host header: lower case, without port and trailing dot. The host alone determines the tenant. */
export function hostOf(header: string | undefined): string {
  return (header ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * A browser may hide its User-Agent, but it sends all of `Sec-Fetch-Site`, `-Dest` and `-Mode`, or `Origin`. The mode alone
 * is no sign of one: Node's fetch sends it.
 */
const browserHeaders = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'];

export const originOf = (request: FastifyRequest): Origin => ({
  host: hostOf(request.headers.host),
  address: request.ip,
  device: (request.headers['user-agent'] ?? '').slice(0, 256),
  browser: browserHeaders.some((name) => name in request.headers),
  cookies: Object.fromEntries(
    cookieKinds.flatMap((kind) => {
      const value = request.cookies[cookies[kind].name] ?? request.cookies[unprefixedName(kind)];
      return value === undefined ? [] : [[kind, value]];
    }),
  ),
  apiKey: textOf(request.headers['x-api-key']),
  idleSeconds: secondsOf(textOf(request.headers[idleHeader])),
  impersonationId: textOf(request.headers[impersonationHeader]),
});

type HostEnvironment = Pick<Environment, 'publicUrl' | 'environment'>;

/** Whether the request came over HTTPS or from this machine; a trusted proxy's `X-Forwarded-Proto` counts. */
export function isSecureTransport(request: FastifyRequest): boolean {
  if (request.protocol === 'https') return true;
  const peer = request.socket.remoteAddress ?? '';
  const isForwarded = request.ip !== peer;
  if (isForwarded && request.headers['x-forwarded-proto'] !== undefined) return isLoopback(request.ip);
  return isLoopback(peer);
}

/** What proxies, load balancers and content delivery networks add to a request; browsers and command-line clients send none. */
const proxyHeaders =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-(?:forwarded-for|host)|x-(?:real|client|cluster-client)-ip|(?:true-client|cf-connecting|fastly-client)-ip|cf-ray|x-envoy-.*|x-amzn-trace-id|x-proxyuser-ip)$/;

/** Whether the request comes from this machine, under one of its own names, and through no proxy. */
export function isFromThisMachine({ headers, socket, raw }: FastifyRequest): boolean {
  // nginx talks HTTP/1.0 to a server by default
  const isForwarded = raw.httpVersion === '1.0' || Object.keys(headers).some((name) => proxyHeaders.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress ?? '') && isLoopback(hostOf(headers.host));
}

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header);

/** Ignores invalid values and caps at one day, since no session lasts longer. */
const secondsOf = (text: string | undefined) =>
  text && /^\d{1,12}$/.test(text) ? Math.min(Number(text), 86_400) : undefined;

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host serves the platform's own portal: that of PUBLIC_URL, and this machine's own except in production. */
export function globalHostMatcher({ publicUrl, environment }: HostEnvironment): (host: string) => boolean {
  const local = environment === 'production' ? [] : localHosts;
  const hosts = new Set([...local, hostOf(new URL(publicUrl).host)]);
  return (host) => hosts.has(host);
}

/** Whether no organisation may have a host: those of the platform's own portal in any environment. */
export const reservedHostMatcher = ({ publicUrl }: HostEnvironment): ((host: string) => boolean) =>
  globalHostMatcher({ publicUrl, environment: 'development' });
