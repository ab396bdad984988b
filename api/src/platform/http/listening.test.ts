import { on, once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connectionsEnded, countConnections, listenAt, startListening, stopListening } from './listening.ts';
import { createServer } from './server.ts';

const isLinux = process.platform === 'linux';

async function start(hosts: readonly string[], server = createServer()) {
  await listenAt(server, hosts, 0);
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const open = (host: string) => {
    const socket = connect({ host, port }).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { server, port, open };
}

test.runIf(isLinux)('a new connection does not wait for each of those that came before it', async () => {
  const { server, open } = await start(['127.0.0.1']);
  let turn = 0;
  const turnsOfConnections: number[] = [];
  server.server.on('connection', () => turnsOfConnections.push(turn));
  for (let index = 0; index < 100; index += 1) open('127.0.0.1');
  for (; turnsOfConnections.length < 100; turn += 1) await nextTurn();
  expect(new Set(turnsOfConnections).size).toBeLessThan(50); // one socket accepts one connection in each turn
  expect(await countConnections(server)).toBe(100);
});

test.runIf(isLinux)('a server listens at several addresses with the same limits', async () => {
  const { server, open } = await start(['127.0.0.1', '127.0.0.2'], createServer({ connectionsByAddress: 2 }));
  const connected = on(server.server, 'connection');
  const sources: unknown[] = [];
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    open(address);
    const { value } = await connected.next();
    sources.push(value![0].remoteAddress);
  }
  expect(sources).toEqual(['127.0.0.1', '127.0.0.1']);
  for (const address of ['127.0.0.1', '127.0.0.2']) await once(open(address), 'close');
});

test.runIf(isLinux)('a second server does not share the port of the first', async () => {
  const { port } = await start(['127.0.0.1']);
  const first = createServer();
  onTestFinished(() => first.close());
  await startListening(first, { host: '127.0.0.3', port });
  const second = createServer();
  onTestFinished(() => second.close());
  await expect(startListening(second, { host: '127.0.0.3', port })).rejects.toThrow('EADDRINUSE');
  await first.close();
  await startListening(second, { host: '127.0.0.3', port });
});

test.runIf(isLinux)(
  'connections have ended only after the last response, on whichever socket they were accepted',
  async () => {
    const server = createServer();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const events: string[] = [];
    server.get('/held', async () => {
      events.push('arrived');
      await released;
      return {};
    });
    server.addHook('onResponse', async () => void events.push('responded'));
    const { port } = await start(['127.0.0.1'], server);
    const statusOfHeld = async () => {
      const [response] = await once(get({ port, host: '127.0.0.1', path: '/held', agent: new Agent() }), 'response');
      response.resume();
      return response.statusCode;
    };
    const statuses = Promise.all(Array.from({ length: 8 }, statusOfHeld));
    while (events.length < 8) await nextTurn();
    stopListening(server);
    const ended = connectionsEnded(server).then(() => events.push('ended'));
    await nextTurn();
    release();
    expect(await statuses).toEqual(Array<number>(8).fill(200));
    await server.close();
    await ended;
    expect(events.slice(8)).toEqual([...Array<string>(8).fill('responded'), 'ended']);
  },
);
