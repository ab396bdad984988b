import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../network.ts';
import { requestRate } from '../request-rate.ts';
import { proxyMatcher } from './hosts/trusted-proxies.ts';

type ConnectionLimit = {
  /** How many connections an address may have open; of IPv6, its /64 network. */
  readonly connectionsByAddress: number;
  readonly trustProxy: readonly string[];
};

/**
 * Closes a further connection of an address at once, without a response, since a response would need the connection. Connections
 * of trusted proxies are not counted: each carries requests of many clients.
 */
export function limitConnections(
  { server, log }: FastifyInstance,
  { connectionsByAddress, trustProxy }: ConnectionLimit,
): void {
  const isProxy = proxyMatcher(trustProxy);
  const counts = new Map<string, number>();
  const logRate = requestRate(1);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const open = counts.get(network) ?? 0;
    if (open >= connectionsByAddress) {
      socket.destroy();
      if (logRate.take(network) === 0)
        log.warn({ address: network, open }, 'Connections of this address are closed: it has too many open ones.');
      return;
    }
    counts.set(network, open + 1);
    socket.once('close', () => {
      const left = counts.get(network)! - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
