import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tags = new WeakMap<object, string>();

const compress = promisify(brotliCompress);
const compressed = new WeakMap<object, Promise<Buffer>>();

/**
 * Answers what stays the same until the next version: a browser keeps it for an hour, and asks then whether it still holds.
 *
 * It goes out compressed to whoever can read that, made once for everybody. Nothing else is: how well an answer with a
 * secret in it compresses tells of the secret.
 */
export async function keepable(
  request: FastifyRequest,
  reply: FastifyReply,
  result: object,
  body: unknown,
): Promise<unknown> {
  let tag = tags.get(result);
  if (!tag) tags.set(result, (tag = tagOf(result)));
  void reply.headers({ 'cache-control': 'private, max-age=3600', etag: tag, vary: 'accept-encoding' });
  if (holds(request, tag)) return reply.code(304).send();
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return body;
  let short = compressed.get(result);
  if (!short) compressed.set(result, (short = compress(JSON.stringify(body))));
  void reply.headers({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' });
  return reply.send(await short);
}

/** Answers what may change at any time, and to whoever holds it already only that it has not. */
export function stillHeld(request: FastifyRequest, reply: FastifyReply, result: object, body: unknown): unknown {
  const tag = tagOf(result);
  void reply.headers({ 'cache-control': 'private, no-cache', etag: tag });
  return holds(request, tag) ? reply.code(304).send() : body;
}

/** Whether whoever asks has named the answer that they hold, and it is this one. */
const holds = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .includes(tag);

const tagOf = (result: object) =>
  `"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22)}"`;
