import { type Permission, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { Domain, OrganisationAbilities } from '@storeward/contract/organisations';
import type { PortalHost } from '@storeward/contract/organisations/portal-hosts';
import type { Actor } from '../platform/actor.ts';

/** Whether the actor belongs to the platform rather than to an organisation. */
const isGlobalUser = (actor: Actor): boolean => actor.rootNode?.nodeType === 'GLOBAL';

/** Whether the actor, assigned below the organisation's root, may still read the organisation. */
export const canReadOrganisationFromBelow = ({ scope, permissions }: Actor): boolean =>
  !scope.whole && permits(permissions, ['ACCESS_ORGANISATION_LEVEL']);

/**
 * The actions that the actor may perform on their own organisation, or as a global user on any; actors below its root
 * can only view it.
 */
export function organisationAbilities(actor: Actor): OrganisationAbilities {
  const has = (name: Permission) =>
    permits(actor.permissions, [name]) && (actor.scope.whole || isGlobalUser(actor) || name === 'VIEW_ORGANISATION');
  const edit = has('UPDATE_ORGANISATION');
  const details = edit && has('UPDATE_ORGANISATION_DETAILS');
  return {
    view: has('VIEW_ORGANISATION'),
    edit,
    details,
    address: details && isGlobalUser(actor),
    configuration: edit && has('UPDATE_ORGANISATION_CONFIG'),
    theme: edit && has('UPDATE_ORGANISATION_THEME'),
    modules: edit && has('UPDATE_ORGANISATION_MODULE'),
    enable: has('ENABLED_ORGANISATION') && isGlobalUser(actor),
    delete: has('DELETE_ORGANISATION') && isGlobalUser(actor),
    invite: has('CREATE_ORGANISATION') && isGlobalUser(actor),
  };
}

/** The error for disabling or deleting one's own organisation. */
export const ownOrganisationError = (actor: Actor): ErrorCode | undefined =>
  isGlobalUser(actor) ? undefined : 'node.ownPlace';

type StoredHost = Pick<PortalHost, 'hostName' | 'isPrimary' | 'themeNodeId'>;

/** Whether two lists hold the same hosts, in any order. */
export function areSameHosts(left: readonly StoredHost[], right: readonly StoredHost[]): boolean {
  const serialise = (hosts: readonly StoredHost[]) =>
    JSON.stringify(hosts.map((host) => `${host.hostName} ${host.isPrimary} ${host.themeNodeId ?? ''}`).sort());
  return serialise(left) === serialise(right);
}

type SignInAddresses = { readonly portalHosts: readonly StoredHost[]; readonly domains: readonly Domain[] };

/**
 * The error for changing hosts or domains, which only global users may do: they determine where mailed links lead and
 * who can sign in.
 */
export function addressError(actor: Actor, before: SignInAddresses, requested: SignInAddresses): ErrorCode | undefined {
  const serialise = (domains: readonly Domain[]) =>
    JSON.stringify(domains.map(({ domainName, isDefault }) => `${domainName} ${isDefault}`).sort());
  const areUnchanged =
    areSameHosts(before.portalHosts, requested.portalHosts) &&
    serialise(before.domains) === serialise(requested.domains);
  return isGlobalUser(actor) || areUnchanged ? undefined : 'organisation.onlyFromAbove';
}
