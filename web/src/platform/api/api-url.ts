import { type RuntimeConfiguration, chinaSuffix } from '@storeward/contract/runtime-configuration';
import { runtimeConfiguration } from '../runtime-configuration.ts';

type ApiBases = Pick<RuntimeConfiguration, 'apiBase' | 'apiBaseChina'>;

/**
 * The base URL of the API: `apiBaseChina` for hosts with the Chinese suffix, else `apiBase`. Empty for the portal's own
 * origin.
 */
export function apiBase(
  host = location.hostname,
  { apiBase: defaultBase, apiBaseChina }: ApiBases = runtimeConfiguration(),
): string {
  return host.toLowerCase().endsWith(chinaSuffix) ? apiBaseChina : defaultBase;
}

/**
 * Whether a request to this URL may carry credentials: only the portal's own origin and its API, and never a partner's
 * host.
 */
export function mayCarryToken(url: string, { partnerHosts } = runtimeConfiguration(), base = apiBase()): boolean {
  if (!URL.canParse(url, location.href)) return false;
  const { origin, hostname } = new URL(url, location.href);
  const ownOrigins = [location.origin, new URL(base, location.origin).origin];
  return ownOrigins.includes(origin) && !partnerHosts.includes(hostname);
}
