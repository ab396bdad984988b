import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const limit = 3;
const server = await startTestServer({ addressTries: limit });

test.for([
  ['redeem', { code: 'WRON-GCOD-EABC' }, 'device.codeUnknown'],
  ['check-in', { key: 'wrong' }, 'device.keyUnknown'],
] as const)(
  'wrong secrets of a device at %s are recorded, and block the address for devices of this organisation',
  async ([path, body, code]) => {
    const [org, other] = [await createOrganisation(server), await createOrganisation(server)];
    const ask = (host: string) =>
      server.request({ method: 'POST', url: `/module-management/device/${path}`, host, body });
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
