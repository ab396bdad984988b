import fastifyStatic from '@fastify/static';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';
import { hostOf } from './hosts.ts';
import { sendRefusal } from './server.ts';

const apiPrefix =
  /^\/(user-management|node-management|role-management|module-management|product-management|transaction-management-common|common|[a-z0-9]+-config|notfication|notification|audit|files|health|metrics|openapi\.json|docs|dev)(\/|$|\?)/;
const signedOut = /^\/login\/?($|\?)/;

/** Serves the built web app: the sign-in page as its own small page, the portal for every other address. */
export async function serveWeb(
  server: FastifyInstance,
  folder: string,
  isServed: (host: string) => Promise<boolean>,
): Promise<void> {
  const page = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const pages = { portal: page('index.html'), signIn: page('login.html') };

  if (pages.portal) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '.vite/**'],
      setHeaders(reply, path) {
        // named by their content, so they never change; the few with fixed names are asked for again
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
      },
    });
  }
  server.setNotFoundHandler(async (request, reply) => {
    const html = signedOut.test(request.url) ? pages.signIn : pages.portal;
    const isPage = request.method === 'GET' && !apiPrefix.test(request.url) && !/^[^?]*\.\w+(\?|$)/.test(request.url);
    if (!isPage || !html) return sendRefusal(reply, new Refusal('route.unknown'));
    if (!(await isServed(hostOf(request.headers.host)))) return sendRefusal(reply, new Refusal('tenant.unknown'));
    return sendPage(request, reply, html);
  });
}

function sendPage(_request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-cache' })
    .send(html.replaceAll('__CSP_NONCE__', nonce));
}

/** What a page may load and run: its own files, and styles that carry this answer's nonce. */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
