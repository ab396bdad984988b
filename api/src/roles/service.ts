import { permits } from '@storeward/contract/access';
import { modulesOf } from '@storeward/contract/modules';
import type { roles } from '@storeward/contract/roles';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findAccessRights } from './queries.ts';

/** What people may do. */
export const rolesService: Service<typeof roles> = {
  // the browser asks at sign-in, and a 403 would end that session: what is not one's own does not exist then
  async modules({ db, actor }, { params }) {
    const heldBy = permits(actor.permissions, ['VIEW_ROLE']) ? null : actor.userId;
    const rights = await findAccessRights(db, actor.scope, params.id, { heldBy });
    demand(rights, 'role.unknown');
    return modulesOf(rights);
  },
};
