import { createRequire } from 'node:module';
import type { Endpoint } from '@storeward/contract/endpoint';
import { messages } from '@storeward/contract/errors';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from './errors.ts';

const require = createRequire(import.meta.url);

type Json = Record<string, unknown>;

/** The shape of a door's answer, as JSON Schema: the contract's result in its envelope. */
export function answerSchema(endpoint: Endpoint): Json {
  const { $schema: _, ...result } = z.toJSONSchema(endpoint.result, { io: 'output', unrepresentable: 'any' }) as Json;
  const properties = endpoint.page
    ? {
        result: { type: 'array', items: result },
        total: { type: 'integer' },
        totalIsEstimate: { type: 'boolean' },
        next: { type: 'string' },
      }
    : {
        result,
        ...(endpoint.says ? { message: { type: 'string' }, messageCode: { type: 'string' } } : {}),
        ...(endpoint.resultIsMessage ? { message: result } : {}),
      };
  return {
    type: 'object',
    properties,
    required: endpoint.page ? ['result', 'total'] : ['result'],
    additionalProperties: false,
  };
}

/** Writes a door's answer and nothing that its contract does not promise. It is made with the first answer: a start has no time for it. */
export function answerWriter(endpoint: Endpoint): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    if (!write) {
      const build = require('fast-json-stringify') as typeof import('fast-json-stringify').default;
      write = build(serialisable(answerSchema(endpoint)) as Json);
    }
    return write(answer);
  };
}

/**
 * The same shape for the serialiser, which only has to know what to write: rules that a value was already held to are
 * left out, and "this or null" becomes one type, so that nothing is checked again for every row.
 */
function serialisable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(serialisable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as Json & { anyOf?: readonly Json[] };
  const other = anyOf?.filter(({ type }) => type !== 'null');
  if (anyOf && other?.length === 1 && anyOf.length === 2)
    return { ...(serialisable({ ...rest, ...other[0] }) as Json), nullable: true };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(unneeded.has(key) && typeof value !== 'object'))
      .map(([key, value]) => [key, key === 'enum' ? value : serialisable(value)]),
  );
}

const unneeded = new Set(['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']);

/** Tells which version of a record an answer shows. */
export function mark(reply: FastifyReply, result: unknown): void {
  const version = typeof result === 'object' && result !== null && 'version' in result ? result.version : undefined;
  if (typeof version === 'number') void reply.header('etag', `"${version}"`);
}

/** What stands around a result. */
export function enveloped({ page, says, resultIsMessage }: Endpoint, result: unknown) {
  if (page) return result;
  if (says) return { result, message: messages[says], messageCode: says };
  return resultIsMessage ? { result, message: result } : { result };
}

/** A refusal that shows the record as it stands tells no more of it than the door's answer would. */
export function promisedOnly({ result }: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.details.current === undefined) return error;
  return new Refusal(error.code, { ...error.details, current: result.parse(error.details.current) });
}
