import type { userChoices } from '@storeward/contract/user-lists';
import type { Service } from '../platform/context.ts';
import { listHeldRoles } from './list-queries.ts';

/** What a list of users can be narrowed to, to choose from. */
export const userChoicesService: Service<typeof userChoices> = {
  roles: ({ db, actor }) => listHeldRoles(db, actor.scope),
};
