import { apiPathPattern } from '@storeward/contract/endpoint';
import fastifyStatic from '@fastify/static';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitoring } from '@storeward/contract/limits';
import type { RuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Visitor } from './admission/turns.ts';
import { hostOf } from './hosts/hosts.ts';
import { sendApiError } from './server.ts';
import { sendUnknownHost } from './hosts/unknown-host.ts';

/** Written by the build of the web app. */
const pathsFile = '.vite/paths.json';

const signedOutPaths =
  /^\/(login|forgot-password(\/(email|secret-word))?|(resetPassword|confirmEmail)(\/[^/?]*)?)\/?($|\?)/;

/** Properties of a host name: whether it has a portal, and whether it is the platform's own. */
type Hosts = {
  readonly isServed: (visitor: Visitor) => Promise<boolean>;
  readonly isGlobal: (host: string) => boolean;
};

/**
 * Serves the built web app: login.html for the signed-out paths, index.html for its screens, and to browsers as the screen for
 * unknown paths, with status 404.
 */
export async function serveWebApp(
  server: FastifyInstance,
  folder: string,
  configuration: RuntimeConfiguration,
  { isServed, isGlobal, monitoringScript }: Hosts & { readonly monitoringScript?: string | undefined },
): Promise<void> {
  const page = (name: string) => {
    const file = join(folder, name);
    return existsSync(file)
      ? readFileSync(file, 'utf8').replace('__PORTAL__', () => asAttribute(configuration))
      : undefined;
  };
  const monitor = monitoringScript === undefined ? undefined : monitoringTag(monitoringScript);
  const isScreen = screenMatcher(join(folder, pathsFile));
  const pages = {
    portal: page('index.html')?.replace('</head>', () => `${monitor?.tag ?? ''}</head>`),
    // without monitoring: addresses of these pages contain tokens of mailed links
    signIn: page('login.html'),
  };

  if (pages.portal) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '.vite/**'],
      setHeaders(reply, path) {
        // assets have content hashes in their names; the few files with fixed names are revalidated
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
      },
    });
  }
  server.setNotFoundHandler(async (request, reply) => {
    const html = signedOutPaths.test(request.url) ? pages.signIn : pages.portal;
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !apiPathPattern.test(request.url) &&
      !/^[^?]*\.\w+(\?|$)/.test(request.url);
    if (!isPage || !html) return sendApiError(reply, new ApiError('route.unknown'));
    const host = hostOf(request.headers.host);
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    if (!(await isServed({ host, address: request.ip })))
      return isBrowser
        ? sendUnknownHost(reply, host, isGlobal(host))
        : sendApiError(reply, new ApiError('tenant.unknown'));
    const origin = html === pages.portal ? monitor?.origin : undefined;
    if (html === pages.signIn || isScreen(request.url)) return sendPage(reply, html, origin);
    return isBrowser ? sendPage(reply.status(404), html, origin) : sendApiError(reply, new ApiError('route.unknown'));
  });
}

/** Whether a URL is that of a screen; its path may end with a slash. */
function screenMatcher(file: string): (url: string) => boolean {
  if (!existsSync(file)) return () => false;
  const paths = JSON.parse(readFileSync(file, 'utf8')) as string[];
  const patterns = paths.map((path) => path.replaceAll(/^\/|\/$/g, '').replaceAll(/\{\w+\}/g, '[^/]+'));
  const pattern = new RegExp(`^/(?:${patterns.join('|')})/?$`);
  return (url) => pattern.test(url.split('?', 1)[0]!);
}

/** The element that loads a real-user-monitoring script, and the origin that the script comes from and reports to. */
function monitoringTag(address: string): { tag: string; origin: string } {
  const { href, origin } = new URL(address);
  const settings = Object.entries(monitoring).map(
    ([name, value]) => `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return { tag: `<script async src="${escapeAttribute(href)}" ${settings.join(' ')}></script>`, origin };
}

function sendPage(reply: FastifyReply, html: string, monitoringOrigin: string | undefined): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': pagePolicy(nonce, monitoringOrigin), 'cache-control': 'no-cache' })
    .send(html.replaceAll('__CSP_NONCE__', nonce));
}

/** JSON escaped for a quoted HTML attribute. */
const asAttribute = (configuration: RuntimeConfiguration) => escapeAttribute(JSON.stringify(configuration));

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The Content-Security-Policy of a page: own files only, inline styles by nonce, connections to its own host; and a monitor's. */
const pagePolicy = (nonce: string, monitoringOrigin = '') =>
  [
    "default-src 'self'",
    `script-src 'self' ${monitoringOrigin}`.trim(),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${monitoringOrigin}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
