import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import { Refusal, refusalFrom } from './errors.ts';
import { namesTwice } from './json.ts';

/** What the server is told at its start: how it logs, and whose forwarded addresses it believes. */
export type ServerOptions = {
  readonly logger?: FastifyServerOptions['logger'];
  readonly trustProxy?: readonly string[];
};

const codes: Record<string, Refusal['code']> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'input.mediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'input.tooLarge',
  FST_ERR_CTP_INVALID_JSON_BODY: 'input.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input.malformed',
  FST_ERR_BAD_URL: 'input.malformed',
};

/** A server that understands JSON only, says no by name only, and carries the protective headers on every answer. */
export function createServer({ logger = false, trustProxy = [] }: ServerOptions = {}): FastifyInstance {
  const server = fastify({
    logger,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: 1024 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerNonsense,
    // the doors bring what reads and writes; the framework's own tools for that are not even loaded
    schemaController: { compilersFactory: { buildValidator: unwanted, buildSerializer: unwanted } },
    // what the framework refuses by itself passes no hook
    frameworkErrors: (error, _request, reply) => void answerError(error, protect(reply)),
  });
  void server.register(fastifyCookie);
  server.removeContentTypeParser('text/plain');
  server.removeContentTypeParser('application/json');
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else
      void parse(request, body as string, (error, value) =>
        done(error || namesTwice(body as string) ? new Refusal('input.malformed', { cause: error }) : null, value),
      );
  });
  server.setErrorHandler((error, request, reply) => {
    const answered = answerError(error, reply);
    if (answered.status >= 500) request.log.error({ err: answered.cause ?? error, req: request }, answered.code);
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    protect(reply);
    done(null, payload);
  });
  return server;
}

const closed = "default-src 'none'; frame-ancestors 'none'";

const unwanted = () => {
  throw new Error('a door is read by its contract, and written by what its contract promises');
};

const protective = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

function protect(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', closed);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.headers(protective);
}

/** Answers what is no HTTP at all, and so never becomes a request, in the same shape; then hangs up. */
function answerNonsense(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = new Refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 'input.tooLarge' : 'input.malformed');
  const body = JSON.stringify(bodyOf(refusal));
  const headers = {
    ...protective,
    'content-security-policy': closed,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

function answerError(error: unknown, reply: FastifyReply): Refusal {
  const known = (error as { code?: string }).code;
  const refusal =
    refusalFrom(error) ??
    new Refusal(
      (known && codes[known]) ||
        ((error as { statusCode?: number }).statusCode === 400 ? 'input.malformed' : 'service.failed'),
      { cause: error },
    );
  sendRefusal(reply, refusal);
  return refusal;
}

/** Answers a refusal in the one shape that errors have. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): void {
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(refusal));
}

const bodyOf = ({ code, status, message, details }: Refusal) => ({
  message,
  messageCode: code,
  status,
  ...(details.errors ? { errors: details.errors } : {}),
  ...(details.current === undefined ? {} : { current: details.current }),
});
