import { apiAddresses } from '@storeward/contract/endpoint';
import fastifyStatic from '@fastify/static';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortalFacts } from '@storeward/contract/portal';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from './errors.ts';
import { hostOf } from './hosts.ts';
import { sendRefusal } from './server.ts';
import { sendUnknownHost } from './unknown-host.ts';

const signedOut = /^\/(login|forgot-password(\/(email|secret-word))?|resetPassword(\/[^/?]*)?)\/?($|\?)/;

/** Serves the built web app: the sign-in page as its own small page, the portal for every other address. */
export async function serveWeb(
  server: FastifyInstance,
  folder: string,
  facts: PortalFacts,
  isServed: (host: string) => Promise<boolean>,
): Promise<void> {
  const page = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').replace('__PORTAL__', () => asAttribute(facts)) : undefined;
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
    const isPage =
      request.method === 'GET' && !apiAddresses.test(request.url) && !/^[^?]*\.\w+(\?|$)/.test(request.url);
    if (!isPage || !html) return sendRefusal(reply, new Refusal('route.unknown'));
    const host = hostOf(request.headers.host);
    if (await isServed(host)) return sendPage(reply, html);
    if (request.headers.accept?.includes('text/html')) return sendUnknownHost(reply, host);
    return sendRefusal(reply, new Refusal('tenant.unknown'));
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-cache' })
    .send(html.replaceAll('__CSP_NONCE__', nonce));
}

/** JSON as it may stand between the quotes of an attribute. */
const asAttribute = (facts: PortalFacts) =>
  JSON.stringify(facts).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What a page may load and run: its own files, and styles that carry this answer's nonce; whom it may ask: its own host. */
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
