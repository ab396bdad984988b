import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Seconds until the headers and the whole request must be received, and for how long a connection may stall in between. */
export type Timeouts = {
  readonly headerSeconds: number;
  readonly requestSeconds: number;
  readonly stalledSeconds: number;
};

export const standardTimeouts: Timeouts = { headerSeconds: 15, requestSeconds: 600, stalledSeconds: 60 };

/** The options of a Fastify server; Node checks headers and requests at intervals. */
export const timeoutOptions = ({ headerSeconds, requestSeconds, stalledSeconds }: Timeouts) => ({
  connectionTimeout: stalledSeconds * 1000,
  requestTimeout: requestSeconds * 1000,
  http: {
    // Node refuses a longer limit of the headers than of the request, which Fastify sets too late
    requestTimeout: requestSeconds * 1000,
    headersTimeout: Math.min(headerSeconds, requestSeconds) * 1000,
    connectionsCheckingInterval: Math.min(15_000, headerSeconds * 500, requestSeconds * 500),
  },
});

/** Refuses a request whose body has stalled, and closes a connection whose client does not read its response. */
export function endStalledConnections(server: FastifyInstance, refuse: (socket: Socket) => void): void {
  const replies = new WeakMap<Socket, FastifyReply>();
  server.addHook('onRequest', (request, reply, done) => {
    replies.set(request.raw.socket, reply);
    done();
  });
  server.server.on('timeout', (socket: Socket) => {
    const reply = replies.get(socket);
    if (reply?.raw.headersSent) socket.destroy();
    else if (!reply?.request.raw.complete) refuse(socket); // once the request is complete, the server is processing it
  });
}
