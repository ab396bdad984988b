import { type FirstChanges, namedChanges } from '@storeward/contract/first-changes';
import type { UserBulkPreview, UserBulkTask } from '@storeward/contract/users/user-bulk';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { isAssignmentTask, type PlannedUserChange, planTask } from './bulk-run-kind.ts';
import type { CommandDependencies } from '../commands/context.ts';
import { type BulkTarget, groupEquivalentUsers, listChangeableStates, type UserGroup } from './bulk-queries.ts';

type ActorContext = { readonly db: Db; readonly actor: Actor };
type PreviewRequest = { readonly task: UserBulkTask; readonly targets: readonly BulkTarget[] };
type PlanRequest = { readonly task: UserBulkTask; readonly ids: readonly string[] };
/** Users with the same plan; of many of them the first ones. */
type PlannedUsers = { readonly plan: PlannedUserChange | undefined } & UserGroup;

const planBatchSize = 2_000;

/** Counts the outcomes of a task, and names the first changed users, without changing anything, by the same plan as its execution. */
export async function previewOutcomes(
  dependencies: CommandDependencies,
  context: ActorContext,
  { task, targets }: PreviewRequest,
): Promise<Pick<UserBulkPreview, 'changes' | 'unchanged' | 'refused' | 'faults' | 'first'>> {
  const request = { task, ids: targets.map(({ id }) => id) };
  const planned = isAssignmentTask(task)
    ? planByGroup(dependencies, context, request)
    : planEach(dependencies, context, request);
  const outcomes = { changes: 0, unchanged: 0, refused: 0 };
  const countByError = new Map<string, number>();
  const changed = new Set<string>();
  for await (const { plan, count, members } of planned) {
    const error = plan ? plan.errors[0]?.code : 'user.unknown';
    if (error) countByError.set(error, (countByError.get(error) ?? 0) + count);
    const outcome = error ? 'refused' : plan?.changes ? 'changes' : 'unchanged';
    outcomes[outcome] += count;
    if (outcome === 'changes') for (const id of members) changed.add(id);
  }
  const first = targets.filter(({ id }) => changed.has(id)).slice(0, namedChanges);
  return {
    ...outcomes,
    faults: [...countByError].map(([messageCode, count]) => ({ messageCode, count })),
    first: await describeChanges(context, task, first),
  };
}

/** The users with what the task changes of them; a mail changes nothing. */
async function describeChanges(
  { db, actor }: ActorContext,
  { action, role, place }: UserBulkTask,
  users: readonly BulkTarget[],
): Promise<FirstChanges> {
  const ids = users.map(({ id }) => id);
  const states = new Map((await listChangeableStates(db, actor.scope, ids)).map((state) => [state.id, state]));
  return users.map(({ id, name, userName }) => {
    const { status = null, roleName = null, nodeName = null } = states.get(id) ?? {};
    const values = {
      enable: { before: status, after: true },
      disable: { before: status, after: false },
      sendReset: { before: null, after: null },
      changeRole: { before: roleName, after: role?.name ?? null },
      move: { before: nodeName, after: place?.name ?? null },
    };
    return { name: name || userName, ...values[action] };
  });
}

async function* planEach(
  dependencies: CommandDependencies,
  context: ActorContext,
  { task, ids }: PlanRequest,
): AsyncGenerator<PlannedUsers> {
  for (let offset = 0; offset < ids.length; offset += planBatchSize) {
    const batch = ids.slice(offset, offset + planBatchSize);
    const planned = await planTask(dependencies, context, { task, ids: batch, lock: false });
    for (const id of batch) yield { plan: planned.get(id), count: 1, members: [id] };
  }
}

/** Plans one representative per group of equivalent users, which makes previews of role and node changes fast. */
async function* planByGroup(
  dependencies: CommandDependencies,
  context: ActorContext,
  { task, ids }: PlanRequest,
): AsyncGenerator<PlannedUsers> {
  const assignment = { nodeId: task.place?.id, roleId: task.role?.id };
  const groups = await groupEquivalentUsers(context.db, context.actor, ids, assignment, namedChanges);
  const representativeIds = groups.flatMap(({ members }) => members.slice(0, 1));
  const planned = await planTask(dependencies, context, { task, ids: representativeIds, lock: false });
  for (const group of groups) yield { plan: planned.get(group.members[0]!), ...group };
  const missing = ids.length - groups.reduce((sum, { count }) => sum + count, 0);
  if (missing > 0) yield { plan: undefined, count: missing, members: [] };
}
