import { errors } from '@storeward/contract/errors';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { lockStructure, findTreePosition } from '../nodes/queries.ts';
import type { Context } from '../platform/http/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { assignmentError } from '../roles/policy.ts';
import { findRoleToAssign } from '../roles/queries.ts';
import type { AssignedNode, PrimaryAssignment } from './primary-assignment-queries.ts';

type ActorContext = Pick<Context, 'db' | 'actor'>;

/**
 * Resolves the node for a user and locks the tree structure. Global actors may omit it and get the organisation's top
 * node.
 */
export async function resolveTargetNode(
  { db, actor }: ActorContext,
  requested: NodeId | null | undefined,
): Promise<AssignedNode & { readonly nodeType: Parameters<typeof assignmentError>[2] }> {
  const isGlobal = actor.rootNode?.nodeType === 'GLOBAL';
  const id = requested ?? (isGlobal ? actor.scope.orgId : undefined);
  if (!id) throw requiredFieldError('rootNodeId');
  // the node must not move or be deleted before the assignment is stored
  await lockStructure(db, actor.scope);
  const node = await findTreePosition(db, actor.scope, id);
  ensure(node, 'node.unknown');
  return node;
}

/** Throws unless the actor may assign the role at a node of this type. */
export async function ensureAssignableRole(
  { db, actor }: ActorContext,
  roleId: RoleId,
  { nodeType }: Awaited<ReturnType<typeof resolveTargetNode>>,
): Promise<void> {
  const role = await findRoleToAssign(db, actor.scope, roleId);
  ensure(role, 'role.unknown');
  const error = assignmentError(actor, role, nodeType);
  if (error) throw new ApiError(error);
}

/** Validates a requested change of node or role; returns undefined if nothing changes. */
export async function primaryAssignmentChange(
  context: ActorContext,
  userId: string,
  current: PrimaryAssignment,
  requested: { readonly rootNodeId?: NodeId | null | undefined; readonly roleId?: RoleId | undefined },
): Promise<{ node: AssignedNode; roleId: string | null; assignmentId: string | null } | undefined> {
  const nodeChanges = requested.rootNodeId != null && requested.rootNodeId !== current.nodeId;
  const roleChanges = requested.roleId !== undefined && requested.roleId !== current.roleId;
  if (!nodeChanges && !roleChanges) return undefined;
  // prevents privilege escalation and self-lockout
  ensure(userId !== context.actor.userId, 'user.ownStanding');
  const node = await resolveTargetNode(context, requested.rootNodeId ?? (current.nodeId as NodeId | null));
  const roleId = requested.roleId ?? (current.roleId as RoleId | null);
  if (roleId) await ensureAssignableRole(context, roleId, node);
  return { node, roleId, assignmentId: current.assignmentId };
}

/** Audit fields of a primary assignment, by display names. */
export const assignmentAuditFields = (current: PrimaryAssignment | undefined) => ({
  place: current?.nodeName ?? null,
  role: current?.roleName ?? null,
});

const requiredFieldError = (path: string): ApiError =>
  new ApiError('input.invalid', {
    errors: [{ path, messageCode: 'field.required', message: errors['field.required'].text }],
  });
