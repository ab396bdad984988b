import { organisations } from '@storeward/contract/organisations';
import type { Application } from '../platform/application.ts';
import { reservedHostMatcher } from '../platform/http/hosts/hosts.ts';
import { type OrganisationDependencies, organisationsService } from './service.ts';

export const organisationEndpoints = { organisations };

/** Some of these endpoints overload those of nodes, which are therefore registered first. */
export function registerOrganisations(
  app: Application,
  { invite, takesAddress }: Pick<OrganisationDependencies, 'invite' | 'takesAddress'>,
): void {
  const { publicUrl } = app.environment;
  app.register(organisationEndpoints, {
    organisations: organisationsService({
      publicUrl,
      isPlatformHost: reservedHostMatcher(app.environment),
      invite,
      takesAddress,
    }),
  });
}
