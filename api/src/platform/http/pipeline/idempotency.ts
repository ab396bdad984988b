import { createHmac } from 'node:crypto';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import { build, type Db } from '../../database/db.ts';
import { ensure } from '../../errors.ts';

/** Identifies a request with an `Idempotency-Key`: the key, the endpoint, and an HMAC of the body. */
export type IdempotentRequest = { readonly key: string; readonly endpoint: string; readonly bodyHash: Buffer };

/** The response of a change as JSON text, with the headers that are sent again with it. */
export type StoredResponse = { readonly responseBody: string; readonly headers: Record<string, string> };

/** Thrown if the request was processed before; carries the stored response. */
export class DuplicateRequest extends Error {
  readonly storedResponse: StoredResponse;

  constructor(storedResponse: StoredResponse) {
    super('the request was already processed');
    this.storedResponse = storedResponse;
  }
}

/**
 * Identifies a request by its `Idempotency-Key`; undefined without one, or if the endpoint does not store responses.
 *
 * The body may contain a password, so it is stored as a keyed hash, which cannot be guessed from a copy of the database.
 */
export function idempotentRequest(
  endpoint: Endpoint,
  { method, headers, url }: FastifyRequest,
  { hashKey, area, body }: { hashKey: Uint8Array; area: string; body: unknown },
): IdempotentRequest | undefined {
  const key =
    method === 'GET' || endpoint.secretResponse || endpoint.skipsIdempotency ? undefined : headers['idempotency-key'];
  if (key === undefined) return undefined;
  ensure(typeof key === 'string' && /^[\w-]{8,128}$/.test(key), 'input.invalid');
  const content = body instanceof Uint8Array ? body : JSON.stringify(body ?? null);
  // a stored response is valid for the same scope only: after a move to another node it is not replayed
  return {
    key,
    endpoint: `${method} ${url} in ${area}`,
    bodyHash: createHmac('sha256', hashKey).update(content).digest(),
  };
}

/** Sends a stored response again; `Idempotency-Replayed` tells it from a new one. */
export function replayResponse(reply: FastifyReply, { responseBody, headers }: StoredResponse): FastifyReply {
  return sendJson(reply.headers({ ...headers, 'idempotency-replayed': 'true' }), responseBody);
}

/** Sends a body that is serialised already. */
export function sendJson(reply: FastifyReply, responseBody: string): FastifyReply {
  void reply.header('content-type', 'application/json; charset=utf-8');
  return reply.serializer(String).send(responseBody);
}

/** The stored response of an earlier identical request. Throws `request.stillRunning` while the earlier one is running. */
export async function findStoredResponse(
  db: Db,
  actor: Actor,
  { key, endpoint, bodyHash }: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const lock = await db.first(
    sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`${actor.userId} ${key}`}, 0)) as free`,
  );
  ensure(lock?.free, 'request.stillRunning');
  const storedResponse = await db.first(
    build
      .selectFrom('idempotency_keys')
      .select(['endpoint', 'body_hash', 'response', 'headers'])
      .where('org_id', '=', actor.scope.orgId)
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .where('created_date', '>', sql<string>`clock() - interval '24 hours'`),
  );
  if (!storedResponse) return undefined;
  ensure(storedResponse.endpoint === endpoint && bodyHash.equals(storedResponse.body_hash), 'request.otherBody');
  return { responseBody: storedResponse.response, headers: storedResponse.headers as Record<string, string> };
}

/** Stores the response for 24 hours, in the transaction of the change; also deletes the user's expired responses. */
export async function storeResponse(
  db: Db,
  actor: Actor,
  { key, endpoint, bodyHash }: IdempotentRequest,
  storedResponse: StoredResponse,
): Promise<void> {
  await db.run(
    build
      .deleteFrom('idempotency_keys')
      .where('org_id', '=', actor.scope.orgId)
      .where('user_id', '=', actor.userId)
      .where('created_date', '<=', sql<string>`clock() - interval '24 hours'`),
  );
  await db.run(
    build.insertInto('idempotency_keys').values({
      org_id: actor.scope.orgId,
      user_id: actor.userId,
      key,
      endpoint,
      body_hash: bodyHash,
      status: 200,
      headers: JSON.stringify(storedResponse.headers),
      response: storedResponse.responseBody,
      created_date: sql<string>`clock()`,
    }),
  );
}
