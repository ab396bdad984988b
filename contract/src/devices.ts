import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Moment, recordFields, requiredText } from './fields.ts';
import { NodeId } from './nodes.ts';
import { pageQuery } from './paging.ts';

/** Which device is meant. */
export const DeviceId = z.uuid().brand<'DeviceId'>();
export type DeviceId = z.infer<typeof DeviceId>;

/** The kinds of device a store works with. */
export const deviceTypes = ['mobile', 'tablet'] as const;

/** The address of a device in its store's network: four numbers from 0 to 255, none with a leading zero. */
export const IPv4 = z
  .string('field.ipAddress')
  .check(z.trim(), z.regex(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/, 'field.ipAddress'));

/** What a person fills in about a device. */
export const DeviceInput = z.object({
  name: requiredText(64),
  type: z.enum(deviceTypes, 'field.invalid'),
  address: IPv4,
  serial: requiredText(64),
});
export type DeviceInput = z.infer<typeof DeviceInput>;

/** A device to be added to a store. */
export const NewDevice = z.extend(DeviceInput, { nodeId: NodeId });
export type NewDevice = z.infer<typeof NewDevice>;

/** A device of a store, and whether it holds a key of its own. */
export const Device = z.object({
  id: DeviceId,
  nodeId: NodeId,
  name: z.string(),
  type: z.enum(deviceTypes),
  address: z.string(),
  serial: z.string(),
  /** When it was paired; null while it holds no key. */
  pairedDate: z.nullable(Moment),
  /** When it was heard of last; null if never. */
  lastSeen: z.nullable(Moment),
  ...recordFields,
});
export type Device = z.infer<typeof Device>;

/** A way for a device to get its key: a word to type, the same as a picture to scan, and until when both are good. */
export const Pairing = z.object({ code: z.string(), picture: z.string(), until: Moment });
export type Pairing = z.infer<typeof Pairing>;

const byId = z.object({ id: DeviceId });
const taken = ['device.duplicate', 'device.duplicateAddress'] as const;
const ofStores = { allow: 'ASSIGN_STORE_DEVICE' } as const;

/** The devices of the stores. */
export const devices = endpoints({
  list: {
    method: 'GET',
    path: '/module-management/device',
    about: 'The devices of one store, by name.',
    allow: { any: ['VIEW_NODE', 'ASSIGN_STORE_DEVICE'] },
    query: z.extend(pageQuery(['name']), { nodeId: NodeId }),
    result: Device,
    page: true,
    errors: ['node.unknown'],
  },
  create: {
    ...ofStores,
    method: 'POST',
    path: '/module-management/device',
    about: 'Adds a device to a store.',
    body: NewDevice,
    result: Device,
    errors: [...taken, 'node.unknown', 'device.storeOnly'],
  },
  update: {
    ...ofStores,
    method: 'PUT',
    path: '/module-management/device/{id}',
    about: 'Changes what is filled in about a device.',
    params: byId,
    body: DeviceInput,
    versioned: true,
    result: Device,
    errors: [...taken, 'device.unknown', 'record.stale'],
  },
  remove: {
    ...ofStores,
    method: 'DELETE',
    path: '/module-management/device/{id}',
    about: 'Takes a device out of its store and its key out of use, and tells it for the last time.',
    params: byId,
    versioned: true,
    result: Device,
    errors: ['device.unknown', 'record.stale'],
  },
  pair: {
    ...ofStores,
    method: 'POST',
    path: '/module-management/device/{id}/pairing',
    about: 'Makes a way for a device to get a key of its own: once, within ten minutes. The one before it is void.',
    params: byId,
    result: Pairing,
    secretAnswer: true,
    errors: ['device.unknown'],
  },
  endKey: {
    ...ofStores,
    method: 'DELETE',
    path: '/module-management/device/{id}/key',
    about: 'Takes a device’s key out of use at once.',
    params: byId,
    result: Device,
    errors: ['device.unknown'],
  },
  redeem: {
    method: 'POST',
    path: '/module-management/device/redeem',
    about: 'A device turns its pairing code into its own key.',
    allow: 'anyone',
    body: z.object({ code: requiredText(64) }),
    result: z.object({ deviceId: DeviceId, key: z.string() }),
    secretAnswer: true,
    takesSecret: true,
    errors: ['device.codeUnknown'],
  },
  checkIn: {
    method: 'POST',
    path: '/module-management/device/check-in',
    about: 'A device says by its key that it is there, and is told which one it is.',
    allow: 'anyone',
    body: z.object({ key: requiredText(128) }),
    result: z.object({ deviceId: DeviceId, name: z.string(), nodeId: NodeId }),
    keepsNoAnswer: true,
    takesSecret: true,
    errors: ['device.keyUnknown'],
  },
});
