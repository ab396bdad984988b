import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser } from '../../../test/builders.ts';
import { startTestServer, type TestServerOptions } from '../../../test/server.ts';
import { startListening } from './listening.ts';

/** A server with short limits on a port of its own, and a user of it. */
async function start(options: TestServerOptions) {
  const server = await startTestServer(options);
  await startListening(server.app, { port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const organisation = await createOrganisation(server);
  const newClient = async (node = organisation) => createClient(server, await createUser(server, { node }));
  const newOrganisation = () => createOrganisation(server);
  afterAll(() => sockets.forEach((socket) => socket.destroy())); // before the server waits for them
  return { server, port, newClient, newOrganisation, client: await newClient() };
}

const sockets: Socket[] = [];

/** Sends text on a separate connection; `answer` is what the server has sent when it closes the connection. */
function send(port: number, text: string) {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  sockets.push(socket);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const response = new Promise<string>((resolve) =>
    socket.on('close', () => resolve(Buffer.concat(chunks).toString())),
  );
  socket.write(text);
  return { socket, response };
}

const head = (client: ApiClient, line: string, headers: readonly string[]) =>
  [line, `host: ${client.host}`, `authorization: Bearer ${client.token}`, ...headers, '', ''].join('\r\n');

/** An upload of a table of which only the beginning is sent. */
const begunUpload = (client: ApiClient) =>
  `${head(client, 'POST /node-management/imports?fileName=a.csv HTTP/1.1', ['content-type: text/csv', 'content-length: 5000', 'connection: close'])}type,code`;

const upload = (client: ApiClient) =>
  client.post('/node-management/imports?fileName=b.csv', 'type,code,name,parentCode\nSTORE,A,A,B\n', {
    'content-type': 'text/csv',
  });

const tooSlow = /^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"messageCode":"input.tooSlow"/;

/** So long that only the limit that a test shortens ends its request before the test's own time is over. */
const long = {
  headerSeconds: 600,
  bodySeconds: 600,
  stalledSeconds: 600,
  requestSeconds: 600,
  idleConnectionSeconds: 600,
};

const begunChange = (client: ApiClient) =>
  `${head(client, 'PUT /user-management/users/x HTTP/1.1', ['content-type: application/json', 'content-length: 900'])}{"firstName":"`;

test('a request is refused when its headers do not end', async () => {
  const { port } = await start({ ...long, headerSeconds: 1 });
  expect(await send(port, 'GET / HTTP/1.1\r\nhost: a').response).toMatch(tooSlow);
});

test.for(['bodySeconds', 'requestSeconds'] as const)(
  'a request is refused when its body arrives too slowly: %s',
  async (limit) => {
    const { port, client } = await start({ ...long, [limit]: 3 });
    const { socket, response } = send(port, begunChange(client));
    const drip = setInterval(() => socket.write('x'), 100);
    expect(await response).toMatch(tooSlow);
    clearInterval(drip);
  },
);

test('a body is refused although nothing waits for it: of a read, and of a request that has been refused', async () => {
  const { port, client } = await start({ ...long, bodySeconds: 3 });
  const content = ['content-type: text/html', 'content-length: 900'];
  for (const line of ['GET /user-management/users HTTP/1.1', 'PUT /user-management/users/x HTTP/1.1']) {
    const { socket, response } = send(port, `${head(client, line, content)}x`);
    const drip = setInterval(() => socket.write('x'), 100);
    expect(await response).toMatch(/^HTTP\/1\.1 (?:200|408|415) /);
    clearInterval(drip);
  }
});

test('an upload may take longer than another body', async () => {
  const { port, client } = await start({ ...long, bodySeconds: 1 });
  const { socket, response } = send(port, begunUpload(client));
  const drip = setInterval(() => socket.write('x'), 100);
  const slowChange = send(port, begunChange(client));
  expect(await slowChange.response).toMatch(tooSlow);
  clearInterval(drip);
  socket.write('x'.repeat(5000));
  expect(await response).toMatch(/^HTTP\/1\.1 (?:200|400) /);
});

test('an upload is refused when it arrives byte by byte', async () => {
  const { port, client } = await start({ ...long, stalledSeconds: 1 });
  const { socket, response } = send(port, begunUpload(client));
  const drip = setInterval(() => socket.write('x'), 100);
  expect(await response).toMatch(tooSlow);
  clearInterval(drip);
});

test('a connection is closed when no further request follows', async () => {
  const { port } = await start({ ...long, idleConnectionSeconds: 1 });
  const response = await send(port, 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n').response;
  expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*keep-alive: timeout=1\r/i);
});

describe('a request that stalls', async () => {
  const { server, port, client } = await start({ ...long, stalledSeconds: 1, uploadsByUser: 1 });

  test('is refused when its body does not go on', async () => {
    expect(await send(port, begunChange(client)).response).toMatch(tooSlow);
  });

  test('is refused when its upload stalls, and the next upload takes its place', async () => {
    expect(await send(port, begunUpload(client)).response).toMatch(tooSlow);
    expect((await upload(client)).status).toBe(200);
    expect(readdirSync(join(server.filesFolder, '../uploads'))).toEqual([]);
  });

  test('is closed without an answer when nothing is sent at all', async () => {
    expect(await send(port, '').response).toMatch(/^$|408/);
  });
});

test('a large body without a valid token is refused before it is read', async () => {
  const { port, client } = await start(long);
  const content = ['content-type: application/json', 'connection: close'];
  const put = (token: string, framing: string) =>
    send(port, head({ ...client, token }, 'PUT /user-management/users/x HTTP/1.1', [...content, framing]));
  for (const framing of ['content-length: 65537', 'transfer-encoding: chunked'])
    expect(await put('expired', framing).response).toMatch(/^HTTP\/1\.1 401 [\s\S]*"messageCode":"session.expired"/);
  const { socket, response } = put(client.token, 'transfer-encoding: chunked');
  socket.write('2\r\n{}\r\n0\r\n\r\n');
  expect(await response).toMatch(/^HTTP\/1\.1 400 [\s\S]*"messageCode":"input.invalid"/);
});

test('a body for a host without a portal is refused before it is read', async () => {
  const { port, client } = await start(long);
  const content = ['content-type: application/json', 'connection: close', 'content-length: 900'];
  const signIn = (host: string) =>
    send(port, head({ ...client, host }, 'POST /user-management/login HTTP/1.1', content));
  expect(await signIn('nobody.example').response).toMatch(/^HTTP\/1\.1 404 [\s\S]*"messageCode":"tenant.unknown"/);
  const { socket, response } = signIn(client.host);
  socket.write('{'.padEnd(900));
  expect(await response).toMatch(/^HTTP\/1\.1 400 [\s\S]*"messageCode":"input.malformed"/);
});

test('a further connection of an address is closed, unless it is a proxy’s; one that ends makes room', async () => {
  const health = 'GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
  for (const trustProxy of [[], ['127.0.0.0/8']]) {
    const { port } = await start({ ...long, connectionsByAddress: 2, trustProxy });
    const held = [send(port, 'GET'), send(port, 'GET')];
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    expect(await send(port, health).response).toMatch(trustProxy.length === 0 ? /^$/ : /^HTTP\/1\.1 200 /);
    held[0]!.socket.destroy();
    await vi.waitFor(async () => expect(await send(port, health).response).toMatch(/^HTTP\/1\.1 200 /));
  }
});

describe('uploads in progress', async () => {
  const { port, newClient, newOrganisation, client } = await start({
    uploadsByUser: 2,
    uploadsByOrganisation: 3,
    uploadsInAll: 4,
  });
  /** Begins one upload more than allowed; resolves to the response to the excess one. */
  const errorOf = async (count: number, sender: ApiClient) => {
    const responses = Array.from({ length: count }, () => send(port, begunUpload(sender)).response);
    const response = await Promise.race(responses);
    return [/ (\d+) /, /"messageCode":"(.*?)"/, /retry-after: (\d+)/].map((part) => part.exec(response)?.[1]);
  };

  test('are limited for a user, for an organisation and in all, and one that ends makes room', async () => {
    const [colleague, stranger] = [await newClient(), await newClient(await newOrganisation())];
    expect(await errorOf(3, client)).toEqual(['429', 'upload.tooMany', '5']);
    expect(await errorOf(2, colleague)).toEqual(['429', 'upload.tooMany', '5']);
    expect(await errorOf(2, stranger)).toEqual(['503', 'service.busy', '5']);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await upload(client)).status).toBe(200));
  });
});
