import { devices } from '@storeward/contract/devices';
import type { Application } from '../platform/application.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import { devicesService, keyHash } from './service.ts';

export const deviceEndpoints = { devices };

/** Returns the hash function by which device keys are stored. */
export function registerDevices(
  app: Application,
  rateLimits: RateLimits,
): { readonly keyHash: (key: string) => Buffer } {
  app.register(deviceEndpoints, { devices: devicesService(rateLimits) });
  return { keyHash };
}
