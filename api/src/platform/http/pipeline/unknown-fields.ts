import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { requestRate } from '../../request-rate.ts';
import { unknownFields } from './input.ts';

/** Requests with unknown fields for each endpoint, since the server started. */
const requestCounts = new WeakMap<Endpoint, number>();

const maxLoggedNames = 20;

/** Anybody can send such requests, so that only some of them are logged for each endpoint; all are counted. */
const loggedRequests = requestRate(10);

/**
 * Counts body fields that the endpoint does not declare and therefore ignores, and logs ten requests with such a minute: a sign
 * of probing or of an outdated client. Logs names only, never values.
 */
export function logUnknownFields(endpoint: Endpoint, request: FastifyRequest): void {
  const names = unknownFields(endpoint, request.body);
  if (names.length === 0) return;
  const times = (requestCounts.get(endpoint) ?? 0) + 1;
  requestCounts.set(endpoint, times);
  const fields = names.slice(0, maxLoggedNames).map(loggableName);
  const name = `${endpoint.method} ${endpoint.path}`;
  if (loggedRequests.take(name) > 0) return;
  request.log.info({ endpoint: name, fields, ignored: names.length, times }, 'unknown fields ignored');
}

/** Field names are user input too: anything that does not look like an identifier is not logged. */
const loggableName = (name: string) => (/^[A-Za-z_][\w.-]{0,39}$/.test(name) ? name : '[not a name]');
