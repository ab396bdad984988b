import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the requests of the route carry a file, which may take longer than another body. */
    readonly isUpload?: boolean;
  }
}

/**
 * Seconds until the headers, a body other than an upload, and the whole request must be received, for how long a connection may
 * stall in between, and for how long it may be idle between two requests. An upload stalls that sends less than `minUploadBytes` a second.
 */
export type Timeouts = {
  readonly headerSeconds: number;
  readonly bodySeconds: number;
  readonly requestSeconds: number;
  readonly stalledSeconds: number;
  readonly idleConnectionSeconds: number;
};

export const standardTimeouts: Timeouts = {
  headerSeconds: 15,
  bodySeconds: 60,
  requestSeconds: 600,
  stalledSeconds: 60,
  // longer than proxies keep idle connections, most of them 60 seconds, else they send requests on closed ones
  idleConnectionSeconds: 65,
};

/** Bytes a second. */
const minUploadBytes = 1024;

/** The options of a Fastify server; Node checks headers and requests at intervals. */
export const timeoutOptions = ({ headerSeconds, requestSeconds, stalledSeconds, idleConnectionSeconds }: Timeouts) => ({
  connectionTimeout: stalledSeconds * 1000,
  keepAliveTimeout: idleConnectionSeconds * 1000,
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

/** Refuses a request whose body does not arrive in time, or as an upload too slowly: a byte a second would hold it for long. */
export function endSlowBodies(
  server: FastifyInstance,
  { bodySeconds, stalledSeconds }: Timeouts,
  refuse: (socket: Socket) => void,
): void {
  server.addHook('onRequest', ({ headers, raw, routeOptions }, reply, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody) {
      // a body that is still on its way after the response has no use
      const end = () => (reply.raw.headersSent ? raw.destroy() : refuse(raw.socket));
      const timer = routeOptions.config.isUpload
        ? whenStalled(raw, stalledSeconds, end)
        : setTimeout(end, bodySeconds * 1000);
      timer.unref();
      const stop = () => clearTimeout(timer);
      raw.once('end', stop).once('close', stop);
    }
    done();
  });
}

/** Calls the function whenever less of a body that is read has arrived in so many seconds than `minUploadBytes` of each of them. */
function whenStalled(request: IncomingMessage, seconds: number, end: () => void): NodeJS.Timeout {
  const { socket } = request;
  let received = socket.bytesRead;
  return setInterval(() => {
    // a body that has arrived, or that nobody reads yet, waits for the server
    const isSlow =
      !request.complete && request.readableFlowing !== null && socket.bytesRead - received < seconds * minUploadBytes;
    received = socket.bytesRead;
    if (isSlow) end();
  }, seconds * 1000);
}
