import { expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createUser } from '../../test/builders.ts';
import { startTestServer, type TestRequest } from '../../test/server.ts';

const limit = 3;
const server = await startTestServer({ addressTries: limit });

const wrongKey = { method: 'GET', headers: { 'x-api-key': 'wrong' } } as const;

test.for([
  ['redeem', { method: 'POST', body: { code: 'WRON-GCOD-EABC' } }, 'device.codeUnknown'],
  ['check-in', { method: 'POST', body: { key: 'wrong' } }, 'device.keyUnknown'],
  ['configuration', wrongKey, 'device.keyUnknown'],
  ['configuration/signed', wrongKey, 'device.keyUnknown'],
] as const)(
  'wrong secrets of a device at %s are recorded, and block the address for devices of this organisation',
  async ([path, sent, code]) => {
    const [org, other] = [await createOrganisation(server), await createOrganisation(server)];
    const ask = (host: string) => server.request({ ...sent, url: `/module-management/device/${path}`, host });
    for (let tries = 0; tries < limit; tries += 1) {
      const { status, body: response } = await ask(org.host);
      expect([status, response.messageCode]).toEqual([400, code]);
    }
    const blocked = await ask(org.host);
    expect([blocked.status, blocked.body.messageCode]).toEqual([429, 'signIn.tooMany']);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(60);
    expect((await ask(other.host)).status).toBe(400);
    const recorded = await server.query('select action, reason, entity_id, actor_id from audit where org_id = $1', [
      org.id,
    ]);
    expect(recorded).toEqual(
      Array.from({ length: limit }, () => ({
        action: 'device.refused',
        reason: code,
        entity_id: org.id,
        actor_id: null,
      })),
    );
  },
);

test('a browser of that address still in use is not signed out by them', async () => {
  const org = await createOrganisation(server);
  const client = await createClient(server, await createUser(server, { node: org }));
  for (let tries = 0; tries <= limit; tries += 1)
    await server.request({
      method: 'POST',
      url: '/module-management/device/check-in',
      host: org.host,
      body: { key: 'no' },
    });
  expect((await client.get(`/user-management/users/${client.user.id}`)).status).toBe(200);
});

test('a device with a right key is served at an address that wrong keys have blocked, unlike one with a right code', async () => {
  const org = await createOrganisation(server);
  const store = await createNode(server, { parent: org, nodeType: 'STORE' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  const send = (path: string, sent: Pick<TestRequest, 'method' | 'headers' | 'body'>) =>
    server.request({ ...sent, url: `/module-management/device/${path}`, host: org.host });
  const newCode = async (address: string) => {
    const device = { name: 'Till', type: 'tablet', address, serial: address, nodeId: store.id };
    const { body } = await admin.post('/module-management/device', device);
    const pairing = await admin.post(`/module-management/device/${body.result.id}/pairing`);
    return pairing.body.result.code as string;
  };
  const redeem = (code: string) => send('redeem', { method: 'POST', body: { code } });
  const { body } = await redeem(await newCode('10.0.0.1'));
  const { key } = body.result;
  const code = await newCode('10.0.0.2');
  for (let tries = 0; tries < limit; tries += 1) await send('configuration', wrongKey);
  expect((await send('configuration', wrongKey)).status).toBe(429);
  expect((await redeem(code)).status).toBe(429);
  expect((await send('configuration', { headers: { 'x-api-key': key } })).status).toBe(200);
  expect((await send('check-in', { method: 'POST', body: { key } })).status).toBe(200);
});
