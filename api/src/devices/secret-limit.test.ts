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

/** A store with tills: sends requests of devices, and creates codes for new ones. */
async function startStore() {
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
  const { key } = (await redeem(await newCode('10.0.0.1'))).body.result as { key: string };
  return { org, store, send, newCode, redeem, key };
}

test('a right key is accepted at an address that wrong keys have blocked, and so is a code, unless codes were wrong', async () => {
  const { send, newCode, redeem, key } = await startStore();
  const code = await newCode('10.0.0.2');
  for (let tries = 0; tries < limit; tries += 1) await send('configuration', wrongKey);
  expect((await send('configuration', wrongKey)).status).toBe(429);
  expect((await send('configuration', { headers: { 'x-api-key': key } })).status).toBe(200);
  expect((await send('check-in', { method: 'POST', body: { key } })).status).toBe(200);
  expect((await redeem(code)).status).toBe(200);
  for (let tries = 0; tries < limit; tries += 1) await redeem('WRON-GCOD-EABC');
  expect((await redeem(await newCode('10.0.0.3'))).status).toBe(429);
});

test('a right key below a disabled node is refused, but not counted as a wrong one, and its device not seen', async () => {
  const { org, store, send, key } = await startStore();
  await server.query('update nodes set status = false where id = $1', [store.id]);
  await server.query('update devices set last_seen = null where org_id = $1', [org.id]);
  for (let tries = 0; tries <= limit; tries += 1) {
    const { body } = await send('configuration', { headers: { 'x-api-key': key } });
    expect(body.messageCode).toBe('device.keyUnknown');
  }
  const refused = await server.query(`select from audit where org_id = $1 and action = 'device.refused'`, [org.id]);
  expect(refused).toEqual([]);
  expect(await server.query('select last_seen from devices where org_id = $1', [org.id])).toEqual([
    { last_seen: null },
  ]);
});

test('a key is accepted from a page of any origin, since no other site has one', async () => {
  const { send, key } = await startStore();
  const headers = { 'x-api-key': key, origin: 'capacitor://localhost', 'sec-fetch-site': 'cross-site' };
  expect((await send('configuration', { headers })).status).toBe(200);
});
