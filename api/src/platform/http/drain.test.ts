import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { drain } from './drain.ts';
import { startListening } from './listening.ts';
import { createServer } from './server.ts';

/** A server that answers /held when it is released, and a client with connections that it keeps. */
async function startServer() {
  const server = createServer();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  server.get('/now', () => ({}));
  server.get('/held', async () => {
    arrived.resolve();
    await released;
    return {};
  });
  await startListening(server, { host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const request = async (path: string, agent: Agent) => {
    const [response] = await once(get({ port, host: '127.0.0.1', path, agent }), 'response');
    response.resume();
    await once(response, 'end');
    return [response.statusCode, response.headers.connection];
  };
  return { server, request, release, arrived: arrived.promise };
}

test('a draining server refuses new connections, and answers on open ones a last time', async () => {
  const { server, request, release, arrived } = await startServer();
  const [kept, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  expect(await request('/now', kept)).toEqual([200, 'keep-alive']);
  const held = request('/held', busy);
  await arrived;
  const drained = drain(server);
  await expect(request('/now', new Agent())).rejects.toThrow('ECONNREFUSED');
  expect(await request('/now', kept)).toEqual([200, 'close']);
  release();
  expect(await held).toEqual([200, 'close']);
  await drained;
  await server.close();
});

test('a server without connections is drained at once, and can be closed', async () => {
  const { server } = await startServer();
  await drain(server);
  await server.close();
  expect(server.server.listening).toBe(false);
});
