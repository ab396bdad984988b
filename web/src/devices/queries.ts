import { type Device, type DeviceId, type DeviceInput, devices, type Pairing } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';

/** Maximum number of devices loaded for a store. */
export const maxDevices = 100;

export const deviceListQuery = (nodeId: NodeId) => endpointQuery(devices.list, { query: { nodeId, size: maxDevices } });

const refreshDevices = (client: QueryClient) => client.invalidateQueries({ queryKey: queryKeyOf(devices.list) });
const handlesOwnErrors = { meta: { quiet: true } };

/** Creates or updates a device of a store; the form shows the errors. */
export function useSaveDevice(nodeId: NodeId, device: Pick<Device, 'id' | 'version'> | undefined) {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: (body: DeviceInput): Promise<Device> =>
      device
        ? call(devices.update, { params: { id: device.id }, body, version: device.version }, { quiet: 'logged' })
        : call(devices.create, { body: { ...body, nodeId } }, { quiet: 'logged' }),
    onSuccess: () => refreshDevices(client),
  });
}

export function useDeleteDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Device, 'id' | 'version'>): Promise<Device> =>
      call(devices.remove, { params: { id }, version }),
    onSettled: () => refreshDevices(client),
  });
}

/** Revokes the key of a device. */
export function useEndKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: DeviceId): Promise<Device> => call(devices.endKey, { params: { id } }),
    onSettled: () => refreshDevices(client),
  });
}

/** Starts a pairing; the dialog shows the errors. */
export function usePairDevice() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: (id: DeviceId): Promise<Pairing> => call(devices.pair, { params: { id } }, { quiet: 'logged' }),
    onSuccess: () => refreshDevices(client),
  });
}
