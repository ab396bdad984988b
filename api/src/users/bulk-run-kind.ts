import type { ErrorCode } from '@storeward/contract/errors';
import { UserBulkTask } from '@storeward/contract/user-bulk';
import { userBulkPermissions } from '@storeward/contract/user-bulk-actions';
import type { RateLimits } from '../rate-limits/queries.ts';
import { insertAudits } from '../audit/queries.ts';
import type { ImportContext, ImportKind, RowEvaluation, WrittenRecord } from '../imports/kind.ts';
import type { Actor, Origin } from '../platform/actor.ts';
import { tryLockStructure } from '../nodes/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { type BulkUser, endSessionsOfUsers, listBulkUsers, updateStatuses } from './bulk-queries.ts';
import { type AssignmentChange, evaluateAssignments } from './bulk-assignment.ts';
import { undoChanges, updateExistingUsers } from './import-changes.ts';
import { listUsersWithoutPassword } from './primary-assignment-queries.ts';
import { statusChangeError, userAbilities } from './policy.ts';

/** Sends password reset links under the same limits as for a single user. */
export type ResetLinks = {
  /** The users who have received as many links as the limit allows. */
  readonly atMailLimit: (
    context: { readonly db: Db; readonly actor: Actor },
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly send: (
    context: { readonly db: Db; readonly actor: Actor; readonly origin: Origin },
    users: readonly { readonly id: string; readonly emailId: string; readonly tpath: string }[],
    runId: string,
  ) => Promise<unknown>;
};

export type BulkRunDependencies = {
  readonly rateLimits: Pick<RateLimits, 'reset' | 'findLocks'>;
  readonly links: ResetLinks;
  /** Mails each user an invitation link to choose a password. */
  readonly inviteAll: (
    context: ActorContext,
    users: readonly { readonly id: string; readonly emailId: string }[],
  ) => Promise<void>;
  readonly mailEncryption: Encryption;
};

/** The change to write for one user: `user` for status changes and reset links, `assignment` for role or node. */
type BulkUserChange = { readonly user: BulkUser } | { readonly assignment: AssignmentChange };

/** The outcome for one user: why it is refused, or whether anything would change. */
export type Evaluation = { readonly error: ErrorCode } | { readonly changes: boolean; readonly change: BulkUserChange };

type ActorContext = { readonly db: Db; readonly actor: Actor };
type BulkRequest = { readonly task: UserBulkTask; readonly ids: readonly string[]; readonly lock: boolean };

/** Evaluates a task for users by the rules for a single user; returns a lookup by user id. */
export async function evaluateUsers(
  dependencies: BulkRunDependencies,
  context: ActorContext,
  request: BulkRequest,
): Promise<(id: string) => Evaluation> {
  if (!isAssignmentTask(request.task)) {
    const evaluate = await evaluateAccess(dependencies, context, request);
    return (id) => {
      const evaluation = evaluate(id);
      return 'error' in evaluation ? evaluation : { changes: evaluation.changes, change: { user: evaluation.user } };
    };
  }
  const evaluate = await evaluateAssignments(context, request);
  return (id) => {
    const evaluation = evaluate(id);
    return 'error' in evaluation
      ? evaluation
      : { changes: evaluation.changes, change: { assignment: evaluation.change } };
  };
}

/** Whether a task changes the primary assignment (role or node). */
export const isAssignmentTask = ({ action }: UserBulkTask): boolean => action === 'changeRole' || action === 'move';

type AccessEvaluation = { readonly error: ErrorCode } | { readonly user: BulkUser; readonly changes: boolean };

/** Evaluates enabling, disabling and sending reset links. */
async function evaluateAccess(
  { rateLimits, links }: BulkRunDependencies,
  { db, actor }: ActorContext,
  { task: { action }, ids, lock }: BulkRequest,
): Promise<(id: string) => AccessEvaluation> {
  const users = await listBulkUsers(db, actor.scope, ids, { rights: actor.accessRights, lock });
  const userRows = [...users.values()];
  const locked = action === 'enable' ? await findLockedIds(rateLimits, { db, actor }, userRows) : new Set<string>();
  const atMailLimit =
    action === 'sendReset' ? await links.atMailLimit({ db, actor }, [...users.keys()]) : new Set<string>();
  return (id) => {
    const user = users.get(id);
    if (!user) return { error: 'user.unknown' };
    const can = userAbilities(actor, user);
    if (action === 'sendReset') {
      if (!can.edit) return { error: 'user.beyondYourOwn' };
      // a disabled user cannot sign in, so a new password is useless
      if (!user.status) return { user, changes: false };
      return atMailLimit.has(id) ? { error: 'recovery.tooManyMails' } : { user, changes: true };
    }
    const error = statusChangeError(actor, { id, can });
    return error ? { error } : { user, changes: user.status !== (action === 'enable') || locked.has(id) };
  };
}

async function findLockedIds(
  rateLimits: BulkRunDependencies['rateLimits'],
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  users: readonly BulkUser[],
): Promise<ReadonlySet<string>> {
  const locks = await rateLimits.findLocks(db, actor.scope, Promise.resolve(users));
  return new Set(users.filter((_, index) => locks[index]).map(({ id }) => id));
}

const noVersions: ReadonlyMap<string, number> = new Map();

/** The run kind of bulk changes of users. It applies the same rules as changing a single user. */
export const userBulkRunKind = (dependencies: BulkRunDependencies): ImportKind<BulkUserChange> => ({
  name: 'userChanges',
  generatedRows: true,
  columns: [
    { name: 'userName', sample: '' },
    { name: 'name', sample: '' },
  ],
  keyColumn: 'userName',
  dependencyColumn: 'userName',
  leafRank: 0,
  undoPermissions: { created: [], updated: [] },
  undoPermissionsFor: (task) => [userBulkPermissions[UserBulkTask.parse(task).action]],
  // a sent mail cannot be recalled
  canUndo: (task) => UserBulkTask.parse(task).action !== 'sendReset',

  identifyRow: (cells) => ({ key: cells.get('userName') ?? '', dependsOn: '', rank: 0 }),

  // users are protected by row locks; only changes of role or node need the tree to stay unchanged
  acquireLock: async ({ db, actor, task }) =>
    !isAssignmentTask(UserBulkTask.parse(task)) || tryLockStructure(db, actor.scope, false),

  async evaluate(context, rows) {
    const task = UserBulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const evaluate = await evaluateUsers(dependencies, context, { task, ids, lock: context.writing });
    return rows.map(({ entityId }): RowEvaluation<BulkUserChange> => {
      const common = { entityId, version: null, exclusive: false };
      const evaluation = evaluate(entityId ?? '');
      if ('error' in evaluation)
        return { ...common, outcome: 'wrong', faults: [{ column: null, messageCode: evaluation.error }] };
      if (!evaluation.changes) return { ...common, outcome: 'unchanged', faults: [] };
      return { ...common, outcome: 'updated', faults: [], change: evaluation.change };
    });
  },

  async write(context, changes) {
    const { action } = UserBulkTask.parse(context.task);
    const assignments = changes.flatMap((change) => ('assignment' in change ? [change.assignment] : []));
    const written = await updateExistingUsers(dependencies, context, assignments);
    const users = changes.flatMap((change) => ('user' in change ? [change.user] : []));
    if (users.length === 0) return written;
    if (action === 'sendReset') await dependencies.links.send(context, users, context.runId);
    const versions =
      action === 'sendReset' ? noVersions : await setStatuses(dependencies, context, users, action === 'enable');
    return users.map(({ id, version, status }): WrittenRecord => {
      return { entityId: id, version: versions.get(id) ?? version, before: { status } };
    });
  },

  async undo(context, rows) {
    const task = UserBulkTask.parse(context.task);
    if (isAssignmentTask(task)) return undoChanges(context, rows, dependencies);
    const opposite = task.action === 'enable' ? 'disable' : 'enable';
    const ids = rows.map(({ entityId }) => entityId);
    const evaluate = await evaluateAccess(dependencies, context, { task: { action: opposite }, ids, lock: true });
    const restorable = rows.map(({ entityId, version, before }) => {
      const evaluation = evaluate(entityId);
      // skip users who were only unlocked, or changed since the run
      const { status } = before as { status: boolean };
      if ('error' in evaluation || evaluation.user.version !== version || evaluation.user.status === status)
        return undefined;
      return evaluation.user;
    });
    await setStatuses(
      dependencies,
      context,
      restorable.flatMap((user) => user ?? []),
      opposite === 'enable',
    );
    return restorable.map((user) => (user ? 'undone' : 'kept'));
  },
});

/**
 * Enables or disables users including locks, sessions, invitations and audit events; returns the new versions of
 * changed users.
 */
async function setStatuses(
  { rateLimits, inviteAll }: BulkRunDependencies,
  { db, actor, origin, runId }: ImportContext,
  users: readonly BulkUser[],
  status: boolean,
): Promise<ReadonlyMap<string, number>> {
  if (users.length === 0) return noVersions;
  const { scope, userId: actorId, sessionId } = actor;
  if (status) for (const user of users) await rateLimits.reset(db, scope, user);
  else
    await endSessionsOfUsers(
      db,
      scope,
      users.map(({ id }) => id),
    );
  const changed = users.filter((user) => user.status !== status).map(({ id }) => ({ id, status }));
  const versions = await updateStatuses(db, scope, changed, actorId);
  // users created disabled were never invited to choose a password
  if (status && changed.length > 0) {
    const withoutPassword = await listUsersWithoutPassword(
      db,
      scope,
      changed.map(({ id }) => id),
    );
    await inviteAll({ db, actor }, withoutPassword);
  }
  await insertAudits(
    db,
    scope,
    origin,
    users.map((user) => ({
      action: user.status === status ? 'user.unlocked' : status ? 'user.enabled' : 'user.disabled',
      entity: 'user',
      entityId: user.id,
      tpath: user.tpath,
      actorId,
      sessionId,
      before: user.status === status ? { locked: true } : { status: user.status },
      after: user.status === status ? { locked: false } : { status },
      runId,
    })),
  );
  return versions;
}
