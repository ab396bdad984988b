import { createRequire } from 'node:module';
import type { Endpoint } from '@storeward/contract/endpoint';
import { messages } from '@storeward/contract/errors';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../errors.ts';
import type { StoredResponse } from './pipeline/idempotency.ts';

const require = createRequire(import.meta.url);

type Json = Record<string, unknown>;

/** The JSON Schema of an endpoint's response body: the contract's result in its envelope. */
function responseSchema(endpoint: Endpoint): Json {
  const { $schema: _, ...result } = z.toJSONSchema(endpoint.result, { io: 'output', unrepresentable: 'any' }) as Json;
  return { ...envelopeSchema(endpoint, result), additionalProperties: false };
}

/** The JSON Schema of the envelope of a result with this schema. */
export function envelopeSchema(endpoint: Endpoint, result: Json): Json {
  const properties = endpoint.page
    ? {
        result: { type: 'array', items: result },
        total: { type: 'integer' },
        totalIsEstimate: { type: 'boolean' },
        next: { type: 'string' },
      }
    : {
        result,
        ...(endpoint.successMessage ? { message: { type: 'string' }, messageCode: { type: 'string' } } : {}),
        ...(endpoint.resultIsMessage ? { message: result } : {}),
      };
  return {
    type: 'object',
    properties,
    required: endpoint.page ? ['result', 'total'] : ['result'],
  };
}

/**
 * Serializes an endpoint's response body; properties that the contract does not declare are dropped. The serializer is
 * compiled on first use, to keep server start fast.
 */
export function responseSerializer(endpoint: Endpoint): (body: unknown) => string {
  let serialize: ((body: unknown) => string) | undefined;
  return (body) => {
    if (!serialize) {
      const build = require('fast-json-stringify') as typeof import('fast-json-stringify').default;
      serialize = build(forSerialization(responseSchema(endpoint)) as Json);
    }
    return serialize(body);
  };
}

/**
 * Simplifies a schema for serialization only: drops value constraints, and turns "X or null" into `nullable`, so that
 * fast-json-stringify does not validate each row against `anyOf` again.
 */
function forSerialization(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forSerialization);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as Json & { anyOf?: readonly Json[] };
  const nonNull = anyOf?.filter(({ type }) => type !== 'null');
  if (anyOf && nonNull?.length === 1 && anyOf.length === 2)
    return { ...(forSerialization({ ...rest, ...nonNull[0] }) as Json), nullable: true };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(constraintKeywords.has(key) && typeof value !== 'object'))
      .map(([key, value]) => [key, key === 'enum' ? value : forSerialization(value)]),
  );
}

const constraintKeywords = new Set([
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]);

/** Sets the ETag to the record's version, if the result has one. */
export function setEtag(reply: FastifyReply, result: unknown): void {
  const version = typeof result === 'object' && result !== null && 'version' in result ? result.version : undefined;
  if (typeof version === 'number') void reply.header('etag', `"${version}"`);
}

/** Serializes the response to a change, sets its ETag, and passes it to `store` for repeats of the request. */
export async function writeResponse(
  { endpoint, serialize }: { readonly endpoint: Endpoint; readonly serialize: (body: unknown) => string },
  reply: FastifyReply,
  result: unknown,
  store: (response: StoredResponse) => Promise<void>,
): Promise<string> {
  setEtag(reply, result);
  const responseBody = serialize(envelope(endpoint, result));
  const headers = Object.entries(reply.getHeaders()).filter(
    (header): header is [string, string] => repeatedHeaders.has(header[0]) && typeof header[1] === 'string',
  );
  await store({ responseBody, headers: Object.fromEntries(headers) });
  return responseBody;
}

/** The headers that are stored with a response and repeated with it. */
const repeatedHeaders = new Set(['etag', 'warning']);

/** Adds a `Warning` header to the response to a change without `If-Match`: it may have overwritten changes of other users. */
export function warnOfLostChanges(reply: FastifyReply): void {
  const text = 'No version was stated (If-Match): the change replaced any that was made meanwhile.';
  void reply.header('warning', `299 - "${text}"`);
}

/** Wraps a result in the response envelope. */
export function envelope({ page, successMessage: says, resultIsMessage }: Endpoint, result: unknown) {
  if (page) return result;
  if (says) return { result, message: messages[says], messageCode: says };
  return resultIsMessage ? { result, message: result } : { result };
}

/** Parses the `current` record of a conflict error by the endpoint's result schema, so that it exposes no further properties. */
export function restrictToContract({ result }: Endpoint, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.details.current === undefined) return error;
  return new ApiError(error.code, { ...error.details, current: result.parse(error.details.current) });
}
