import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import { NodeId } from './nodes.ts';
import { RoleId } from './roles.ts';

/** How people stand with signing in: allowed to, not allowed to, or shut out by wrong tries whichever of the two they are. */
export const userStatuses = ['enabled', 'disabled', 'locked'] as const;
export type UserStatusWord = (typeof userStatuses)[number];

/** What a list of users can be narrowed to, besides the words that are sought. */
export const userFilters = {
  /** The place whose users are meant, with those of all below it. */
  node: z.optional(NodeId),
  /** The role that they hold, by whichever of their assignments. */
  role: z.optional(RoleId),
  status: z.optional(z.enum(userStatuses)),
  /** The kind of place that they stand at. */
  level: z.optional(NodeType),
};

/** Which users are meant: those that a list would show. */
export const UsersMatching = z.object({
  search: z.optional(z.string().check(z.maxLength(128, 'field.tooLong'))),
  ...userFilters,
});
export type UsersMatching = z.infer<typeof UsersMatching>;

/** A role by name, to choose from. */
export const HeldRoleChoice = z.object({ id: RoleId, name: z.string() });
export type HeldRoleChoice = z.infer<typeof HeldRoleChoice>;

/** What a list of users can be narrowed to, to choose from. */
export const userChoices = endpoints({
  roles: {
    method: 'GET',
    path: '/user-management/user-roles',
    about: 'The roles that somebody of the caller’s own area holds, by name.',
    allow: 'LIST_USERS',
    query: z.object({ orgId: z.optional(z.uuid()) }),
    result: z.array(HeldRoleChoice),
  },
});
