import { newId } from '../src/platform/ids.ts';
import type { Person } from './builders.ts';
import { aDevice } from './devices.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** What is filled in about a device. */
export const filledInOfADevice = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: 'SN-1' };

/** For each door of devices: what to send, given somebody to ask about. */
export const deviceSamples: Readonly<Record<string, (about: Person) => Wish>> = {
  'devices.list': (about) => ({ query: { nodeId: about.at.id } }),
  'devices.update': () => ({ id: newId(), body: filledInOfADevice }),
  'devices.remove': () => ({ id: newId() }),
  'devices.pair': () => ({ id: newId() }),
  'devices.endKey': () => ({ id: newId() }),
  'devices.create': (about) => ({ body: { ...filledInOfADevice, nodeId: about.at.id } }),
  'devices.redeem': () => ({ body: { code: 'AAAA-AAAA-AAAA' } }),
  'devices.checkIn': () => ({ body: { key: 'none' } }),
};

/** For doors of devices: makes the device that they are about. */
export const devicesGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  'devices.redeem': async (house, about) => {
    const { id } = await aDevice(house, about);
    const code = id.replaceAll('-', '').toUpperCase();
    await house.rows(
      `update devices set pairing_hash = sha256($2::text::bytea), pairing_until = clock() + interval '1 minute' where id = $1`,
      [id, `device-pairing:${code}`],
    );
    return { body: { code } };
  },
  'devices.checkIn': async (house, about) => ({ body: { key: await aKey(house, about) } }),
  'deviceConfigurations.get': async (house, about) => ({ headers: { 'x-api-key': await aKey(house, about) } }),
  'deviceConfigurations.signed': async (house, about) => ({ headers: { 'x-api-key': await aKey(house, about) } }),
  'devices.list': async (house, about) => ({ query: { nodeId: (await aDevice(house, about)).nodeId } }),
  'devices.create': async (house, about) => {
    const { nodeId } = await aDevice(house, about);
    return { body: { ...filledInOfADevice, serial: newId(), nodeId } };
  },
  'devices.update': async (house, about) => {
    const { id } = await aDevice(house, about);
    return { id, body: { ...filledInOfADevice, serial: id } };
  },
  'devices.remove': async (house, about) => ({ id: (await aDevice(house, about)).id }),
  'devices.pair': async (house, about) => ({ id: (await aDevice(house, about)).id }),
  'devices.endKey': async (house, about) => ({ id: (await aDevice(house, about)).id }),
};

/** The key of such a device. */
async function aKey(house: House, about: Person): Promise<string> {
  const { id } = await aDevice(house, about);
  await house.rows(`update devices set key_hash = sha256($2::text::bytea) where id = $1`, [id, `device-key:${id}`]);
  return id;
}
