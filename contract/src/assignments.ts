import * as z from 'zod/mini';
import { NodeType, Permission } from './access.ts';
import { endpoints } from './endpoint.ts';
import { Moment } from './fields.ts';
import { NodeId, NodeRef } from './nodes.ts';
import { givingRefusals, RoleId } from './roles.ts';
import { AssignmentId, UserId } from './users.ts';

/** A role that somebody holds at a place, perhaps until a moment; the first is theirs, the others were given besides. */
export const Assignment = z.object({
  id: AssignmentId,
  role: z.object({ id: RoleId, name: z.string(), level: NodeType, status: z.boolean() }),
  place: z.nullable(NodeRef),
  until: z.nullable(Moment),
  /** Whether its time is over. */
  over: z.boolean(),
  first: z.boolean(),
  createdDate: Moment,
});
export type Assignment = z.infer<typeof Assignment>;

/** A further role to be given to somebody. */
export const NewAssignment = z.object({
  roleId: RoleId,
  nodeId: NodeId,
  /** The moment from which it counts no more; none for good. */
  until: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'field.invalid' }))),
});
export type NewAssignment = z.infer<typeof NewAssignment>;

/** Why an assignment does not let somebody do a thing at a place. */
export const lacks = ['permission', 'place', 'over', 'roleClosed', 'placeClosed'] as const;
export type Lack = (typeof lacks)[number];

/** Whether somebody may do a thing at a place, through which of their assignments, and what the others lack. */
export const Explanation = z.object({
  allowed: z.boolean(),
  /** Whether they may sign in at all. */
  status: z.boolean(),
  locked: z.boolean(),
  /** They were given a password, and have to choose their own before anything else. */
  mustChangePassword: z.boolean(),
  ways: z.array(z.extend(Assignment, { lacks: z.array(z.enum(lacks)) })),
  /** They hold further roles outside the reader's area, of which nothing is told. */
  beyond: z.boolean(),
});
export type Explanation = z.infer<typeof Explanation>;

const byId = z.object({ id: UserId });

/** Roles that people hold besides their own, and what all of them allow. */
export const assignments = endpoints({
  list: {
    method: 'GET',
    path: '/user-management/users/{id}/assignments',
    about: 'The roles that a user holds within the caller’s area, their own first.',
    allow: 'VIEW_USER',
    params: byId,
    result: z.array(Assignment),
    errors: ['user.unknown'],
  },
  create: {
    method: 'POST',
    path: '/user-management/users/{id}/assignments',
    about: 'Gives a user a further role at a place, for good or until a moment; one acts at a time.',
    allow: 'EDIT_USER',
    params: byId,
    body: NewAssignment,
    result: z.array(Assignment),
    errors: [
      'user.unknown',
      'user.beyondYourOwn',
      'user.ownStanding',
      'node.unknown',
      ...givingRefusals,
      'assignment.doubled',
      'assignment.past',
      'assignment.tooMany',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/user-management/users/{id}/assignments/{assignmentId}',
    about: 'Takes a further role away from a user, in force at their next request.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId, assignmentId: AssignmentId }),
    result: z.array(Assignment),
    errors: ['user.unknown', 'user.beyondYourOwn', 'user.ownStanding', 'assignment.gone'],
  },
  explain: {
    method: 'GET',
    path: '/user-management/users/{id}/access',
    about:
      'Whether a user may do a thing at a place: through which of their assignments, and what the others lack. `permission` is one of the fifty names; without `nodeId` the user’s own place is meant.',
    allow: 'VIEW_USER',
    params: byId,
    query: z.object({ permission: Permission, nodeId: z.optional(NodeId) }),
    result: Explanation,
    errors: ['user.unknown', 'node.unknown'],
  },
});
