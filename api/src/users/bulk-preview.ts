import type { UserBulkPreview, UserBulkTask } from '@storeward/contract/user-bulk';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { type BulkRunDependencies, isAssignmentTask, type Evaluation, evaluateUsers } from './bulk-run-kind.ts';
import { groupEquivalentUsers } from './bulk-queries.ts';

type ActorContext = { readonly db: Db; readonly actor: Actor };
type PreviewRequest = { readonly task: UserBulkTask; readonly ids: readonly string[] };
type EvaluatedUsers = { readonly evaluation: Evaluation; readonly count: number };

const evaluationBatchSize = 2_000;

/** Counts the outcomes of a task without changing anything, by the same evaluation as its execution. */
export async function previewOutcomes(
  dependencies: BulkRunDependencies,
  context: ActorContext,
  request: PreviewRequest,
): Promise<Pick<UserBulkPreview, 'changes' | 'unchanged' | 'refused' | 'faults'>> {
  const evaluated = isAssignmentTask(request.task)
    ? evaluateByGroup(dependencies, context, request)
    : evaluateEach(dependencies, context, request);
  const outcomes = { changes: 0, unchanged: 0, refused: 0 };
  const faults = new Map<string, number>();
  for await (const { evaluation, count } of evaluated) {
    if ('error' in evaluation) faults.set(evaluation.error, (faults.get(evaluation.error) ?? 0) + count);
    outcomes['error' in evaluation ? 'refused' : evaluation.changes ? 'changes' : 'unchanged'] += count;
  }
  return { ...outcomes, faults: [...faults].map(([messageCode, count]) => ({ messageCode, count })) };
}

async function* evaluateEach(
  dependencies: BulkRunDependencies,
  context: ActorContext,
  { task, ids }: PreviewRequest,
): AsyncGenerator<EvaluatedUsers> {
  for (let offset = 0; offset < ids.length; offset += evaluationBatchSize) {
    const batch = ids.slice(offset, offset + evaluationBatchSize);
    const evaluate = await evaluateUsers(dependencies, context, { task, ids: batch, lock: false });
    for (const id of batch) yield { evaluation: evaluate(id), count: 1 };
  }
}

/** Evaluates one representative per group of equivalent users, which makes previews of role and node changes fast. */
async function* evaluateByGroup(
  dependencies: BulkRunDependencies,
  context: ActorContext,
  { task, ids }: PreviewRequest,
): AsyncGenerator<EvaluatedUsers> {
  const groups = await groupEquivalentUsers(context.db, context.actor, ids, task.place?.id);
  const representativeIds = groups.map(({ id }) => id);
  const evaluate = await evaluateUsers(dependencies, context, { task, ids: representativeIds, lock: false });
  for (const { id, count } of groups) yield { evaluation: evaluate(id), count };
  const missing = ids.length - groups.reduce((sum, { count }) => sum + count, 0);
  if (missing > 0) yield { evaluation: { error: 'user.unknown' }, count: missing };
}
