import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../actor.ts';
import { type responseSerializer, envelope, setEtag } from './response.ts';
import type { Context, Authenticator, PublicContext, ManualPublicContext, ManualContext } from './context.ts';
import type { CookieJar } from './cookies.ts';
import type { Database } from '../database/db.ts';
import { type ApiError, ensure } from '../errors.ts';
import type { Input } from './input.ts';
import type { RequestObserver } from './observer.ts';
import type { CsrfTokens } from './csrf.ts';
import type { Party } from '../open-counts.ts';
import type { OpenUploads } from './open-uploads.ts';
import type { StoredResponse } from './idempotency.ts';

/** What request handling depends on. */
export type ServerDependencies = {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly csrfTokens: CsrfTokens;
  /** Receives denials and exports. */
  readonly observer: () => RequestObserver;
  /** Strict mode: changes must state the version they are based on, and unknown body fields are errors. */
  readonly hardened: boolean;
  readonly publicUrl: URL;
  /** HMAC key for the request bodies stored for idempotency. */
  readonly requestHashKey: Uint8Array;
  readonly uploads: OpenUploads;
  /** Counts a streamed file until the returned function is called. */
  readonly openStreamedFile: (party: Party) => () => void;
};

export type Handler = (
  context: Context | PublicContext | ManualPublicContext | ManualContext,
  input: Input,
) => Promise<unknown>;
/** An endpoint with its handler. */
export type Route = {
  readonly endpoint: Endpoint;
  readonly handler: Handler;
  readonly dependencies: ServerDependencies;
  readonly serialize: ReturnType<typeof responseSerializer>;
  /** Further routes with the same method and path; each endpoint's `matches` selects them. */
  readonly overloads: Route[];
  /** Whether the server is shutting down. */
  readonly isClosing: () => boolean;
};
/** A request to a route, with its validated input or the validation error. */
export type RouteRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly input: Input | ApiError;
};

/** Serializes a response, sets its ETag, and stores it by `store` for repeats of the request. */
export async function writeResponse(
  { endpoint, serialize }: Route,
  reply: FastifyReply,
  result: unknown,
  store: ((response: StoredResponse) => Promise<void>) | undefined,
): Promise<string> {
  setEtag(reply, result);
  const responseBody = serialize(envelope(endpoint, result));
  const headers = Object.entries(reply.getHeaders()).filter(
    (header): header is [string, string] => repeatedHeaders.has(header[0]) && typeof header[1] === 'string',
  );
  await store?.({ responseBody, headers: Object.fromEntries(headers) });
  return responseBody;
}

/** The headers of a response that its repeats have too. */
const repeatedHeaders = new Set(['etag', 'warning']);

/**
 * Whether a request to change a record, or each of several, states the version it is based on. A hardened installation
 * refuses one that does not.
 */
export function ensureVersion(endpoint: Endpoint, { hardened }: ServerDependencies, input: Input): boolean {
  const hasVersion = statesVersion(endpoint, input);
  ensure(hasVersion || !hardened, 'record.versionRequired');
  return hasVersion;
}

function statesVersion({ versioned, versionedRecords }: Endpoint, input: Input): boolean {
  if (versioned && input['version'] === undefined) return false;
  if (versionedRecords === undefined) return true;
  const records = (input['body'] as Readonly<Record<string, object>>)[versionedRecords] ?? {};
  return Object.values(records).every((record) => (record as { version?: number }).version !== undefined);
}

/** Tells the client of a change without a version what that means. */
export function warnOfLostChanges(reply: FastifyReply): void {
  const text = 'No version was stated (If-Match): the change replaced any that was made meanwhile.';
  void reply.header('warning', `299 - "${text}"`);
}
