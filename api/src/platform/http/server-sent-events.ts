import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { requestTurn } from './admission/turns.ts';
import { authorize } from './pipeline/authorization.ts';
import { readContext } from './pipeline/handler-context.ts';
import { tokenOf } from './pipeline/request-token.ts';
import { envelope } from './response.ts';
import type { Route, RouteRequest } from './route.ts';
import { ApiError } from '../errors.ts';
import { validInput, targetOf } from './pipeline/input.ts';

/** The polling interval grows with the age of the stream, from 60 to 700 milliseconds. */
const pollInterval = (elapsed: number) => Math.min(700, 60 + elapsed / 5);
/** A comment is sent this often, so that proxies do not close the connection as idle. */
const heartbeatInterval = 15_000;
/** After this time the stream ends and the client reconnects. */
const maxDuration = 10 * 60_000;

/** Whether a read is sent as an event stream: its endpoint offers one, and the client accepts it. */
export const wantsEventStream = ({ streamUntil }: Endpoint, { headers }: FastifyRequest): boolean =>
  streamUntil !== undefined && /\btext\/event-stream\b/.test(headers.accept ?? '');

/**
 * Sends the result of a read as server-sent events, once at first and again after each change, until `streamUntil` holds.
 *
 * Each poll is a full read with its own authorization: an ended session or a revoked permission ends the stream. The stream
 * does not count as user activity, so it does not extend the session. The stream itself takes no slot of the admission: the
 * number of open ones is limited.
 */
export async function streamEvents(route: Route, routeRequest: RouteRequest): Promise<unknown> {
  const { endpoint, handler, dependencies, serialize } = route;
  const { request, reply, cookies } = routeRequest;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const token = await tokenOf(dependencies, request);
  const turn = requestTurn(endpoint, token, routeRequest.origin);
  const read = () =>
    dependencies.admission(turn).transaction(async (db) => {
      const origin = {
        ...routeRequest.origin,
        idleSeconds: (routeRequest.origin.idleSeconds ?? 0) + Math.floor(elapsed() / 1000),
      };
      const target = targetOf(endpoint, routeRequest.input, request);
      const actor = await dependencies.authenticator.authenticate(db, token, origin, target);
      authorize(endpoint, actor, { request, origin });
      return handler(readContext({ actor, db, origin, cookies }), validInput(routeRequest.input));
    });

  const { raw } = reply;
  const disconnected = new AbortController();
  raw.on('close', () => disconnected.abort());
  let result = await read(); // an error of the first read is sent as a normal error response
  const { sessionId, userId: user, orgId: organisation, apiKey } = token!;
  // all requests with an API key have one session
  const session = apiKey ? {} : { session: sessionId };
  const close = dependencies.openEventStream({ ...session, user, organisation });
  reply.hijack();
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  };
  raw.writeHead(200, headers as Record<string, string>);
  let lastSent = '';
  let lastWriteAt = 0;
  try {
    for (;;) {
      const json = serialize(envelope(endpoint, result));
      const isHeartbeatDue = elapsed() - lastWriteAt > heartbeatInterval;
      if (json !== lastSent) raw.write(`data: ${json}\n\n`);
      else if (isHeartbeatDue) raw.write(': still here\n\n');
      if (json !== lastSent || isHeartbeatDue) lastWriteAt = elapsed();
      lastSent = json;
      if (endpoint.streamUntil?.(result) || route.isClosing() || elapsed() > maxDuration) break;
      await pause(pollInterval(elapsed()), undefined, { signal: disconnected.signal });
      result = await read();
    }
  } catch (error) {
    // after any error the stream ends; the client reconnects and receives the error as a normal response
    if (!disconnected.signal.aborted && !(error instanceof ApiError)) request.log.error(error, 'event stream failed');
  } finally {
    close();
  }
  raw.end();
  return reply;
}
