import { errors } from '@storeward/contract/errors';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import { Refusal, refusalFrom } from './errors.ts';

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
    // what the framework refuses by itself passes no hook
    frameworkErrors: (error, _request, reply) => void answerError(error, protect(reply)),
  });
  server.removeContentTypeParser('text/plain');
  server.removeContentTypeParser('application/json');
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else
      void parse(request, body as string, (error, value) =>
        done(error ? new Refusal('input.malformed', { cause: error }) : null, value),
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

const protective = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

function protect(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('content-security-policy'))
    void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.headers(protective);
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
export function sendRefusal(reply: FastifyReply, { code, status, message, details }: Refusal): void {
  if (details.retryAfter !== undefined) void reply.header('retry-after', String(details.retryAfter));
  const body = {
    message,
    messageCode: code,
    status,
    ...(details.errors ? { errors: details.errors } : {}),
    ...(details.current === undefined ? {} : { current: details.current }),
  };
  void reply.status(errors[code].status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}
