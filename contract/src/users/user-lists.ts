import * as z from 'zod/mini';
import { NodeType } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { CalendarDate, SearchText } from '../fields.ts';
import { NodeId } from '../nodes.ts';
import { TimeZone } from '../reference/time-zones.ts';
import { RoleId } from '../roles.ts';

/**
 * Values of the status filter. `locked` applies to enabled and disabled users alike; `invited`: enabled, never signed in;
 * `emailUnconfirmed`: a changed e-mail address waits for its confirmation; `mailRefused`: the mail server refuses mails to the
 * address.
 */
export const userStatuses = ['enabled', 'disabled', 'locked', 'invited', 'emailUnconfirmed', 'mailRefused'] as const;
export type UserStatusFilter = (typeof userStatuses)[number];

/** Filters of the user list besides the search text. */
export const userFilters = {
  /** Users assigned at this node or a descendant. */
  node: z.optional(NodeId),
  /** Users with this role in any assignment. */
  role: z.optional(RoleId),
  status: z.optional(z.enum(userStatuses)),
  /** The level of the user's node. */
  level: z.optional(NodeType),
  /** Users who exist since before this day and have not been active on it or later. */
  inactiveSince: z.optional(CalendarDate),
  /** The time zone of that day; UTC if there is none. */
  timeZone: z.optional(TimeZone),
};

/** Selects the users that a list with the same filters returns. */
export const UserListFilter = z.object({
  search: z.optional(SearchText),
  ...userFilters,
});
export type UserListFilter = z.infer<typeof UserListFilter>;

export const AssignedRoleChoice = z.object({ id: RoleId, name: z.string() });
export type AssignedRoleChoice = z.infer<typeof AssignedRoleChoice>;

/** Endpoint for the options of list filters. */
export const userChoices = endpoints({
  roles: {
    method: 'GET',
    path: '/user-management/user-roles',
    summary: 'The roles of the users in the current user’s scope, by name.',
    allow: 'LIST_USERS',
    query: z.object({ orgId: z.optional(z.uuid()) }),
    result: z.array(AssignedRoleChoice),
  },
});
