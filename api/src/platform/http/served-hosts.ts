import type { Database } from '../database/db.ts';
import type { Environment } from '../environment.ts';
import type { Authenticator } from './context.ts';
import { globalHostMatcher, hostOf } from './hosts.ts';

/** The organisation whose portal a host serves; looked up in the database and cached for five seconds. */
export type OrganisationOfHost = (host: string) => Promise<string | undefined>;

export function organisationOfHost(database: Database, { findPortal }: Authenticator): OrganisationOfHost {
  const cache = new Map<string, { until: number; orgId: string | undefined }>();
  return async (host) => {
    const cached = cache.get(host);
    if (cached && cached.until > performance.now()) return cached.orgId;
    const portal = await database.transaction((db) => findPortal(db, host));
    if (cache.size > 1000) cache.clear();
    cache.set(host, { until: performance.now() + 5_000, orgId: portal?.orgId });
    return portal?.orgId;
  };
}

/**
 * Whether a host may serve the pictures of an organisation: its own portal, one with its theme (LEGACY_HOSTS), and the portal
 * of the whole installation, whose own pictures are served everywhere.
 */
export function pictureHosts(
  organisationOf: OrganisationOfHost,
  environment: Pick<Environment, 'publicUrl' | 'environment' | 'legacyHosts'>,
): (host: string, orgId: string) => Promise<boolean> {
  const isGlobalHost = globalHostMatcher(environment);
  const globalHost = hostOf(new URL(environment.publicUrl).host);
  return async (host, orgId) => {
    if (isGlobalHost(host) || (await organisationOf(host)) === orgId) return true;
    const legacyHost = environment.legacyHosts.get(host);
    if (legacyHost !== undefined && (await organisationOf(legacyHost)) === orgId) return true;
    return (await organisationOf(globalHost)) === orgId;
  };
}
