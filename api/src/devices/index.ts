import { devices } from '@storeward/contract/devices';
import type { Application } from '../platform/application.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import { deviceKeyResolver, type ResolveDeviceKey } from './secret-attempts.ts';
import { devicesService } from './service.ts';

export const deviceEndpoints = { devices };

/** Returns the look-up by device key, for endpoints of other domains. */
export function registerDevices(
  app: Application,
  rateLimits: RateLimits,
): { readonly resolveDeviceKey: ResolveDeviceKey } {
  const resolveDeviceKey = deviceKeyResolver(rateLimits);
  app.register(deviceEndpoints, { devices: devicesService(rateLimits, resolveDeviceKey) });
  return { resolveDeviceKey };
}
