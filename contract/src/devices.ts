import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { codeText, IPv4, Timestamp, recordFields, requiredText } from './fields.ts';
import { NodeId } from './nodes.ts';
import { pageQuery } from './paging.ts';

export const DeviceId = z.uuid().brand<'DeviceId'>();
export type DeviceId = z.infer<typeof DeviceId>;

export const deviceTypes = ['mobile', 'tablet'] as const;

/** The editable fields of a device. */
export const DeviceInput = z.object({
  name: requiredText(64),
  type: z.enum(deviceTypes, 'field.invalid'),
  address: IPv4,
  serial: codeText(64),
});
export type DeviceInput = z.infer<typeof DeviceInput>;

/** Request body that adds a device to a store. */
export const NewDevice = z.extend(DeviceInput, { nodeId: NodeId });
export type NewDevice = z.infer<typeof NewDevice>;

/** A device of a store. The device key itself is never returned. */
export const Device = z.object({
  id: DeviceId,
  nodeId: NodeId,
  name: z.string(),
  type: z.enum(deviceTypes),
  address: z.string(),
  serial: z.string(),
  /** When the device was paired; null while it has no key. */
  pairedDate: z.nullable(Timestamp),
  /** When the device last checked in; null if never. */
  lastSeen: z.nullable(Timestamp),
  ...recordFields,
});
export type Device = z.infer<typeof Device>;

/** A one-time pairing code, and its expiry. */
export const Pairing = z.object({ code: z.string(), until: Timestamp });
export type Pairing = z.infer<typeof Pairing>;

/** The text of the QR code from which a device reads a pairing code. */
export const pairingText = (code: string): string => `storeward-pairing:${code.replaceAll('-', '')}`;

const byId = z.object({ id: DeviceId });
const duplicateErrors = ['device.duplicate', 'device.duplicateAddress'] as const;
const storeDeviceAccess = { allow: 'ASSIGN_STORE_DEVICE' } as const;

/** Endpoints for the devices of the stores. */
export const devices = endpoints({
  list: {
    method: 'GET',
    path: '/module-management/device',
    summary: 'The devices of one store, by name.',
    allow: { any: ['VIEW_NODE', 'ASSIGN_STORE_DEVICE'] },
    query: z.extend(pageQuery(['name']), { nodeId: NodeId }),
    result: Device,
    page: true,
    errors: ['node.unknown'],
  },
  create: {
    ...storeDeviceAccess,
    method: 'POST',
    path: '/module-management/device',
    summary: 'Adds a device to a store.',
    body: NewDevice,
    result: Device,
    errors: [...duplicateErrors, 'node.unknown', 'device.storeOnly'],
  },
  update: {
    ...storeDeviceAccess,
    method: 'PUT',
    path: '/module-management/device/{id}',
    summary: 'Changes the details of a device.',
    params: byId,
    body: DeviceInput,
    versioned: true,
    result: Device,
    errors: [...duplicateErrors, 'device.unknown', 'record.stale'],
  },
  remove: {
    ...storeDeviceAccess,
    method: 'DELETE',
    path: '/module-management/device/{id}',
    summary: 'Deletes a device and revokes its key. Returns the deleted device.',
    params: byId,
    versioned: true,
    result: Device,
    errors: ['device.unknown', 'record.stale'],
  },
  pair: {
    ...storeDeviceAccess,
    method: 'POST',
    path: '/module-management/device/{id}/pairing',
    summary:
      'Creates a pairing code by which a device gets its own key, valid once and for ten minutes. It replaces any earlier code.',
    params: byId,
    result: Pairing,
    secretResponse: true,
    errors: ['device.unknown'],
  },
  endKey: {
    ...storeDeviceAccess,
    method: 'DELETE',
    path: '/module-management/device/{id}/key',
    summary: 'Revokes the key of a device at once.',
    params: byId,
    result: Device,
    errors: ['device.unknown'],
  },
  redeem: {
    method: 'POST',
    path: '/module-management/device/redeem',
    summary: 'Exchanges a pairing code for the key of the device.',
    allow: 'anyone',
    body: z.object({ code: requiredText(64) }),
    result: z.object({ deviceId: DeviceId, key: z.string() }),
    secretResponse: true,
    takesSecret: true,
    manualTransaction: true,
    errors: ['device.codeUnknown', 'signIn.tooMany'],
  },
  checkIn: {
    method: 'POST',
    path: '/module-management/device/check-in',
    summary: 'Records a contact of a device, which is identified by its key, and returns the device.',
    allow: 'anyone',
    body: z.object({ key: requiredText(128) }),
    result: z.object({ deviceId: DeviceId, name: z.string(), nodeId: NodeId }),
    skipsIdempotency: true,
    takesSecret: true,
    manualTransaction: true,
    errors: ['device.keyUnknown', 'signIn.tooMany'],
  },
});
