import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostTls } from './tls-fixture.ts';
import { afterFile } from './after-file.ts';

type ReceivedRequest = { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] };
type Responder = (request: ReceivedRequest & { readonly body: string }, response: ServerResponse) => void;

/** Starts a server with TLS on loopback that responds as the given function does. */
export async function startTlsServer(respond: Responder) {
  const requests: (ReceivedRequest & { readonly body: string })[] = [];
  const server = createServer(localhostTls, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body });
      respond(requests.at(-1)!, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `https://localhost:${port}`, requests };
}

export const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const salesforceClient = { id: 'kestrel', secret: 'the secret of the client' };

/** Starts a server with the token endpoint of Salesforce B2C Commerce, and the site `KestrelGB` of its Shop API. */
export const startSalesforce = () =>
  startTlsServer(({ method, url, headers, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'https://localhost');
    if (method === 'GET' && pathname.startsWith('/s/'))
      return pathname === '/s/KestrelGB/dw/shop/v24_5/site' && searchParams.get('client_id') === salesforceClient.id
        ? json(response, 200, { _type: 'site', id: 'KestrelGB' })
        : json(response, 404, { fault: { type: 'SiteNotFoundException' } });
    if (method !== 'POST' || pathname !== '/dw/oauth2/access_token') return void response.writeHead(404).end();
    const [id, secret] = Buffer.from((headers.authorization ?? '').slice(6), 'base64')
      .toString()
      .split(':');
    if (id !== salesforceClient.id || secret !== encodeURIComponent(salesforceClient.secret))
      return json(response, 401, { error: 'invalid_client' });
    const grantType = new URLSearchParams(body).get('grant_type');
    if (grantType === 'client_credentials') return json(response, 200, { access_token: 'a token', expires_in: 1799 });
    return json(response, 400, {
      error: grantType === 'refresh_token' ? 'unsupported_grant_type' : 'invalid_grant',
    });
  });
