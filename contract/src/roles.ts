import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

/** Which role is meant. */
export const RoleId = z.uuid().brand<'RoleId'>();
export type RoleId = z.infer<typeof RoleId>;

/** A module that a role reaches into, with the rights it gives there. */
export const RoleModule = z.object({
  shortName: z.string(),
  accessRights: z.array(z.object({ shortName: z.string(), associatePermission: z.string() })),
});
export type RoleModule = z.infer<typeof RoleModule>;

/** What people may do. */
export const roles = endpoints({
  modules: {
    method: 'GET',
    path: '/role-management/roles/modules/{id}',
    about:
      'The modules a role reaches into, each with its rights: of their own roles for everybody, of the organisation’s others for whoever holds VIEW_ROLE.',
    allow: 'signedIn',
    params: z.object({ id: RoleId }),
    result: z.array(RoleModule),
    errors: ['role.unknown'],
  },
});
