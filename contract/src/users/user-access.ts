import * as z from 'zod/mini';
import { Permission } from '../access.ts';
import { type ActionName, actionNames } from './actions.ts';
import { Assignment } from './assignments.ts';
import { endpoints } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { NodeId, NodeRef } from '../nodes.ts';
import { pageQuery } from '../paging.ts';
import { RoleId } from '../roles.ts';
import { AssignmentId, UserId } from '../users.ts';

/**
 * Why an assignment does not allow an action at a location. `permission`: the role has none of `permissions`. `scope`: the
 * location is not at or below that of the assignment. `level`: the action is not open to users of this level. `ownLocation`:
 * only users of a location above may do it. `expired`: the assignment has ended. `locationDisabled`: `node`, its location or
 * one above, is disabled. `beyondOwn`: the target user, or the target role, has permissions, a location or a level beyond it.
 */
export const obstacleReasons = [
  'permission',
  'scope',
  'level',
  'ownLocation',
  'expired',
  'roleDisabled',
  'locationDisabled',
  'ownAccount',
  'beyondOwn',
  'targetRoleDisabled',
] as const;

/** Why an assignment does not allow an action; `node` is the location of `locationDisabled`. */
export const Obstacle = z.object({
  reason: z.enum(obstacleReasons),
  /** Of which one is enough. */
  permissions: z.optional(z.array(Permission)),
  node: z.optional(NodeRef),
});
export type Obstacle = z.infer<typeof Obstacle>;

/** Whether a user may perform an action at a location, through which assignments, and what the other assignments lack. */
export const Explanation = z.object({
  allowed: z.boolean(),
  /** The location that the explanation refers to; null for a user without a location. */
  node: z.nullable(NodeRef),
  /** Whether the action is possible at a location of this type. */
  fits: z.boolean(),
  /** Whether the user is enabled. */
  status: z.boolean(),
  locked: z.boolean(),
  /** The user has a temporary password that must be changed first. */
  mustChangePassword: z.boolean(),
  ways: z.array(z.extend(Assignment, { missing: z.array(Obstacle) })),
  /** The user has assignments outside the reader's scope, which are not disclosed. */
  beyond: z.boolean(),
});
export type Explanation = z.infer<typeof Explanation>;

/** A user who may perform an action at a location, and the assignments through which. */
export const PermittedUser = z.object({
  id: UserId,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profilePicture: z.nullable(z.string()),
  ways: z.array(
    z.object({
      id: AssignmentId,
      role: z.object({ id: RoleId, name: z.string() }),
      place: NodeRef,
      until: z.nullable(Timestamp),
    }),
  ),
});
export type PermittedUser = z.infer<typeof PermittedUser>;

export const ActionParam = z.enum(actionNames as [ActionName, ...ActionName[]]);

/** Who may perform an action at a location: for one user or for all users. */
export const userAccess = endpoints({
  explain: {
    method: 'GET',
    path: '/user-management/users/{id}/access',
    summary:
      'Whether a user may perform an action at a node, through which assignment, and what the others lack. Without `nodeId` the node of the target user applies, otherwise the user’s own; `targetId` and `roleId` are the user and the role that the action is performed on.',
    allow: 'VIEW_USER',
    params: z.object({ id: UserId }),
    query: z.object({
      action: ActionParam,
      nodeId: z.optional(NodeId),
      targetId: z.optional(UserId),
      roleId: z.optional(RoleId),
    }),
    result: Explanation,
    errors: ['user.unknown', 'node.unknown', 'role.unknown'],
  },
  permittedUsers: {
    method: 'GET',
    path: '/node-management/node/{id}/permitted-users',
    summary:
      'The users who may perform an action at a node, by name, with the assignments that allow it, within the current user’s scope.',
    allow: { all: ['VIEW_USER', 'VIEW_NODE'] },
    params: z.object({ id: NodeId }),
    query: z.extend(z.pick(pageQuery(['name']), { search: true, page: true, size: true }), { action: ActionParam }),
    result: PermittedUser,
    page: true,
    errors: ['node.unknown'],
  },
});
