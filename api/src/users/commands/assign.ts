import { lockStructure } from '../../nodes/queries.ts';
import {
  type AssignmentDetails,
  deleteAssignments,
  deleteExpiredAssignments,
  listAssignments,
  listFutureTimes,
} from '../assignments/assignment-queries.ts';
import { changeErrors, type CommandError } from '../policy.ts';
import { withdrawAfterChange } from '../email/pending-email.ts';
import type { CommandContext, MailDependencies } from './context.ts';
import { auditUsers } from '../user-mapper.ts';
import { assignmentErrors, loadTargets } from './plan.ts';
import { insertAssignments, listUserStates } from './change-queries.ts';

/** Limit of additional roles per user; users choose among them in a menu. */
const maxAdditionalAssignments = 20;

/** An additional role for a user; `until` is the ISO 8601 end time, null for no end. Without it, the actor's own applies. */
export type RoleToAssign = {
  readonly userId: string;
  readonly roleId: string;
  readonly nodeId: string;
  readonly until?: string | null | undefined;
};

/** The errors of an item; empty if it is done. */
export type ItemErrors = readonly CommandError[];

const unknownUser: CommandError = { part: 'user', code: 'user.unknown' };

/** Assigns additional roles to users, at most one to each; returns one outcome per item. */
export async function assignRoles(
  dependencies: MailDependencies,
  context: CommandContext,
  items: readonly RoleToAssign[],
): Promise<ItemErrors[]> {
  const { db, actor } = context;
  const { scope } = actor;
  const ids = items.map(({ userId }) => userId);
  // before the users: a move locks the tree first, and then the users in it
  await lockStructure(db, scope);
  const users = new Map(
    (await listUserStates(db, actor, { ids, orSelf: true }, { lock: true })).map((user) => [user.id, user]),
  );
  const known = items.flatMap((item) => {
    const user = users.get(item.userId);
    return user ? [{ user, requested: item }] : [];
  });
  const [targets, future] = await Promise.all([
    loadTargets(context, known, { lock: true }),
    listFutureTimes(
      db,
      scope,
      items.flatMap(({ until }) => until ?? []),
    ),
  ]);
  const permitted = items.map((item): CommandError[] => {
    const user = users.get(item.userId);
    if (!user) return [unknownUser];
    const errors = changeErrors(actor, user, ['furtherRole']);
    const past: CommandError = { part: 'user', code: 'assignment.past' };
    return item.until == null || future.has(item.until) ? errors : [...errors, past];
  });
  // an expired role does not block a new one
  const touchedIds = ids.filter((_, index) => permitted[index]?.length === 0);
  await deleteExpiredAssignments(db, scope, touchedIds);
  const heldByUser = Map.groupBy(await listAssignments(db, scope, touchedIds), ({ userId }) => userId);
  const planned = items.map(({ userId, roleId, nodeId, until = actor.assignmentUntil }, index) => {
    const [node, role, held] = [targets.nodes.get(nodeId), targets.roles.get(roleId), heldByUser.get(userId) ?? []];
    const errors = [
      ...permitted[index]!,
      ...assignmentErrors(actor, { node, roleId, role, until }),
      ...limitErrors(held, { roleId, nodeId }),
    ];
    const position = 1 + Math.max(0, ...held.map((assignment) => assignment.position));
    return { userId, until, node, role, position, errors };
  });
  const toInsert = planned.flatMap(({ node, role, errors, ...item }) =>
    errors.length === 0 && node && role ? [{ ...item, node, role, roleId: role.id }] : [],
  );
  const stored = await insertAssignments(db, scope, toInsert, actor.userId);
  for (const { userId } of toInsert) await withdrawAfterChange(dependencies, context, userId);
  const untilOf = new Map(stored.map(({ userId, until }) => [userId, until]));
  await auditUsers(
    context,
    toInsert.map(({ userId: id, role, node }) => {
      const until = untilOf.get(id);
      const after = { role: role.name, place: node.name, ...(until ? { until } : {}) };
      return { id, tpath: users.get(id)!.tpath, action: 'user.roleGiven', after };
    }),
  );
  return planned.map(({ errors }) => errors);
}

function limitErrors(
  held: readonly AssignmentDetails[],
  { roleId, nodeId }: Pick<RoleToAssign, 'roleId' | 'nodeId'>,
): CommandError[] {
  if (held.length > maxAdditionalAssignments) return [{ part: 'role', code: 'assignment.tooMany' }];
  const isHeld = held.some(({ role, place }) => role.id === roleId && place?.id === nodeId);
  return isHeld ? [{ part: 'role', code: 'assignment.doubled' }] : [];
}

/** Removes additional assignments of users, at most one of each; returns one outcome per item. */
export async function removeAssignments(
  dependencies: MailDependencies,
  context: CommandContext,
  items: readonly { readonly userId: string; readonly id: string }[],
): Promise<ItemErrors[]> {
  const { db, actor } = context;
  const ids = items.map(({ userId }) => userId);
  const users = new Map(
    (await listUserStates(db, actor, { ids, orSelf: true }, { lock: true })).map((user) => [user.id, user]),
  );
  const refused = items.map(({ userId }): CommandError[] => {
    const user = users.get(userId);
    return user ? changeErrors(actor, user, ['furtherRole']) : [unknownUser];
  });
  const permitted = items.filter((_, index) => refused[index]?.length === 0);
  const held = await listAssignments(
    db,
    actor.scope,
    permitted.map(({ userId }) => userId),
  );
  const removedIds = await deleteAssignments(db, actor.scope, permitted);
  const removed = held.filter(({ id }) => removedIds.has(id));
  for (const { userId } of removed) await withdrawAfterChange(dependencies, context, userId);
  await auditUsers(
    context,
    removed.map(({ userId: id, role, place, until }) => {
      const before = { role: role.name, place: place?.name ?? null, ...(until ? { until } : {}) };
      return { id, tpath: users.get(id)!.tpath, action: 'user.roleTaken', before };
    }),
  );
  const gone: CommandError = { part: 'role', code: 'assignment.gone' };
  return items.map(({ id }, index) => (refused[index]!.length > 0 || removedIds.has(id) ? refused[index]! : [gone]));
}
