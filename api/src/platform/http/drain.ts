import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { countConnections, stopListening } from './listening.ts';

/** How long connections that a proxy keeps open may still bring requests. */
const drainMs = 2_000;
const pollMs = 20;

const draining = new WeakSet<FastifyInstance>();

/** Makes the last response of each connection of a draining server say that it is the last. */
export function closeDrained(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.has(server)) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Prepares a stop behind a proxy: new connections are refused, which a proxy answers by asking another process, and each open
 * connection is closed with its next response. Resolves when none is left, after two seconds at the latest. `server.close()`
 * alone would close connections while the proxy sends a request.
 */
export async function drain(server: FastifyInstance): Promise<void> {
  draining.add(server);
  // not that of an HTTP server, which closes idle connections too
  Server.prototype.close.call(server.server);
  stopListening(server);
  const latest = performance.now() + drainMs;
  while (performance.now() < latest && (await countConnections(server)) > 0) await pause(pollMs);
}
