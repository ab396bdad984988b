import type { Environment } from '../../environment/environment.ts';
import type { Admission } from '../admission/admission.ts';
import { type Visitor, visitorTurn } from '../admission/turns.ts';
import type { Authenticator } from '../pipeline/context.ts';
import { globalHostMatcher, hostOf } from './hosts.ts';

/** The organisation whose portal the host of a request serves; looked up in the database and cached for five seconds. */
export type OrganisationOfHost = (visitor: Visitor) => Promise<string | undefined>;

export function organisationOfHost(admission: Admission, { findPortal }: Authenticator): OrganisationOfHost {
  const cache = new Map<string, { until: number; orgId: string | undefined }>();
  return async (visitor) => {
    const { host } = visitor;
    const cached = cache.get(host);
    if (cached && cached.until > performance.now()) return cached.orgId;
    const portal = await admission(visitorTurn(visitor)).transaction((db) => findPortal(db, host));
    if (cache.size > 1000) cache.clear();
    cache.set(host, { until: performance.now() + 5_000, orgId: portal?.orgId });
    return portal?.orgId;
  };
}

/**
 * Whether a host may serve the images of an organisation: its own portal, one with its theme (LEGACY_HOSTS), and the
 * portal of the platform, whose own images are served on every host.
 */
export function imageHosts(
  organisationOf: OrganisationOfHost,
  environment: Pick<Environment, 'publicUrl' | 'environment' | 'legacyHosts'>,
): (visitor: Visitor, orgId: string) => Promise<boolean> {
  const isGlobalHost = globalHostMatcher(environment);
  const globalHost = hostOf(new URL(environment.publicUrl).host);
  return async ({ host, address }, orgId) => {
    const isOrganisationOf = async (name: string) => (await organisationOf({ host: name, address })) === orgId;
    if (isGlobalHost(host) || (await isOrganisationOf(host))) return true;
    const legacyHost = environment.legacyHosts.get(host);
    if (legacyHost !== undefined && (await isOrganisationOf(legacyHost))) return true;
    return isOrganisationOf(globalHost);
  };
}
