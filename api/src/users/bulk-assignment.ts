import type { ErrorCode } from '@storeward/contract/errors';
import type { UserBulkTask } from '@storeward/contract/user-bulk';
import { findTreePosition } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { findRoleToAssign } from '../roles/queries.ts';
import { type ExistingUserChange, primaryAssignmentError } from './import-changes.ts';
import { listExistingUsers } from './import-queries.ts';
import { userAbilities } from './policy.ts';

/** A change of role or node that keeps all other fields. */
export type AssignmentChange = ExistingUserChange;

export type AssignmentEvaluation =
  | { readonly error: ErrorCode }
  | { readonly changes: boolean; readonly change: AssignmentChange };

/** Evaluates a change of role or node for users by the rules for a single user; returns a lookup by user id. */
export async function evaluateAssignments(
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  { task, ids, lock }: { readonly task: UserBulkTask; readonly ids: readonly string[]; readonly lock: boolean },
): Promise<(id: string) => AssignmentEvaluation> {
  const { scope, accessRights: rights } = actor;
  const [users, role, nodeRow] = await Promise.all([
    listExistingUsers(db, scope, { ids }, { lock, rights }),
    task.role && findRoleToAssign(db, scope, task.role.id, { lock }),
    task.place && findTreePosition(db, scope, task.place.id),
  ]);
  const node = nodeRow && task.place && { ...nodeRow, name: task.place.name };
  const byId = new Map(users.map((user) => [user.id, user]));
  return (id) => {
    const existing = byId.get(id);
    if (!existing) return { error: 'user.unknown' };
    if (!userAbilities(actor, existing).edit) return { error: 'user.beyondYourOwn' };
    if (task.role && !role) return { error: 'role.unknown' };
    if (task.place && !node) return { error: 'node.unknown' };
    const target = { node: node ?? existing.node ?? undefined, role: role ?? existing.role ?? undefined };
    const change = { existing, input: existing, status: existing.status, ...target };
    if (target.node?.id === existing.node?.id && target.role?.id === existing.role?.id)
      return { changes: false, change };
    const error = assignmentErrorFor(actor, change);
    return error ? { error } : { changes: true, change };
  };
}

function assignmentErrorFor(actor: Actor, change: AssignmentChange): ErrorCode | undefined {
  // prevents privilege escalation and self-lockout
  if (change.existing?.id === actor.userId) return 'user.ownStanding';
  return change.node ? primaryAssignmentError(actor, change) : 'node.unknown';
}
