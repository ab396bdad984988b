import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { NodeId, NodeRef } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { roleAssignmentErrors, RoleId } from './roles.ts';
import { AssignmentEnd, AssignmentId, UserId } from './users.ts';

/**
 * A role assigned to a user at a node. `first` marks the primary assignment; `until` is the end time, null for no end.
 */
export const Assignment = z.object({
  id: AssignmentId,
  role: z.object({ id: RoleId, name: z.string(), level: NodeType, status: z.boolean() }),
  place: z.nullable(NodeRef),
  until: z.nullable(Timestamp),
  /** Whether the assignment has expired. */
  over: z.boolean(),
  first: z.boolean(),
  createdDate: Timestamp,
});
export type Assignment = z.infer<typeof Assignment>;

/** An additional role for a user. */
export const NewAssignment = z.object({
  roleId: RoleId,
  nodeId: NodeId,
  /** End time of the assignment, null for no end. Without it, it ends with the caller's own. */
  until: z.optional(AssignmentEnd),
});
export type NewAssignment = z.infer<typeof NewAssignment>;

/** A role that a user gave to another one, and that has not ended. */
export const GivenAssignment = z.object({
  id: AssignmentId,
  user: z.object({ id: UserId, userName: z.string(), firstName: z.string(), lastName: z.string() }),
  role: z.object({ id: RoleId, name: z.string() }),
  place: z.nullable(NodeRef),
  until: z.nullable(Timestamp),
  createdDate: Timestamp,
});
export type GivenAssignment = z.infer<typeof GivenAssignment>;

const byId = z.object({ id: UserId });

/** Endpoints for additional roles of users. */
export const assignments = endpoints({
  list: {
    method: 'GET',
    path: '/user-management/users/{id}/assignments',
    summary: 'The roles that a user holds within the caller’s area, their own first.',
    allow: 'VIEW_USER',
    params: byId,
    result: z.array(Assignment),
    errors: ['user.unknown'],
  },
  create: {
    method: 'POST',
    path: '/user-management/users/{id}/assignments',
    summary: 'Gives a user a further role at a place, for good or until a moment; one acts at a time.',
    allow: 'EDIT_USER',
    params: byId,
    body: NewAssignment,
    result: z.array(Assignment),
    errors: [
      'user.unknown',
      'user.beyondYourOwn',
      'user.ownStanding',
      'node.unknown',
      ...roleAssignmentErrors,
      'assignment.doubled',
      'assignment.past',
      'assignment.tooMany',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/user-management/users/{id}/assignments/{assignmentId}',
    summary: 'Takes a further role away from a user, in force at their next request.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId, assignmentId: AssignmentId }),
    result: z.array(Assignment),
    errors: ['user.unknown', 'user.beyondYourOwn', 'user.ownStanding', 'assignment.gone'],
  },
  changeEnd: {
    method: 'PUT',
    path: '/user-management/users/{id}/assignments/{assignmentId}/until',
    summary:
      'Changes when a role of a user ends, their own or a further one, in force at their next request. What they gave to others stays as it is; `given` lists it.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId, assignmentId: AssignmentId }),
    body: z.object({ until: AssignmentEnd }),
    result: z.array(Assignment),
    errors: [
      'user.unknown',
      'user.beyondYourOwn',
      'user.ownStanding',
      'node.unknown',
      ...roleAssignmentErrors,
      'assignment.gone',
      'assignment.past',
    ],
  },
  given: {
    method: 'GET',
    path: '/user-management/users/{id}/given-assignments',
    summary:
      'The roles that a user gave to others within the caller’s area and that have not ended. They do not change when the user’s own role ends.',
    allow: 'VIEW_USER',
    params: byId,
    query: z.pick(pageQuery(['name']), { page: true, size: true }),
    result: GivenAssignment,
    page: true,
    errors: ['user.unknown'],
  },
});
