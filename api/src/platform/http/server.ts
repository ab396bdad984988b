import type { Socket } from 'node:net';
import type { ErrorCode } from '@storeward/contract/errors';
import fastifyCookie from '@fastify/cookie';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { ApiError, apiErrorFrom } from '../errors.ts';
import { limitConnections } from './connection-limit.ts';
import { closeDrained } from './drain.ts';
import { textHasTooManyValues } from './pipeline/body-values.ts';
import { hasDuplicateKeys } from './pipeline/duplicate-keys.ts';
import { warnOfUntrustedProxy } from './hosts/forwarded-headers.ts';
import { stopListening } from './listening.ts';
import { logResponses, requestIdHeader, requestIds } from './request-log.ts';
import { endSlowBodies, endStalledConnections, standardTimeouts, timeoutOptions, type Timeouts } from './timeouts.ts';

/** `trustProxy` lists the addresses or networks whose `X-Forwarded-*` headers are trusted. */
export type ServerOptions = {
  readonly logger?: FastifyServerOptions['logger'];
  readonly trustProxy?: readonly string[];
  readonly timeouts?: Timeouts;
  /** How many connections an address may have open, other than one of `trustProxy`. */
  readonly connectionsByAddress?: number;
  /** Writes a line for every response. */
  readonly accessLog?: boolean;
};

const fastifyErrorCodes: Record<string, ApiError['code']> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'input.mediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'input.tooLarge',
  FST_ERR_CTP_INVALID_JSON_BODY: 'input.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input.malformed',
  FST_ERR_BAD_URL: 'input.malformed',
};

/** A Fastify server that accepts JSON only, sends all errors in one shape, and sets security headers on every response. */
export function createServer({
  logger = false,
  trustProxy = [],
  timeouts = standardTimeouts,
  connectionsByAddress = 1000,
  accessLog = false,
}: ServerOptions = {}): FastifyInstance {
  const server = fastify({
    ...timeoutOptions(timeouts),
    logger,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: requestIds(trustProxy),
    bodyLimit: 1024 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    forceCloseConnections: 'idle',
    clientErrorHandler: handleClientError,
    // requests are validated and responses serialized by the contract, so Fastify's own compilers are not loaded
    schemaController: { compilersFactory: { buildValidator: unsupported, buildSerializer: unsupported } },
    // errors that Fastify raises before routing run no hook
    frameworkErrors: (error, _request, reply) => void handleError(error, setSecurityHeaders(reply)),
  });
  void server.register(fastifyCookie);
  if (accessLog) logResponses(server);
  closeDrained(server);
  server.addHook('preClose', async () => stopListening(server));
  limitConnections(server, { connectionsByAddress, trustProxy });
  server.addHook('onRequest', refuseSeveralHosts);
  warnOfUntrustedProxy(server);
  endStalledConnections(server, refuseSlowRequest);
  endSlowBodies(server, timeouts, refuseSlowRequest);
  server.removeContentTypeParser('text/plain');
  server.removeContentTypeParser('application/json');
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (textHasTooManyValues(body as string)) done(new ApiError('input.tooLarge'));
    else
      void parse(request, body as string, (error, value) =>
        done(
          error || hasDuplicateKeys(body as string) ? new ApiError('input.malformed', { cause: error }) : null,
          value,
        ),
      );
  });
  server.setErrorHandler((error, request, reply) => {
    // read before the response is sent, which may destroy the connection; the statement of an abandoned request was cancelled
    const isAbandoned = reply.raw.destroyed;
    const apiError = handleError(error, reply);
    if (apiError.status >= 500 && !isAbandoned)
      request.log.error({ err: apiError.cause ?? error, req: request }, apiError.code);
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    setSecurityHeaders(reply);
    done(null, payload);
  });
  return server;
}

/** The Host header determines the tenant; with several of them, a proxy and this server may choose different ones. */
function refuseSeveralHosts({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  let hosts = 0;
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  done(hosts > 1 ? new ApiError('input.malformed') : undefined);
}

const denyAllPolicy = "default-src 'none'; frame-ancestors 'none'";

const unsupported = () => {
  throw new Error('validation and serialization are done by the contract');
};

const securityHeaders = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

function setSecurityHeaders(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', denyAllPolicy);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.header(requestIdHeader, reply.request.id).headers(securityHeaders);
}

/** Refuses malformed HTTP, which never becomes a request, and requests that do not arrive in time. */
function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseSlowRequest(socket);
  else refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 'input.tooLarge' : 'input.malformed');
}

/** Destroying the connection also ends streams that still read the request body. */
function refuseSlowRequest(socket: Socket): void {
  refuse(socket, 'input.tooSlow', () => socket.destroy());
}

/** Responds in the common error shape where there is no request to reply to, and closes the connection. */
function refuse(socket: Socket, code: ApiError['code'], onSent = () => {}): void {
  if (!socket.writable) return void socket.destroy();
  const apiError = new ApiError(code);
  const body = JSON.stringify(errorBody(apiError));
  const headers = {
    ...securityHeaders,
    'content-security-policy': denyAllPolicy,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${apiError.status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`, onSent);
}

function handleError(error: unknown, reply: FastifyReply): ApiError {
  const fastifyCode = (error as { code?: string }).code;
  const apiError =
    apiErrorFrom(error) ??
    new ApiError(
      (fastifyCode && fastifyErrorCodes[fastifyCode]) ||
        ((error as { statusCode?: number }).statusCode === 400 ? 'input.malformed' : 'service.failed'),
      { cause: error },
    );
  sendApiError(reply, apiError);
  return apiError;
}

const errorCodes = new WeakMap<FastifyReply, ErrorCode>();

/** The code of the error that was sent as the response, if it is one. */
export const errorCodeOf = (reply: FastifyReply): ErrorCode | undefined => errorCodes.get(reply);

/** Sends the error as JSON, with `Retry-After` in seconds and, for an unfinished upload, `Range` with the bytes received so far. */
export function sendApiError(reply: FastifyReply, error: ApiError): void {
  errorCodes.set(reply, error.code);
  const { retryAfter, receivedBytes } = error.details;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  if (receivedBytes) void reply.header('range', `bytes=0-${receivedBytes - 1}`);
  void reply
    .status(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error));
}

const errorBody = ({ code, status, message, details }: ApiError) => ({
  message,
  messageCode: code,
  status,
  ...(details.errors ? { errors: details.errors } : {}),
  ...(details.current === undefined ? {} : { current: details.current }),
});
