import { type UserBulkAction, userBulkPermissions } from '@storeward/contract/users/user-bulk-actions';
import { UserBulkTask } from '@storeward/contract/users/user-bulk';
import type { RowPlan, RunKind } from '../../imports/kind.ts';
import { tryLockStructure } from '../../nodes/queries.ts';
import { applyUserChanges } from '../commands/change.ts';
import type { CommandContext, CommandDependencies } from '../commands/context.ts';
import { type PlannedChange, planUserChanges, type RequestedUser } from '../commands/plan.ts';
import { type PlannedLink, planResetLinks, sendResetLinks } from '../commands/reset-link.ts';
import { storedState, undoUserRows } from '../commands/undo.ts';

/** A planned bulk change of one user. */
export type PlannedUserChange = PlannedChange | PlannedLink;

type BulkRequest = { readonly task: UserBulkTask; readonly ids: readonly string[]; readonly lock: boolean };

/** The requested state of each user by task. */
const requestedBy: Readonly<Record<Exclude<UserBulkAction, 'sendReset'>, (task: UserBulkTask) => RequestedUser>> = {
  enable: () => ({ status: true }),
  disable: () => ({ status: false }),
  changeRole: ({ role }) => ({ roleId: role?.id }),
  move: ({ place }) => ({ nodeId: place?.id }),
};

/** Plans a task for users by the commands for one user; users outside the actor's scope are missing in the result. */
export async function planTask(
  dependencies: CommandDependencies,
  context: Pick<CommandContext, 'db' | 'actor'>,
  { task, ids, lock }: BulkRequest,
): Promise<ReadonlyMap<string, PlannedUserChange>> {
  const { action } = task;
  if (action === 'sendReset') return planResetLinks(dependencies.links, context, ids, { lock });
  return planUserChanges(dependencies, context, { ids, requestedOf: () => requestedBy[action](task) }, { lock });
}

/** Whether a task changes the primary assignment (role or node). */
export const isAssignmentTask = ({ action }: UserBulkTask): boolean => action === 'changeRole' || action === 'move';

/** The run kind of bulk changes (bulk updates) of users: its rows are applied by the commands for one user. */
export const userBulkRunKind = (dependencies: CommandDependencies): RunKind<PlannedUserChange> => ({
  name: 'userChanges',
  columns: {
    known: [
      { name: 'userName', sample: '' },
      { name: 'name', sample: '' },
    ],
    key: 'userName',
  },

  undoPermissions(run) {
    const { action } = UserBulkTask.parse(run.task);
    // a sent mail cannot be recalled
    return action === 'sendReset' ? undefined : [userBulkPermissions[action]];
  },

  // users are protected by row locks; only changes of role or node need the tree to stay unchanged
  lock: async ({ db, actor, task }) =>
    !isAssignmentTask(UserBulkTask.parse(task)) || tryLockStructure(db, actor.scope, false),

  async plan(context, rows) {
    const task = UserBulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const planned = await planTask(dependencies, context, { task, ids, lock: context.writing });
    return rows.map(({ entityId }): RowPlan<PlannedUserChange> => {
      const common = { entityId, version: null, exclusive: false };
      const plan = planned.get(entityId ?? '');
      const error = plan ? plan.errors[0]?.code : 'user.unknown';
      if (error) return { ...common, outcome: 'wrong', faults: [{ column: null, messageCode: error }] };
      if (!plan?.changes) return { ...common, outcome: 'unchanged', faults: [] };
      return { ...common, outcome: 'updated', faults: [], change: plan };
    });
  },

  async apply(context, changes) {
    const links = changes.filter((change) => !('target' in change));
    if (links.length > 0) {
      await sendResetLinks(dependencies.links, context, links);
      return links.map(({ user: { id, version, status } }) => ({ entityId: id, version, before: { status } }));
    }
    const planned = changes.filter((change) => 'target' in change);
    const written = await applyUserChanges(dependencies, context, planned);
    return written.map(({ id, version }, index) => ({
      entityId: id,
      version,
      before: storedState(planned[index]!.user),
    }));
  },

  undo: (context, rows) => undoUserRows(dependencies, context, rows),
});
