import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tags = new WeakMap<object, string>();

/** An answer that stays the same until the next version: a browser keeps it for an hour, and asks then whether it still holds. */
export function keepable(request: FastifyRequest, reply: FastifyReply, result: object): 'same' | 'changed' {
  let tag = tags.get(result);
  if (!tag) tags.set(result, (tag = tagOf(result)));
  void reply.headers({ 'cache-control': 'private, max-age=3600', etag: tag });
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(tag) ? 'same' : 'changed';
}

const tagOf = (result: object) =>
  `"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22)}"`;
