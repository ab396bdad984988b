import type { UserBulkPreview, UserBulkTask } from '@storeward/contract/user-bulk';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { isAssignmentTask, type PlannedUserChange, planTask } from './bulk-run-kind.ts';
import type { CommandDependencies } from '../commands/context.ts';
import { groupEquivalentUsers } from './bulk-queries.ts';

type ActorContext = { readonly db: Db; readonly actor: Actor };
type PreviewRequest = { readonly task: UserBulkTask; readonly ids: readonly string[] };
type PlannedUsers = { readonly plan: PlannedUserChange | undefined; readonly count: number };

const planBatchSize = 2_000;

/** Counts the outcomes of a task without changing anything, by the same plan as its execution. */
export async function previewOutcomes(
  dependencies: CommandDependencies,
  context: ActorContext,
  request: PreviewRequest,
): Promise<Pick<UserBulkPreview, 'changes' | 'unchanged' | 'refused' | 'faults'>> {
  const planned = isAssignmentTask(request.task)
    ? planByGroup(dependencies, context, request)
    : planEach(dependencies, context, request);
  const outcomes = { changes: 0, unchanged: 0, refused: 0 };
  const countByError = new Map<string, number>();
  for await (const { plan, count } of planned) {
    const error = plan ? plan.errors[0]?.code : 'user.unknown';
    if (error) countByError.set(error, (countByError.get(error) ?? 0) + count);
    outcomes[error ? 'refused' : plan?.changes ? 'changes' : 'unchanged'] += count;
  }
  return { ...outcomes, faults: [...countByError].map(([messageCode, count]) => ({ messageCode, count })) };
}

async function* planEach(
  dependencies: CommandDependencies,
  context: ActorContext,
  { task, ids }: PreviewRequest,
): AsyncGenerator<PlannedUsers> {
  for (let offset = 0; offset < ids.length; offset += planBatchSize) {
    const batch = ids.slice(offset, offset + planBatchSize);
    const planned = await planTask(dependencies, context, { task, ids: batch, lock: false });
    for (const id of batch) yield { plan: planned.get(id), count: 1 };
  }
}

/** Plans one representative per group of equivalent users, which makes previews of role and node changes fast. */
async function* planByGroup(
  dependencies: CommandDependencies,
  context: ActorContext,
  { task, ids }: PreviewRequest,
): AsyncGenerator<PlannedUsers> {
  const groups = await groupEquivalentUsers(context.db, context.actor, ids, {
    nodeId: task.place?.id,
    roleId: task.role?.id,
  });
  const representativeIds = groups.map(({ id }) => id);
  const planned = await planTask(dependencies, context, { task, ids: representativeIds, lock: false });
  for (const { id, count } of groups) yield { plan: planned.get(id), count };
  const missing = ids.length - groups.reduce((sum, { count }) => sum + count, 0);
  if (missing > 0) yield { plan: undefined, count: missing };
}
