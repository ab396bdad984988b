import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { unasked } from './input.ts';

/** How often each door was sent fields that it never asked for, since the start. */
const timesAt = new WeakMap<Endpoint, number>();

const mostNamed = 20;

/**
 * Counts and logs that fields were left aside which a door does not know: who tries what a form does not offer, or which
 * program is older than the door. Only their names are told, never what stood in them.
 */
export function noteLeftAside(endpoint: Endpoint, request: FastifyRequest): void {
  const names = unasked(endpoint, request.body);
  if (names.length === 0) return;
  const times = (timesAt.get(endpoint) ?? 0) + 1;
  timesAt.set(endpoint, times);
  const fields = names.slice(0, mostNamed).map(nameable);
  const { method, path } = endpoint;
  request.log.info({ door: `${method} ${path}`, fields, left: names.length, times }, 'fields left aside');
}

/** A name is somebody's words too: one that is none of a field is not repeated. */
const nameable = (name: string) => (/^[A-Za-z_][\w.-]{0,39}$/.test(name) ? name : '[not a name]');
