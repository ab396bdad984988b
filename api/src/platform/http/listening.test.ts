import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connectionsEnded, countConnections, startListening, stopListening } from './listening.ts';
import { createServer } from './server.ts';

async function start(host: string, server = createServer()) {
  await startListening(server, { host, port: 0 });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const open = (address: string) => {
    const socket = connect({ host: address, port }).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { server, port, open };
}

test.runIf(process.platform === 'linux')(
  'a new connection does not wait for each of those that came before it',
  async () => {
    const { server, open } = await start('127.0.0.1');
    const accepted: unknown[] = [];
    server.server.on('connection', (socket) => accepted.push(socket));
    for (let index = 0; index < 100; index += 1) open('127.0.0.1');
    let turns = 0;
    for (; accepted.length < 100; turns += 1) await nextTurn();
    expect(turns).toBeLessThan(50); // one socket accepts one connection in each turn
    expect(await countConnections(server)).toBe(100);
  },
);

test('localhost is listened at under both versions of IP, with the same limits', async () => {
  const { server, open } = await start('localhost', createServer({ connectionsByAddress: 2 }));
  for (const address of ['127.0.0.1', '::1']) {
    const connections = [open(address), open(address)];
    const isReachable = await Promise.all(connections.map((each) => once(each, 'connect'))).catch(() => undefined);
    if (!isReachable && address === '::1') continue; // this machine has no IPv6
    expect(isReachable).toHaveLength(2);
    const further = open(address);
    await once(further, 'close');
    expect(further.bytesRead).toBe(0);
  }
  expect(server.server.listening).toBe(true);
});

test('connections have ended only after the last response, on whichever socket they were accepted', async () => {
  const server = createServer();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const events: string[] = [];
  server.get('/held', async () => {
    events.push('arrived');
    await released;
    return {};
  });
  server.addHook('onResponse', async () => void events.push('responded'));
  const { port } = await start('127.0.0.1', server);
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
});
