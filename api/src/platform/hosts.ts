import type { FastifyRequest } from 'fastify';
import type { Origin } from './actor.ts';

/** The host name a request asks for: lower case, without its port. It alone decides the tenant. */
export function hostOf(header: string | undefined): string {
  return (header ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Where a request came from: the host it asked for, the address it came from, and what the device calls itself. */
export const originOf = (request: FastifyRequest): Origin => ({
  host: hostOf(request.headers.host),
  address: request.ip,
  device: (request.headers['user-agent'] ?? '').slice(0, 256),
});

/** Tells the global portal's hosts from all others: this machine's own names, and the public address's host. */
export function globalHosts(publicUrl: string): (host: string) => boolean {
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', hostOf(new URL(publicUrl).host)]);
  return (host) => hosts.has(host);
}
