import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../environment/environment.ts';
import { createServer } from './server.ts';
import { serveWebApp } from './web-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward-web-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
writeFileSync(join(folder, 'login.html'), '<!doctype html><title>Login</title>');
mkdirSync(join(folder, '.vite'));
writeFileSync(join(folder, '.vite/paths.json'), JSON.stringify(['/', '/users', '/user/{id}/view', '/om/']));
const server = createServer();
await serveWebApp(server, folder, defaultRuntimeConfiguration, {
  isServed: ({ host }) => Promise.resolve(host === 'kestrel.localhost'),
  isGlobal: (host) => host === 'localhost',
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const request = (host: string, headers: Record<string, string> = {}, url = '/users') =>
  server.inject({ url, headers: { host, ...headers } });

describe('hosts without a portal', () => {
  test('a browser gets an error page of its own', async () => {
    const response = await request('nobody.example:8080', browser);
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.payload).toContain('No portal is served under this name');
    expect(response.payload).toContain('<strong>nobody.example</strong>');
    const policy = String(response.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(response.payload).toContain(`<style nonce="${nonce}">`);
    expect(response.payload).not.toMatch(/src=|href=|url\(|<script|style="/);
  });

  test('the host of an empty installation says how to make its first administrator', async () => {
    const { statusCode, payload } = await request('localhost:8080', browser);
    expect([statusCode, payload]).toEqual([404, expect.stringContaining('Nobody can sign in yet')]);
    expect(payload).toContain('npm run admin -- create --username &lt;name&gt; --email &lt;address&gt;');
  });

  test('the error page shows the host name escaped', async () => {
    const { payload } = await request('<img/src=x onerror=alert(1)>', browser);
    expect(payload).toContain('<strong>&lt;img/src=x onerror=alert(1)&gt;</strong>');
    expect(payload).not.toContain('<img');
  });

  test('other clients get the error as JSON', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const response = await request('nobody.example', headers);
      expect([response.statusCode, response.json().messageCode]).toEqual([404, 'tenant.unknown']);
    }
    const endpointResponse = await request('nobody.example', browser, '/user-management/users');
    expect(endpointResponse.json()).toMatchObject({ messageCode: 'route.unknown' });
  });
});

describe('a host with a portal', () => {
  const page = '<!doctype html><title>Portal</title>';

  test.for([
    '/',
    '/?a=b',
    '/users',
    '/users/',
    '/users?size=5',
    '/user/17/view',
    '/user/17/view?tab=a/b',
    '/om',
    '/om/',
  ])('serves the web app at the path of a screen: %s', async (url) => {
    for (const headers of [browser, {}]) {
      const response = await request('kestrel.localhost', headers, url);
      expect([response.statusCode, response.payload]).toEqual([200, page]);
    }
  });

  test.for(['/', '/users', '/user/17/view', '/login', '/resetPassword/any-token', '/unknown'])(
    'answers HEAD with the status and the headers of GET, without a body: %s',
    async (url) => {
      const headers = { host: 'kestrel.localhost', ...browser };
      const [get, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map((method) => server.inject({ method, url, headers })),
      );
      const names = ['content-type', 'content-length', 'cache-control'];
      expect([head!.statusCode, ...names.map((name) => head!.headers[name])]).toEqual([
        get!.statusCode,
        ...names.map((name) => get!.headers[name]),
      ]);
      expect(head!.payload).toBe('');
    },
  );

  test.for([
    '/api',
    '/api/users',
    '/healthz',
    '/versions',
    '/user/17',
    '/user//view',
    '/users/17/view/more',
    '/users|',
  ])('answers 404 at an unknown path, to a browser with the web app, to other clients as JSON: %s', async (url) => {
    const response = await request('kestrel.localhost', browser, url);
    expect([response.statusCode, response.payload]).toEqual([404, page]);
    const other = await request('kestrel.localhost', { accept: '*/*' }, url);
    expect([other.statusCode, other.json().messageCode]).toEqual([404, 'route.unknown']);
  });
});

describe('real-user monitoring', () => {
  const pages = mkdtempSync(join(tmpdir(), 'storeward-monitored-'));
  for (const name of ['index', 'login'])
    writeFileSync(join(pages, `${name}.html`), `<!doctype html><head><title>${name}</title></head>`);
  afterAll(() => rmSync(pages, { recursive: true }));

  /** A page and its policy, with the configuration of an environment. */
  async function pageOf(environment: string, url = '/dashboard') {
    const { monitoringScript } = readEnvironment({
      ENVIRONMENT: environment,
      MONITORING_SCRIPT: 'https://rum.example.com:8443/a.js?b=1&c="',
    });
    const monitored = createServer();
    const hosts = { isServed: () => Promise.resolve(true), isGlobal: () => false, monitoringScript };
    await serveWebApp(monitored, pages, defaultRuntimeConfiguration, hosts);
    const { payload, headers } = await monitored.inject({ url, headers: { host: 'kestrel.localhost', ...browser } });
    await monitored.close();
    return { html: payload, policy: String(headers['content-security-policy']) };
  }

  test('loads the configured script in testing, for all sessions, a fifth of them as replays, with input masked', async () => {
    const { html, policy } = await pageOf('testing');
    expect(html).toContain(
      '<script async src="https://rum.example.com:8443/a.js?b=1&amp;c=%22" data-session-sample-rate="100" data-session-replay-sample-rate="20" data-mask-input="true"></script></head>',
    );
    expect(policy).toContain("script-src 'self' https://rum.example.com:8443;");
    expect(policy).toContain("connect-src 'self' https://rum.example.com:8443;");
  });

  test.for(['production', 'pre-production', 'development'])('loads no script in %s', async (environment) => {
    const { html, policy } = await pageOf(environment);
    expect(html).not.toContain('<script');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  test('loads no script on the pages without a session, whose addresses contain tokens', async () => {
    for (const url of ['/login', '/resetPassword/token']) {
      const { html, policy } = await pageOf('testing', url);
      expect(html).toContain('<title>login</title>');
      expect(html).not.toContain('<script');
      expect(policy).not.toContain('rum.example.com');
    }
  });
});
