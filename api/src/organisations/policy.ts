import { type Permission, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { Domain, OrganisationAbilities } from '@storeward/contract/organisations';
import type { Actor } from '../platform/actor.ts';

/** Whether somebody stands above all organisations. */
const isAbove = (actor: Actor): boolean => actor.rootNode?.nodeType === 'GLOBAL';

/** Whether somebody who works below the top of their organisation is told of it nevertheless. */
export const isToldOfAbove = ({ scope, permissions }: Actor): boolean =>
  !scope.whole && permits(permissions, ['ACCESS_ORGANISATION_LEVEL']);

/** What the actor may do with an organisation within their reach: their own, or any from above; from below they only look. */
export function organisationAbilities(actor: Actor): OrganisationAbilities {
  const may = (name: Permission) =>
    permits(actor.permissions, [name]) && (actor.scope.whole || isAbove(actor) || name === 'VIEW_ORGANISATION');
  const edit = may('UPDATE_ORGANISATION');
  const details = edit && may('UPDATE_ORGANISATION_DETAILS');
  return {
    view: may('VIEW_ORGANISATION'),
    edit,
    details,
    address: details && isAbove(actor),
    configuration: edit && may('UPDATE_ORGANISATION_CONFIG'),
    theme: edit && may('UPDATE_ORGANISATION_THEME'),
    modules: edit && may('UPDATE_ORGANISATION_MODULE'),
    enable: may('ENABLED_ORGANISATION') && isAbove(actor),
    delete: may('DELETE_ORGANISATION') && isAbove(actor),
    invite: may('CREATE_ORGANISATION') && isAbove(actor),
  };
}

/** Why somebody may not close an organisation or take it away: it is their own. */
export const ownFault = (actor: Actor): ErrorCode | undefined => (isAbove(actor) ? undefined : 'node.ownPlace');

type Reached = { readonly url: string; readonly domains: readonly Domain[] };

/** Why somebody may not give an organisation this address and these domains: they are its own people, and it had others. */
export function addressFault(actor: Actor, before: Reached, wanted: Reached): ErrorCode | undefined {
  const words = ({ url, domains }: Reached) =>
    JSON.stringify([url, domains.map(({ domainName, isDefault }) => `${domainName} ${isDefault}`).sort()]);
  return isAbove(actor) || words(before) === words(wanted) ? undefined : 'organisation.onlyFromAbove';
}
