import { createServer, type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anOrganisation, aUser, type Caller, insert, signedIn } from './builders.ts';
import { doors, sampleOf } from './doors.ts';
import { newId } from '../src/platform/ids.ts';
import { aServer } from './server.ts';

const house = await aServer({ recoveryMails: 10_000, addressTries: 1_000_000, signInTries: 1_000_000 });
let caller: Caller;
let connections = 0;
let port: number;

/** Every way out of this process, wherever it leads: listened to where all of them begin. */
const out = vi.spyOn(Socket.prototype, 'connect');
const ways = () =>
  out.mock.calls.flatMap((args) => {
    const [first] = args as unknown[];
    const { host = '', port: to = first } = (Array.isArray(first) ? first[0] : first) as {
      host?: string;
      port?: number;
    };
    const way = `${host}:${String(to)}`;
    return way.includes('.s.PGSQL.') || to === Number(new URL(house.appUrl).port) ? [] : [way]; // the database
  });

const sink = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  caller = await signedIn(house, await aUser(house, { at: await anOrganisation(house) }));
  await new Promise<void>((done) => sink.listen(0, done));
  port = (sink.address() as AddressInfo).port;
});

afterAll(() => void sink.close());

/** Addresses that lead to this machine, to the network around it, or to where clouds keep their secrets. */
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

/** A value with one of its texts replaced, once for each text that it holds. */
function replaced(value: unknown, by: string): unknown[] {
  if (typeof value === 'string' || value === null) return [by];
  if (Array.isArray(value)) return [[by], ...value.flatMap((part) => replaced(part, by).map((one) => [one]))];
  if (typeof value !== 'object' || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => replaced(part, by).map((one) => ({ ...value, [key]: one })));
}

test('no address that anybody fills in anywhere is ever connected to', async () => {
  let tried = 0;
  for (const door of doors.filter(({ endpoint }) => endpoint.body)) {
    const { body, ...sample } = sampleOf(door, caller.person, caller);
    for (const [at, address] of addresses().entries()) {
      const bodies = replaced(body, address);
      const one = bodies[at % bodies.length];
      if (one === undefined) continue;
      tried += 1;
      await house.ask({ ...sample, host: caller.host, token: caller.token, body: one });
    }
  }
  for (const address of addresses()) {
    const found = encodeURIComponent(address);
    tried += 2;
    await caller.get(`/common/getPreSignedUrl?key=${found}.png&bucket=${found}`);
    await caller.get(`/node-management/node-theme?host=${found}`);
    await caller.post('/common/uploadfile', Buffer.from(`<svg><image href="${address}"/></svg>`), {
      'content-type': 'image/svg+xml',
    });
  }
  expect(tried).toBeGreaterThan(500);
  expect(connections).toBe(0);
  expect(ways()).toEqual([]);
});

test('a picture elsewhere that got into a theme some other way is neither fetched nor shown', async () => {
  const org = await anOrganisation(house);
  for (const address of addresses().slice(0, 3))
    await insert(house, 'setting_values', {
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
  const answer = await house.ask({ url: '/node-management/node-theme', host: org.host });
  expect((answer.body.result as { logoURL: unknown }).logoURL).toBeNull();
  expect(connections).toBe(0);
});

test('a connection that is made is noticed', async () => {
  await fetch(`http://127.0.0.1:${port}/x.png`).catch(() => undefined);
  expect(connections).toBe(1);
  expect(ways()).toEqual([`127.0.0.1:${port}`]);
});
