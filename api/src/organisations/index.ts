import { organisations } from '@storeward/contract/organisations';
import type { Application } from '../platform/application.ts';
import { reservedHostMatcher } from '../platform/http/hosts/hosts.ts';
import type { SendInvitation } from './first-administrator.ts';
import { organisationsService } from './service.ts';

export const organisationEndpoints = { organisations };

/** Some of these endpoints overload those of nodes, which are therefore registered first. */
export function registerOrganisations(app: Application, { invite }: { readonly invite: SendInvitation }): void {
  const { publicUrl } = app.environment;
  app.register(organisationEndpoints, {
    organisations: organisationsService({ publicUrl, isPlatformHost: reservedHostMatcher(app.environment), invite }),
  });
}
