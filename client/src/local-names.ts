import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * A `fetch` for Node that knows the names below `localhost`, such as those of the demo portals: they are this machine (RFC 6761). Browsers and curl
 * know that, but many systems do not resolve them. Any other address goes to the global `fetch`.
 */
export const fetchLocalNames: typeof fetch = async (address, init) => {
  const request = new Request(address, init);
  const url = new URL(request.url);
  if (url.protocol !== 'http:' || !url.hostname.endsWith('.localhost')) return fetch(request);
  const headers = { ...Object.fromEntries(request.headers), host: url.host };
  const { method, signal } = request;
  const sent = sendRequest({
    host: '127.0.0.1',
    port: url.port || 80,
    path: url.pathname + url.search,
    method,
    headers,
    signal,
  });
  if (request.body) Readable.fromWeb(request.body as never).pipe(sent);
  else sent.end();
  const [message] = (await once(sent, 'response')) as [IncomingMessage];
  const received = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) received.append(name, value);
  const status = message.statusCode ?? 0;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>), {
    status,
    headers: received,
  });
};
