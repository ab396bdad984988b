import { newId } from '../src/platform/database/ids.ts';
import type { TestUser } from './builders.ts';
import { createDevice } from './devices.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

export const deviceInput = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: 'SN-1' };

/** A sample request for each device endpoint, for a given user. */
export const deviceSamples: Readonly<Record<string, (user: TestUser) => RequestParts>> = {
  'devices.list': (user) => ({ query: { nodeId: user.node.id } }),
  'devices.update': () => ({ id: newId(), body: deviceInput }),
  'devices.remove': () => ({ id: newId() }),
  'devices.pair': () => ({ id: newId() }),
  'devices.endKey': () => ({ id: newId() }),
  'devices.create': (user) => ({ body: { ...deviceInput, nodeId: user.node.id } }),
  'devices.redeem': () => ({ body: { code: 'AAAA-AAAA-AAAA' } }),
  'devices.checkIn': () => ({ body: { key: 'none' } }),
};

/** Sample requests for which the device is created first. */
export const populatedDeviceSamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  'devices.redeem': async (server, user) => {
    const { id } = await createDevice(server, user);
    const code = id.replaceAll('-', '').toUpperCase();
    await server.query(
      `update devices set pairing_hash = sha256($2::text::bytea), pairing_until = clock() + interval '1 minute' where id = $1`,
      [id, `device-pairing:${code}`],
    );
    return { body: { code } };
  },
  'devices.checkIn': async (server, user) => ({ body: { key: await createDeviceKey(server, user) } }),
  'deviceConfigurations.get': async (server, user) => ({
    headers: { 'x-api-key': await createDeviceKey(server, user) },
  }),
  'deviceConfigurations.signed': async (server, user) => ({
    headers: { 'x-api-key': await createDeviceKey(server, user) },
  }),
  'devices.list': async (server, user) => ({ query: { nodeId: (await createDevice(server, user)).nodeId } }),
  'devices.create': async (server, user) => {
    const { nodeId } = await createDevice(server, user);
    return { body: { ...deviceInput, serial: newId(), nodeId } };
  },
  'devices.update': async (server, user) => {
    const { id } = await createDevice(server, user);
    return { id, body: { ...deviceInput, serial: id } };
  },
  'devices.remove': async (server, user) => ({ id: (await createDevice(server, user)).id }),
  'devices.pair': async (server, user) => ({ id: (await createDevice(server, user)).id }),
  'devices.endKey': async (server, user) => ({ id: (await createDevice(server, user)).id }),
};

/** Creates a device with a key and returns the key. */
async function createDeviceKey(server: TestServer, user: TestUser): Promise<string> {
  const { id } = await createDevice(server, user);
  await server.query(`update devices set key_hash = sha256($2::text::bytea) where id = $1`, [id, `device-key:${id}`]);
  return id;
}
