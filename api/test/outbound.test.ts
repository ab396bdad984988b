import { createServer, type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOrganisation, createUser, type ApiClient, insertRow, createClient } from './builders.ts';
import { allEndpoints, sampleRequest } from './endpoints.ts';
import { newId } from '../src/platform/database/ids.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer({ recoveryMails: 10_000, addressTries: 1_000_000, signInTries: 1_000_000 });
let client: ApiClient;
let connections = 0;
let port: number;

/** Records all outbound connections of this process by intercepting socket creation. */
const out = vi.spyOn(Socket.prototype, 'connect');
const outbound = () =>
  out.mock.calls.flatMap((args) => {
    const [first] = args as unknown[];
    const { host = '', port: to = first } = (Array.isArray(first) ? first[0] : first) as {
      host?: string;
      port?: number;
    };
    const target = `${host}:${String(to)}`;
    return target.includes('.s.PGSQL.') || to === Number(new URL(testServer.appUrl).port) ? [] : [target]; // the database
  });

const sink = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  client = await createClient(testServer, await createUser(testServer, { node: await createOrganisation(testServer) }));
  await new Promise<void>((done) => sink.listen(0, done));
  port = (sink.address() as AddressInfo).port;
});

afterAll(() => void sink.close());

/** URLs of loopback, private networks and cloud metadata services. */
const addresses = () =>
  [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    'localtest.me',
  ].flatMap((host) => [`http://${host}:${port}/x.png`, `//${host}:${port}/x.png`, `${host}:${port}`]);

/** Copies of a value, each with one of its strings replaced. */
function replaced(value: unknown, by: string): unknown[] {
  if (typeof value === 'string' || value === null) return [by];
  if (Array.isArray(value)) return [[by], ...value.flatMap((part) => replaced(part, by).map((one) => [one]))];
  if (typeof value !== 'object' || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => replaced(part, by).map((one) => ({ ...value, [key]: one })));
}

test('no URL in any user input leads to an outbound connection', async () => {
  let tried = 0;
  for (const namedEndpoint of allEndpoints.filter(({ endpoint }) => endpoint.body)) {
    const { body, ...sample } = sampleRequest(namedEndpoint, client.user, client);
    for (const [index, address] of addresses().entries()) {
      const bodies = replaced(body, address);
      const one = bodies[index % bodies.length];
      if (one === undefined) continue;
      tried += 1;
      await testServer.request({ ...sample, host: client.host, token: client.token, body: one });
    }
  }
  for (const address of addresses()) {
    const value = encodeURIComponent(address);
    tried += 2;
    await client.get(`/common/getPreSignedUrl?key=${value}.png&bucket=${value}`);
    await client.get(`/node-management/node-theme?host=${value}`);
    await client.post('/common/uploadfile', Buffer.from(`<svg><image href="${address}"/></svg>`), {
      'content-type': 'image/svg+xml',
    });
  }
  expect(tried).toBeGreaterThan(500);
  expect(connections).toBe(0);
  expect(outbound()).toEqual([]);
});

test('an external image URL that is already stored in a theme is neither fetched nor returned', async () => {
  const org = await createOrganisation(testServer);
  for (const address of addresses().slice(0, 3))
    await insertRow(testServer, 'setting_values', {
      id: newId(),
      org_id: org.id,
      node_id: org.id,
      tpath: org.tpath,
      section: 'theme',
      field: 'logoURL',
      value: JSON.stringify(address),
      valid_from: '2026-01-01T00:00:00Z',
      ended_date: address.startsWith('http') ? null : '2026-01-02T00:00:00Z',
    });
  const response = await testServer.request({ url: '/node-management/node-theme', host: org.host });
  expect((response.body.result as { logoURL: unknown }).logoURL).toBeNull();
  expect(connections).toBe(0);
});

test('the test detects an outbound connection', async () => {
  await fetch(`http://127.0.0.1:${port}/x.png`).catch(() => undefined);
  expect(connections).toBe(1);
  expect(outbound()).toEqual([`127.0.0.1:${port}`]);
});
