import type { userChoices } from '@storeward/contract/users/user-lists';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { listAssignedRoles } from './list-queries.ts';

/** Options for the filters of the user list. */
export const userChoicesService: Service<typeof userChoices> = {
  roles: ({ db, actor }) => listAssignedRoles(db, actor.scope),
};
