import { type Device, type DeviceId, type DeviceInput, devices, type Pairing } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** How many devices of a store are shown. */
export const devicesShown = 100;

/** The devices of one store. */
export const devicesOf = (nodeId: NodeId) => read(devices.list, { query: { nodeId, size: devicesShown } });

const seen = (client: QueryClient) => client.invalidateQueries({ queryKey: keyOf(devices.list) });
const ownWords = { meta: { quiet: true } };

/** Adds a device to a store, or changes one; the form says itself what went wrong. */
export function useSaveDevice(nodeId: NodeId, device: Pick<Device, 'id' | 'version'> | undefined) {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: (body: DeviceInput): Promise<Device> =>
      device
        ? call(devices.update, { params: { id: device.id }, body, version: device.version }, { quiet: 'logged' })
        : call(devices.create, { body: { ...body, nodeId } }, { quiet: 'logged' }),
    onSuccess: () => seen(client),
  });
}

/** Takes a device away. */
export function useDeleteDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Device, 'id' | 'version'>): Promise<Device> =>
      call(devices.remove, { params: { id }, version }),
    onSettled: () => seen(client),
  });
}

/** Takes a device's key out of use. */
export function useEndKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: DeviceId): Promise<Device> => call(devices.endKey, { params: { id } }),
    onSettled: () => seen(client),
  });
}

/** Opens a pairing; the dialog says itself what went wrong. */
export function usePairDevice() {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: (id: DeviceId): Promise<Pairing> => call(devices.pair, { params: { id } }, { quiet: 'logged' }),
    onSuccess: () => seen(client),
  });
}
