import type { FastifyInstance } from 'fastify';
import { ApiError, ensure } from '../errors.ts';
import type { Visitor } from '../http/admission/turns.ts';
import { hostOf } from '../http/hosts/hosts.ts';
import { parseRange } from './byte-range.ts';
import { type Storage, typeOfAddress } from './storage.ts';

/**
 * Serves stored files, cached by browsers without limit since a file never changes, and with a CSP that allows no
 * scripts. Supports range requests, since players read videos in parts.
 */
export function serveFiles(
  server: FastifyInstance,
  storage: Storage,
  isServedTo: (visitor: Visitor, folder: string) => Promise<boolean>,
): void {
  server.get<{ Params: { folder: string; '*': string } }>(
    '/files/:folder/*',
    async ({ params, headers, ip }, reply) => {
      ensure(await isServedTo({ host: hostOf(headers.host), address: ip }, params.folder), 'route.unknown');
      const address = `/files/${params.folder}/${params['*']}`;
      const file = await storage.find(address, parseRange(headers.range));
      ensure(file, 'route.unknown');
      void reply.header('accept-ranges', 'bytes');
      const { size, part, bytes } = file;
      if (!bytes) {
        void reply.header('content-range', `bytes */${size}`);
        throw new ApiError('file.noSuchRange');
      }
      if (part) void reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
      return reply
        .type(typeOfAddress(address))
        .headers({
          'content-length': part ? part.end - part.start + 1 : size,
          'cache-control': 'private, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}
