import { type PortalFacts, chinaSuffix } from '@storeward/contract/portal';
import { portalFacts } from './portal-facts.ts';

type Bases = Pick<PortalFacts, 'apiBase' | 'apiBaseChina'>;

/** Where the API of a portal answers: for hosts of China at their own base, for all others at the usual one; nothing for the portal's own origin. */
export function apiBase(host = location.hostname, { apiBase: usual, apiBaseChina }: Bases = portalFacts()): string {
  return host.toLowerCase().endsWith(chinaSuffix) ? apiBaseChina : usual;
}

/** Whether a request may carry the token: to the portal itself and to its API, and never to the very host of a partner. */
export function mayCarryToken(address: string, { partnerHosts } = portalFacts(), base = apiBase()): boolean {
  if (!URL.canParse(address, location.href)) return false;
  const { origin, hostname } = new URL(address, location.href);
  const own = [location.origin, new URL(base, location.origin).origin];
  return own.includes(origin) && !partnerHosts.includes(hostname);
}
