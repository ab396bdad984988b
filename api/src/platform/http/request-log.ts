import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { proxyMatcher } from './hosts/trusted-proxies.ts';

/** The header with the id that log lines, audit entries of denials and this response have in common. */
export const requestIdHeader = 'x-request-id';

const usableId = /^[\w.-]{8,64}$/;

/** Returns the function that gives each request its id: the one that a trusted proxy sent, else a new one. */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = proxyMatcher(trustProxy);
  return ({ headers, socket }) => {
    const sent = headers[requestIdHeader];
    const isUsable = typeof sent === 'string' && usableId.test(sent);
    return isUsable && isProxy(socket.remoteAddress ?? '') ? sent : randomUUID();
  };
}

/** Writes one line for each response except those to health checks; paths without their query, as in all other lines. */
export function logResponses(server: FastifyInstance): void {
  server.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    if (!request.url.startsWith('/health/'))
      request.log.info({ req: request, status, milliseconds: Math.round(elapsedTime) }, 'response');
    done();
  });
}
