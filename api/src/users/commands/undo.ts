import type { UserInput } from '@storeward/contract/users/user-input';
import { listInUse } from '../../imports/queries.ts';
import { pickUserInput } from '../user-mapper.ts';
import { applyUserChanges } from './change.ts';
import type { CommandContext, CommandDependencies } from './context.ts';
import { planUserChanges, type RequestedUser } from './plan.ts';
import { removalErrors, removeUsers } from './remove.ts';
import { listUserStates } from './change-queries.ts';
import type { UserState } from './user-state.ts';

/** A user before a run, stored as JSON with its row. Node and role are stored by id only, because both may change. */
type StoredState = {
  readonly input: UserInput;
  /** Absent in rows of an earlier release. */
  readonly pendingEmail?: string | null;
  readonly status: boolean;
  readonly placeId: string | null;
  readonly roleId: string | null;
  readonly until: string | null;
};

export const storedState = (user: UserState): StoredState => ({
  input: pickUserInput(user),
  pendingEmail: user.pendingEmail,
  status: user.status,
  placeId: user.node?.id ?? null,
  roleId: user.role?.id ?? null,
  until: user.until,
});

/** A user that a run has written, with the version after it; `before` is null for a created user. */
type WrittenRow = {
  readonly entityId: string;
  readonly version: number;
  readonly before: unknown;
};

type UndoOutcome = 'undone' | 'kept';

/** Undoes rows of a run; users who have been changed or used since are kept. Returns the results in the same order. */
export async function undoUserRows(
  dependencies: CommandDependencies,
  context: CommandContext,
  rows: readonly WrittenRow[],
): Promise<UndoOutcome[]> {
  const { db, actor } = context;
  // locks all of them first, so that the order of the locks is that of the ids although the two parts run one after the other
  await listUserStates(db, actor, { ids: rows.map(({ entityId }) => entityId) }, { lock: true });
  const [created, changed] = [rows.filter(({ before }) => !before), rows.filter(({ before }) => before)];
  const undoneIds = new Set([
    ...(await undoCreations(dependencies, context, created)),
    ...(await undoUserChanges(dependencies, context, changed)),
  ]);
  return rows.map(({ entityId }) => (undoneIds.has(entityId) ? 'undone' : 'kept'));
}

/** Deletes created users; returns their ids. */
async function undoCreations(
  dependencies: CommandDependencies,
  context: CommandContext,
  rows: readonly WrittenRow[],
): Promise<string[]> {
  const { db, actor } = context;
  const ids = rows.map(({ entityId }) => entityId);
  const users = await listUserStates(db, actor, { ids }, { lock: true });
  const inUse = await listInUse(db, actor.scope, 'user', ids);
  const versions = new Map(rows.map(({ entityId, version }) => [entityId, version]));
  const unused = users.filter(
    (user) => !inUse.has(user.id) && user.version === versions.get(user.id) && removalErrors(actor, user).length === 0,
  );
  await removeUsers(dependencies, context, unused);
  return unused.map(({ id }) => id);
}

/** Restores changed users by the current rules: a role may have gained rights, or a node moved. Returns their ids. */
async function undoUserChanges(
  dependencies: CommandDependencies,
  context: CommandContext,
  rows: readonly WrittenRow[],
): Promise<string[]> {
  const rowById = new Map(rows.map((row) => [row.entityId, row]));
  const requestedOf = ({ id, status: current, pendingEmail: pending }: UserState): RequestedUser => {
    const { input, pendingEmail, status, placeId, roleId, until } = rowById.get(id)!.before as Partial<StoredState>;
    return {
      // an address that was pending before the run is proposed again: its links have ended
      ...(input && { input: pendingEmail && pendingEmail !== pending ? { ...input, emailId: pendingEmail } : input }),
      withdrawsEmail: pendingEmail === null,
      ...(status !== undefined && status !== current && { status }),
      nodeId: placeId ?? undefined,
      roleId: roleId ?? undefined,
      until,
    };
  };
  const planned = await planUserChanges(
    dependencies,
    context,
    { ids: [...rowById.keys()], requestedOf },
    { lock: true },
  );
  const restorable = [...planned.values()].filter(
    ({ user, errors, changes }) =>
      changes &&
      errors.length === 0 &&
      user.id !== context.actor.userId &&
      user.version === rowById.get(user.id)?.version,
  );
  await applyUserChanges(dependencies, context, restorable);
  return restorable.map(({ user }) => user.id);
}
