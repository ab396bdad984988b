import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Endpoints, requiredPermissions } from '@storeward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { version } from '../../version.ts';
import { openApi } from './openapi.ts';

const require = createRequire(import.meta.url);

const script = 'text/javascript; charset=utf-8';
const stylesheet = 'text/css; charset=utf-8';

const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
});
`;

/** Swagger UI has no inline script or style; its icons are data URLs, and it requests this server only. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the description of the API at /openapi.json and as a page at /docs. */
export function serveDocumentation(server: FastifyInstance, domains: Readonly<Record<string, Endpoints>>): void {
  let document: Promise<string> | undefined; // generated on demand, to keep the start fast
  server.get('/openapi.json', async (_request, reply) => {
    document ??= openApi(domains, version).then((description) => JSON.stringify(description));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  server.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(documentationPage(domains)),
  );
  const asset = (path: string, type: string, content: () => string | Buffer) =>
    server.get(path, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content()),
    );
  asset('/docs/swagger-ui.css', stylesheet, () => readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css')));
  asset('/docs/swagger-ui-bundle.js', script, () =>
    readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  );
  asset('/docs/start.js', script, () => startScript);
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page of Swagger UI; without scripts it lists all endpoints. */
function documentationPage(domains: Readonly<Record<string, Endpoints>>): string {
  const sections = Object.entries(domains).map(([domain, endpoints]) => {
    const rows = Object.values(endpoints).map((endpoint) => {
      const required = requiredPermissions(endpoint);
      const access = required
        ? required.names.join(required.mode === 'all' ? ' and ' : ' or ')
        : endpoint.allow === 'anyone'
          ? 'anyone'
          : 'anyone signed in';
      return `<tr><td><code>${endpoint.method}</code></td><td><code>${escaped(endpoint.path)}</code></td><td>${escaped(endpoint.summary)}</td><td>${escaped(access)}</td></tr>`;
    });
    return `<h2>${escaped(domain)}</h2><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Storeward API</title><link rel="stylesheet" href="/docs/swagger-ui.css"><script src="/docs/swagger-ui-bundle.js" defer></script><script src="/docs/start.js" defer></script></head><body><div id="api"></div><noscript><h1>Storeward API</h1><p>The full description is at <a href="/openapi.json">/openapi.json</a>.</p>${sections.join('')}</noscript></body></html>`;
}
