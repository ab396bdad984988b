import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tags = new WeakMap<object, string>();

const compress = promisify(brotliCompress);
const compressed = new WeakMap<object, Promise<Buffer>>();

/**
 * Answers what stays the same until the next version: a browser keeps it for an hour, and asks then whether it still holds.
 *
 * It goes out compressed to whoever can read that, made once for everybody. Hardly anything else is: how well an answer with
 * a secret in it compresses tells of the secret.
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

/** The least work that is worth it: these are made anew for each reader. */
const quickly = 4;
/** How short an answer has to be to travel as it is. */
const shortest = 2048;

/**
 * Answers briefly what is long and the same words over and over: what people may do, right by right. No other site can make a
 * browser ask for it, since a token goes along with no request but our own page's.
 */
export async function shortened(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  const words = JSON.stringify(body);
  void reply.header('vary', 'accept-encoding');
  if (words.length < shortest || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return body;
  void reply.headers({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' });
  return reply.send(await compress(words, { params: { [constants.BROTLI_PARAM_QUALITY]: quickly } }));
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
