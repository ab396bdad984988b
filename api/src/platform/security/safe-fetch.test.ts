import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type SafeFetch, safeFetch } from './safe-fetch.ts';

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

// a mocked resolver with different addresses for each query, as in DNS rebinding attacks
const names = vi.hoisted(() => ({ responses: [] as ({ address: string; family: number }[] | 'silence')[] }));
vi.mock('node:dns/promises', () => {
  class Resolver {
    #result = names.responses.shift() ?? [];
    #waiting: ((error: Error) => void)[] = [];
    async #of(family: number): Promise<string[]> {
      const result = this.#result;
      if (result === 'silence') return new Promise((_, failed) => void this.#waiting.push(failed));
      return result.filter((one) => one.family === family).map(({ address }) => address);
    }
    resolve4 = () => this.#of(4);
    resolve6 = () => this.#of(6);
    cancel = () => this.#waiting.forEach((failed) => failed(new Error('cancelled')));
  }
  return { Resolver };
});

const strict = safeFetch({ networks: [], allowLoopback: false });
const urlOf = (host: string) => `https://${host}:${port}/in`;

const loopbackHosts =
  '127.0.0.1 localhost [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] 2130706433 0x7f000001 0177.0.0.1 127.1'.split(' ');

describe('blocked requests', () => {
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
  ])('sends nothing to loopback, private or cloud metadata addresses: %s', async (host) => {
    expect(strict.addressError(urlOf(host))).toBe('field.privateAddress');
    // really sent for loopback only, so that a broken guard would not contact other machines
    if (!loopbackHosts.includes(host)) return;
    expect(await strict.post(urlOf(host), {}, '{}')).toMatchObject({ status: null, error: 'privateAddress' });
    expect(connections).toBe(0);
  });

  test.for([
    [[{ address: '127.0.0.1', family: 4 }]],
    [[{ address: '127.9.9.9', family: 4 }]],
    [[{ address: '::1', family: 6 }]],
    [[{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('sends nothing to a name that resolves to such an address at the time of the request: %j', async ([result]) => {
    names.responses.push(result!);
    expect(strict.addressError(urlOf('shop.example.com'))).toBeUndefined();
    expect(await strict.post(urlOf('shop.example.com'), {}, '{}')).toMatchObject({ error: 'privateAddress' });
    expect(connections).toBe(0);
  });

  test('sends nothing to a name with one allowed and one blocked address', async () => {
    const out = safeFetch({ networks: ['127.0.0.1'], allowLoopback: false });
    const [open, shut] = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    for (const result of [
      [open!, shut!],
      [shut!, open!],
    ]) {
      names.responses.push(result);
      expect(await out.post(urlOf('shop.example.com'), {}, '{}')).toMatchObject({ error: 'privateAddress' });
    }
    expect(connections).toBe(0);
  });

  test('sends nothing without TLS, except to loopback in development', () => {
    expect(strict.addressError('http://shop.example.com/in')).toBe('field.webAddress');
    expect(strict.addressError(`http://127.0.0.1:${port}/in`)).toBe('field.webAddress');
    const developing = safeFetch({ networks: [], allowLoopback: true });
    expect(developing.addressError(`http://127.0.0.1:${port}/in`)).toBeUndefined();
    expect(developing.addressError(`http://localhost:${port}/in`)).toBeUndefined();
    expect(developing.addressError('https://10.0.0.1/in')).toBe('field.privateAddress');
  });
});

describe('incomplete responses', () => {
  const developing = safeFetch({ networks: [], allowLoopback: true });
  async function answering(text: string, { ends = false } = {}) {
    const server = createServer(
      (socket) =>
        void socket.on('error', () => undefined).once('data', () => (ends ? socket.end(text) : socket.write(text))),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    afterAll(() => void server.close());
    return `http://localhost:${(server.address() as AddressInfo).port}/in`;
  }

  test('a protocol upgrade ends the request at once', async () => {
    const url = await answering(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(await developing.post(url, {}, '{}')).toMatchObject({ status: 101, error: null });
  });

  test.for([
    ['is cut off', 'Content-Length: 1000\r\n\r\nfine'],
    ['has broken chunks', 'Transfer-Encoding: chunked\r\n\r\nZZ\r\n'],
  ])('the status is the result although the body %s, unless the whole body is needed', async ([, rest]) => {
    const url = await answering(`HTTP/1.1 200 OK\r\n${rest}`, { ends: true });
    expect(await developing.post(url, {}, '{}')).toMatchObject({ status: 200, error: null });
    const whole = await developing.request(url, { method: 'GET', headers: {} });
    expect(whole).toMatchObject({ status: null, error: 'noConnection', body: '' });
  });

  test('a request ends at its time limit, however slowly the response arrives', async () => {
    const [developing, strict] = [true, false].map((allowLoopback) =>
      safeFetch({ networks: [], allowLoopback, timeoutSeconds: 1 }),
    ) as [SafeFetch, SafeFetch];
    const endless = await answering('HTTP/1.1 100 Continue\r\n\r\n');
    names.responses.push('silence');
    const [sent, lost] = await Promise.all([
      developing.post(endless, {}, '{}'),
      strict.post(urlOf('silent.example.com'), {}, '{}'),
    ]);
    for (const one of [sent, lost]) expect(one).toMatchObject({ status: null, error: 'timeout' });
  });
});

test('networks that the operator allows can be reached, and no others', async () => {
  const out = safeFetch({ networks: ['10.20.0.0/16', '127.0.0.1', 'fd00:20::/32'], allowLoopback: false });
  for (const host of ['10.20.3.4', '[fd00:20::1]', '127.0.0.1']) expect(out.addressError(urlOf(host))).toBeUndefined();
  for (const host of ['10.21.0.1', '[fd00:21::1]', '127.0.0.2'])
    expect(out.addressError(urlOf(host))).toBe('field.privateAddress');
  names.responses.push([{ address: '127.0.0.1', family: 4 }]);
  // the test server does not speak TLS
  expect((await out.post(urlOf('till.example.com'), {}, '{}')).error).toMatch(/noConnection|badCertificate/);
  expect(connections).toBe(1);
});
