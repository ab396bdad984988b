import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { outgoing } from './outgoing.ts';

let connections = 0;
let port: number;
const sink = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done));
  port = (sink.address() as AddressInfo).port;
});
afterAll(() => void sink.close());

// what a name leads to is what this says: another address each time it is asked, as those do who want to get in
const names = vi.hoisted(() => ({ answers: [] as ({ address: string; family: number }[] | 'silence')[] }));
vi.mock('node:dns/promises', () => {
  class Resolver {
    #found = names.answers.shift() ?? [];
    #waiting: ((error: Error) => void)[] = [];
    async #of(family: number): Promise<string[]> {
      const found = this.#found;
      if (found === 'silence') return new Promise((_, failed) => void this.#waiting.push(failed));
      return found.filter((one) => one.family === family).map(({ address }) => address);
    }
    resolve4 = () => this.#of(4);
    resolve6 = () => this.#of(6);
    cancel = () => this.#waiting.forEach((failed) => failed(new Error('cancelled')));
  }
  return { Resolver };
});

const closed = outgoing({ networks: [], ownMachine: false });
const way = (host: string) => `https://${host}:${port}/in`;

const onThisMachine =
  '127.0.0.1 localhost [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] 2130706433 0x7f000001 0177.0.0.1 127.1'.split(' ');

describe('nothing is sent', () => {
  test.for([
    '127.0.0.1',
    'localhost',
    'shop.localhost',
    'localhost.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '10.0.0.1',
    '100.64.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ])('to this machine, the network around it, or where clouds keep their secrets: %s', async (host) => {
    expect(closed.fault(way(host))).toBe('field.privateAddress');
    // tried where only this machine is meant: should the guard ever be broken, no other is asked by its test
    if (!onThisMachine.includes(host)) return;
    expect(await closed.post(way(host), {}, '{}')).toMatchObject({ answer: null, trouble: 'privateAddress' });
    expect(connections).toBe(0);
  });

  test.for([
    [[{ address: '127.0.0.1', family: 4 }]],
    [[{ address: '127.9.9.9', family: 4 }]],
    [[{ address: '::1', family: 6 }]],
    [[{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('to a name that leads there when the connection is made: %j', async ([found]) => {
    names.answers.push(found!);
    expect(closed.fault(way('shop.example.com'))).toBeUndefined();
    expect(await closed.post(way('shop.example.com'), {}, '{}')).toMatchObject({ trouble: 'privateAddress' });
    expect(connections).toBe(0);
  });

  test('to a name of which one address may be reached and another one may not', async () => {
    const out = outgoing({ networks: ['127.0.0.1'], ownMachine: false });
    const [open, shut] = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    for (const found of [
      [open!, shut!],
      [shut!, open!],
    ]) {
      names.answers.push(found);
      expect(await out.post(way('shop.example.com'), {}, '{}')).toMatchObject({ trouble: 'privateAddress' });
    }
    expect(connections).toBe(0);
  });

  test('without TLS, but to this machine while developing', () => {
    expect(closed.fault('http://shop.example.com/in')).toBe('field.webAddress');
    expect(closed.fault(`http://127.0.0.1:${port}/in`)).toBe('field.webAddress');
    const developing = outgoing({ networks: [], ownMachine: true });
    expect(developing.fault(`http://127.0.0.1:${port}/in`)).toBeUndefined();
    expect(developing.fault(`http://localhost:${port}/in`)).toBeUndefined();
    expect(developing.fault('https://10.0.0.1/in')).toBe('field.privateAddress');
  });
});

describe('an answer that is none', () => {
  const developing = outgoing({ networks: [], ownMachine: true });
  async function answering(text: string) {
    const server = createServer(
      (socket) => void socket.on('error', () => undefined).once('data', () => socket.write(text)),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    afterAll(() => void server.close());
    return `http://localhost:${(server.address() as AddressInfo).port}/in`;
  }

  test('but another way of talking is over at once', async () => {
    const url = await answering(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(await developing.post(url, {}, '{}')).toMatchObject({ answer: 101, trouble: null });
  });

  test('of anything, however long it goes on, is over after ten seconds', { timeout: 20_000 }, async () => {
    const endless = await answering('HTTP/1.1 100 Continue\r\n\r\n');
    names.answers.push('silence');
    const [sent, lost] = await Promise.all([
      developing.post(endless, {}, '{}'),
      closed.post(way('silent.example.com'), {}, '{}'),
    ]);
    for (const one of [sent, lost]) expect(one).toMatchObject({ answer: null, trouble: 'timeout' });
  });
});

test('networks that the operator names may be reached, and no others', async () => {
  const out = outgoing({ networks: ['10.20.0.0/16', '127.0.0.1', 'fd00:20::/32'], ownMachine: false });
  for (const host of ['10.20.3.4', '[fd00:20::1]', '127.0.0.1']) expect(out.fault(way(host))).toBeUndefined();
  for (const host of ['10.21.0.1', '[fd00:21::1]', '127.0.0.2'])
    expect(out.fault(way(host))).toBe('field.privateAddress');
  names.answers.push([{ address: '127.0.0.1', family: 4 }]);
  // it is no TLS that answers there
  expect((await out.post(way('till.example.com'), {}, '{}')).trouble).toMatch(/noConnection|badCertificate/);
  expect(connections).toBe(1);
});
