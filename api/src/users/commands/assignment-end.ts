import { lockStructure } from '../../nodes/queries.ts';
import {
  type AssignmentDetails,
  listAssignments,
  listFutureTimes,
  updateEnd,
} from '../assignments/assignment-queries.ts';
import { changeErrors, type CommandError } from '../policy.ts';
import { applyUserChanges } from './change.ts';
import type { CommandContext, CommandDependencies } from './context.ts';
import { withdrawAfterChange } from '../email/pending-email.ts';
import { auditUsers } from '../user-mapper.ts';
import { assignmentErrors, loadTargets, planUserChanges } from './plan.ts';
import { listUserStates } from './change-queries.ts';
import type { UserState } from './user-state.ts';

/** An assignment of a user with its new end; null for none. */
export type ChangedEnd = { readonly userId: string; readonly id: string; readonly until: string | null };

/**
 * Changes when an assignment ends, by the rules of granting the role again; returns the errors. Roles that its user has
 * granted to others are not changed.
 */
export async function changeEnd(
  dependencies: CommandDependencies,
  context: CommandContext,
  { userId, id, until }: ChangedEnd,
): Promise<readonly CommandError[]> {
  const { db, actor } = context;
  await lockStructure(db, actor.scope);
  const [user] = await listUserStates(db, actor, { ids: [userId], orSelf: true }, { lock: true });
  if (!user) return [{ part: 'user', code: 'user.unknown' }];
  const errors = changeErrors(actor, user, ['furtherRole']);
  if (errors.length > 0) return errors;
  const future = until === null ? undefined : await listFutureTimes(db, actor.scope, [until]);
  if (future?.size === 0) return [{ part: 'user', code: 'assignment.past' }];
  const assignment = (await listAssignments(db, actor.scope, [userId])).find((held) => held.id === id);
  if (!assignment) return [{ part: 'role', code: 'assignment.gone' }];
  return assignment.first
    ? changePrimaryEnd(dependencies, context, user, until)
    : changeAdditionalEnd(dependencies, context, user, assignment, until);
}

async function changePrimaryEnd(
  dependencies: CommandDependencies,
  context: CommandContext,
  { id }: UserState,
  until: string | null,
): Promise<readonly CommandError[]> {
  const planned = await planUserChanges(
    dependencies,
    context,
    { ids: [id], requestedOf: () => ({ until }) },
    { lock: true },
  );
  const plan = planned.get(id)!;
  if (plan.errors.length === 0 && plan.changes) await applyUserChanges(dependencies, context, [plan]);
  return plan.errors;
}

async function changeAdditionalEnd(
  dependencies: CommandDependencies,
  context: CommandContext,
  user: UserState,
  { id, role: { id: roleId }, place, until: previous }: AssignmentDetails,
  until: string | null,
): Promise<readonly CommandError[]> {
  const { db, actor } = context;
  const requested = { roleId, nodeId: place?.id };
  const { nodes, roles } = await loadTargets(context, [{ user, requested }], { lock: true });
  const role = roles.get(roleId);
  const errors = assignmentErrors(actor, { node: nodes.get(place?.id ?? ''), roleId, role, until });
  if (errors.length > 0) return errors;
  await updateEnd(db, actor.scope, id, until, actor.userId);
  await withdrawAfterChange(dependencies, context, user.id);
  const common = { role: role?.name, place: place?.name };
  await auditUsers(context, [
    {
      id: user.id,
      tpath: user.tpath,
      action: 'user.roleGiven',
      before: { ...common, until: previous },
      after: { ...common, until },
    },
  ]);
  return [];
}
