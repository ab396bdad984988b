import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { unknownFields } from './input.ts';

/** Requests with unknown fields for each endpoint, since the server started. */
const requestCounts = new WeakMap<Endpoint, number>();

const maxLoggedNames = 20;

/**
 * Counts and logs body fields that the endpoint does not declare and therefore ignores: a sign of probing or of an outdated
 * client. Logs names only, never values.
 */
export function logUnknownFields(endpoint: Endpoint, request: FastifyRequest): void {
  const names = unknownFields(endpoint, request.body);
  if (names.length === 0) return;
  const times = (requestCounts.get(endpoint) ?? 0) + 1;
  requestCounts.set(endpoint, times);
  const fields = names.slice(0, maxLoggedNames).map(loggableName);
  const { method, path } = endpoint;
  request.log.info({ endpoint: `${method} ${path}`, fields, ignored: names.length, times }, 'unknown fields ignored');
}

/** Field names are user input too: anything that does not look like an identifier is not logged. */
const loggableName = (name: string) => (/^[A-Za-z_][\w.-]{0,39}$/.test(name) ? name : '[not a name]');
