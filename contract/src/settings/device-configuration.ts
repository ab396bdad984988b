import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { NodeId } from '../nodes.ts';

/** What a store works with, as its devices read it: every section with every field, but no secrets. */
export const DeviceConfiguration = z.object({
  store: z.object({
    id: NodeId,
    name: z.string(),
    code: z.string(),
    timeZone: z.nullable(z.string()),
    orgCode: z.string(),
  }),
  sections: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type DeviceConfiguration = z.infer<typeof DeviceConfiguration>;

/** What stores work with, for their devices. */
export const deviceConfigurations = endpoints({
  get: {
    method: 'GET',
    path: '/module-management/device/configuration',
    about: 'What the store of a device works with, told to whoever sends the device’s own key as `x-api-key`.',
    allow: 'anyone',
    takesSecret: true,
    revalidates: true,
    result: DeviceConfiguration,
    errors: ['device.keyUnknown'],
  },
});
