import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { envelope, setEtag } from './response.ts';

const etags = new WeakMap<object, string>();

const compress = promisify(brotliCompress);
const compressed = new WeakMap<object, Promise<Buffer>>();

/** Sends the result of a read as its endpoint declares: immutable, compressed, or plain with the ETag of its version. */
export async function sendReadResult(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): Promise<unknown> {
  const body = envelope(endpoint, result);
  if (endpoint.immutable) return sendImmutable(request, reply, result as object, body);
  setEtag(reply, result);
  return endpoint.compressed ? sendCompressed(request, reply, body) : body;
}

/**
 * Sends a result that changes only with a new version of the product: cached by browsers for an hour, then revalidated by
 * ETag.
 *
 * The Brotli-compressed body is cached in memory. Other responses are not compressed by default, because the compressed
 * size of a response that contains a secret can leak the secret (BREACH).
 */
async function sendImmutable(
  request: FastifyRequest,
  reply: FastifyReply,
  result: object,
  body: unknown,
): Promise<unknown> {
  let etag = etags.get(result);
  if (!etag) etags.set(result, (etag = etagOf(result)));
  void reply.headers({ 'cache-control': 'private, max-age=3600', etag, vary: 'accept-encoding' });
  if (isNotModified(request, etag)) return reply.code(304).send();
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return body;
  let compressedBody = compressed.get(result);
  if (!compressedBody) compressed.set(result, (compressedBody = compress(JSON.stringify(body))));
  void reply.headers({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' });
  return reply.send(await compressedBody);
}

/** A fast Brotli level: these bodies are compressed per request. */
const dynamicQuality = 4;
/** Shorter bodies (characters) are sent uncompressed. */
const minCompressedLength = 2048;

/**
 * Sends a long, repetitive body compressed. Safe from BREACH, since another site cannot trigger the request: the access token
 * is sent by our own pages only.
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  const json = JSON.stringify(body);
  void reply.header('vary', 'accept-encoding');
  if (json.length < minCompressedLength || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return body;
  void reply.headers({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' });
  return reply.send(await compress(json, { params: { [constants.BROTLI_PARAM_QUALITY]: dynamicQuality } }));
}

/** Sends a result that may change at any time with an ETag, or 304 if the client's copy is current. */
export function sendRevalidated(request: FastifyRequest, reply: FastifyReply, result: object, body: unknown): unknown {
  const etag = etagOf(result);
  void reply.headers({ 'cache-control': 'private, no-cache', etag });
  return isNotModified(request, etag) ? reply.code(304).send() : body;
}

/** Whether `If-None-Match` lists this ETag; weak comparison as in RFC 9110, 13.1.2. */
const isNotModified = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((value) => value.trim().replace(/^W\//, ''))
    .includes(etag);

const etagOf = (result: object) =>
  `"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22)}"`;
