import { accessRights, roles } from '@storeward/contract/roles';
import type { Application } from '../platform/application.ts';
import { accessRightsService, rolesService } from './service.ts';

export const roleEndpoints = { roles, accessRights };

export function registerRoles(app: Application): void {
  app.register(roleEndpoints, { roles: rolesService, accessRights: accessRightsService });
}
