import * as z from 'zod/mini';
import { NodeType } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { NodeId, NodeRef } from '../nodes.ts';
import { pageQuery } from '../paging.ts';
import { roleAssignmentErrors, RoleId } from '../roles.ts';
import { AssignmentId, UserId } from '../users.ts';
import { AssignmentEnd } from './user-input.ts';

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
  /** End time of the assignment, null for no end. If omitted, it ends with the granting user's own assignment. */
  until: z.optional(AssignmentEnd),
});
export type NewAssignment = z.infer<typeof NewAssignment>;

/** A role that a user granted to another one, and that has not ended. */
export const GrantedAssignment = z.object({
  id: AssignmentId,
  user: z.object({ id: UserId, userName: z.string(), firstName: z.string(), lastName: z.string() }),
  role: z.object({ id: RoleId, name: z.string() }),
  place: z.nullable(NodeRef),
  until: z.nullable(Timestamp),
  createdDate: Timestamp,
});
export type GrantedAssignment = z.infer<typeof GrantedAssignment>;

const byId = z.object({ id: UserId });

/** Endpoints for additional roles of users. */
export const assignments = endpoints({
  list: {
    method: 'GET',
    path: '/user-management/users/{id}/assignments',
    summary: 'The assignments of a user within the current user’s scope, the main one first.',
    allow: 'VIEW_USER',
    params: byId,
    result: z.array(Assignment),
    errors: ['user.unknown'],
  },
  create: {
    method: 'POST',
    path: '/user-management/users/{id}/assignments',
    summary:
      'Assigns an additional role at a node to a user, permanently or until a date; one assignment is acting at a time.',
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
    summary: 'Removes an additional role of a user, effective from their next request.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId, assignmentId: AssignmentId }),
    result: z.array(Assignment),
    errors: ['user.unknown', 'user.beyondYourOwn', 'user.ownStanding', 'assignment.gone'],
  },
  changeEnd: {
    method: 'PUT',
    path: '/user-management/users/{id}/assignments/{assignmentId}/until',
    summary:
      'Changes when an assignment of a user ends, the main or an additional one, effective from their next request. Assignments that the user made to others do not change; `given` lists them.',
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
      'The assignments that a user made to others within the current user’s scope and that have not ended. They do not change when the user’s own assignment ends.',
    allow: 'VIEW_USER',
    params: byId,
    query: z.pick(pageQuery(['name']), { page: true, size: true }),
    result: GrantedAssignment,
    page: true,
    errors: ['user.unknown'],
  },
});
