import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../platform/application.ts';
import { ApiError } from '../platform/errors.ts';
import { anonymousBodyLimit } from '../platform/http/register-endpoints.ts';
import { isSecureTransport, originOf } from '../platform/http/hosts/hosts.ts';
import { readClock } from './opening-queries.ts';

/** Lifetime of an access token in seconds. */
const tokenSeconds = 900;

/** The errors of RFC 6749 (section 5.2) that occur here. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

function check(condition: unknown, code: OAuthErrorCode, description: string): asserts condition {
  if (!condition) throw new OAuthError(code, description);
}

/**
 * Registers `POST /oauth/token`: exchanges an API key for a short-lived access token by OAuth 2.0 client credentials
 * (RFC 6749, section 4.4). The client id is the prefix of the key, the client secret the key; they are sent by
 * `client_secret_basic` or `client_secret_post`. Requests and responses have the form of the RFC, not that of the API.
 */
export function registerTokenEndpoint({ server, authenticator, admission, security }: Application): void {
  // in a context of its own: no other route accepts forms
  void server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    scope.post('/oauth/token', { bodyLimit: anonymousBodyLimit }, async (request, reply) => {
      try {
        return await issueToken(request);
      } catch (error) {
        return sendOAuthError(reply, request, error);
      }
    });
  });

  async function issueToken(request: FastifyRequest) {
    check(isSecureTransport(request), 'invalid_request', 'A client secret is taken over a secure connection only.');
    const { clientId, secret } = readRequest(request);
    const origin = originOf(request);
    check(secret.startsWith(clientId), 'invalid_client', 'The client id and the client secret do not belong together.');
    const verified = await authenticator.verifyToken(`Bearer ${secret}`, origin);
    check(verified?.apiKey, 'invalid_client', 'The client secret is no API key.');
    const { userId: accountId, orgId, sessionId } = verified;
    const turn = { lane: 'request', key: [orgId, accountId, sessionId] } as const;
    const { now, until } = await admission(turn).transaction(async (db) => {
      const actor = await authenticator.authenticate(db, verified, origin, {});
      return { now: await readClock(db), until: Math.floor(Date.parse(actor.assignmentUntil!) / 1000) };
    });
    const validity = { from: now, until: Math.min(now + tokenSeconds, until) };
    const accessToken = await security.tokens.client({ accountId, orgId, clientId }, validity);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: validity.until - now };
  }
}

/** The credentials of a request; throws if it is not one for client credentials. */
function readRequest({ body, headers }: FastifyRequest): { clientId: string; secret: string } {
  check(
    body instanceof URLSearchParams,
    'invalid_request',
    'The request is sent as application/x-www-form-urlencoded.',
  );
  const names = [...body.keys()];
  check(new Set(names).size === names.length, 'invalid_request', 'A parameter is sent more than once.');
  const grantType = body.get('grant_type');
  check(grantType, 'invalid_request', 'The parameter grant_type is missing.');
  check(grantType === 'client_credentials', 'unsupported_grant_type', 'Only client_credentials is supported.');
  check(!body.get('scope'), 'invalid_scope', 'No scopes are defined; the role of the key decides.');
  const basic = /^Basic ([\w+/=-]{1,1024})$/i.exec(headers.authorization ?? '')?.[1];
  const inBody = body.has('client_secret');
  check(!(headers.authorization !== undefined && inBody), 'invalid_request', 'Two ways of authentication are used.');
  if (inBody) return { clientId: body.get('client_id') ?? '', secret: body.get('client_secret') ?? '' };
  check(basic, 'invalid_client', 'The client is not authenticated.');
  const [clientId = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':', 2).map(decodeForm);
  return { clientId, secret };
}

/** Decodes a part of the header, which is encoded like a form (RFC 6749, section 2.3.1). */
const decodeForm = (text: string) => new URLSearchParams(`x=${text}`).get('x') ?? '';

/** Sends an error by RFC 6749; a limit that was reached, and anything unexpected, is an error of the API. */
function sendOAuthError(reply: FastifyReply, request: FastifyRequest, error: unknown) {
  const oauthError = error instanceof ApiError ? oauthErrorOf(error) : error;
  if (!(oauthError instanceof OAuthError)) throw error;
  const { code, message } = oauthError;
  const isClient = code === 'invalid_client';
  if (isClient && request.headers.authorization !== undefined)
    void reply.header('www-authenticate', 'Basic realm="api"');
  return reply.status(isClient ? 401 : 400).send({ error: code, error_description: message });
}

function oauthErrorOf(error: ApiError): unknown {
  if (error.code === 'apiKey.addressRefused') return new OAuthError('unauthorized_client', error.message);
  return error.status === 401 ? new OAuthError('invalid_client', error.message) : error;
}
