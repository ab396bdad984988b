import { randomUUID } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The header with the id that log lines, audit entries of denials and this response have in common. */
export const requestIdHeader = 'x-request-id';

const usableId = /^[\w.-]{8,64}$/;

/** Returns the function that gives each request its id: the one that a trusted proxy sent, else a new one. */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return ({ headers, socket }) => {
    const sent = headers[requestIdHeader];
    const { remoteAddress = '' } = socket;
    const isKnown = typeof sent === 'string' && usableId.test(sent) && isIP(remoteAddress) > 0;
    return isKnown && proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') ? sent : randomUUID();
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
