import type { ErrorCode } from '@storeward/contract/errors';
import type { UserInput } from '@storeward/contract/users';
import { difference, type AuditEvent, insertAudits } from '../audit/queries.ts';
import type { ImportContext, WrittenRecord, WrittenRow } from '../imports/kind.ts';
import type { Actor } from '../platform/actor.ts';
import { newId } from '../platform/database/ids.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { assignmentError } from '../roles/policy.ts';
import { endSessionsOfUsers, updateStatuses } from './bulk-queries.ts';
import { pickUserInput, revokeResetTokensAndNotify } from './user-mapper.ts';
import { changedRecoveryFields } from './policy.ts';
import * as rows from './import-queries.ts';
import { listUsersWithoutPassword, clearTemporaryPassword } from './primary-assignment-queries.ts';

/** The target state of a row: a new user, or an update of an existing one. */
export type UserRowChange = {
  readonly input: UserInput;
  readonly status: boolean;
  readonly existing: rows.ExistingUser | undefined;
  readonly userName: string;
  readonly domain: string;
  readonly node: Pick<rows.ImportNode, 'id' | 'name' | 'nodeType' | 'tpath'> | undefined;
  readonly role: Omit<rows.ImportRole, 'key'> | undefined;
};

export type UserImportDependencies = {
  readonly mailEncryption: Encryption;
  /** Mails each user an invitation link to choose a password. */
  readonly inviteAll: (
    context: Pick<ImportContext, 'db' | 'actor'>,
    users: readonly { readonly id: string; readonly emailId: string }[],
    options?: { readonly alreadyRecorded: boolean },
  ) => Promise<void>;
};

type AuditEntry = Pick<AuditEvent, 'tpath' | 'action' | 'before' | 'after'> & { readonly id: string };

/**
 * A user before an import, stored as JSON for undo. Node and role are stored by id only, because both may change before
 * the undo.
 */
type StoredState = Pick<UserRowChange, 'input' | 'status'> & {
  readonly placeId: string | null;
  readonly roleId: string | null;
};

/** Inserts the new users among the changes and invites the enabled ones; returns the results by index of the change. */
export async function insertNewUsers(
  { inviteAll }: UserImportDependencies,
  context: ImportContext,
  changes: readonly UserRowChange[],
): Promise<ReadonlyMap<number, WrittenRecord>> {
  const { db, actor } = context;
  const newUsers = changes.flatMap(({ input, status, existing, userName, domain, node, role }, index) => {
    if (existing) return [];
    if (!node || !role) throw new Error('a valid new user needs a node and a role');
    const location = { nodeId: node.id, tpath: node.tpath, roleId: role.id };
    return [{ index, node, role, user: { ...input, ...location, id: newId(), userName, domainName: domain, status } }];
  });
  const users = newUsers.map(({ user }) => user);
  await rows.insertUsers(db, actor.scope, users, actor.userId);
  await inviteAll(
    context,
    users.filter(({ status }) => status),
    { alreadyRecorded: true },
  );
  await auditChanges(
    context,
    newUsers.map(({ user, node, role }) => {
      const { id, tpath, userName, domainName, status } = user;
      const after = { userName, domainName, ...pickUserInput(user), place: node.name, role: role.name };
      return { id, tpath, action: 'user.created', after: status ? after : { ...after, status } };
    }),
  );
  return new Map(newUsers.map(({ index, user }) => [index, { entityId: user.id, version: 1, before: null }]));
}

export type ExistingUserChange = Omit<UserRowChange, 'userName' | 'domain' | 'existing'> & {
  readonly existing: rows.ExistingUser;
};

/**
 * Updates existing users with the side effects of single updates (mails, sessions, audit); returns the results in the
 * same order.
 */
export async function updateExistingUsers(
  dependencies: Pick<UserImportDependencies, 'mailEncryption'> & Partial<UserImportDependencies>,
  context: ImportContext,
  changes: readonly ExistingUserChange[],
): Promise<WrittenRecord[]> {
  const { db, actor } = context;
  const { scope, userId } = actor;
  const steps = changes.map((change) => ({
    ...change,
    ...diffUserChange(change),
    statusChanges: change.status !== change.existing.status,
  }));
  const edited = steps.filter(({ edits }) => edits);
  await rows.updateUsers(
    db,
    scope,
    edited.map(({ existing: { id }, input, node }) => ({ id, input, node })),
    userId,
  );
  const reassigned = edited.filter(
    ({ node, role, existing }) => node?.id !== existing.node?.id || role?.id !== existing.role?.id,
  );
  await rows.updateRoles(
    db,
    scope,
    reassigned.flatMap(({ node, role, existing: { id, assignmentId } }) =>
      node && role ? [{ userId: id, roleId: role.id, node, assignmentId }] : [],
    ),
    userId,
  );
  const toInvite = steps
    .filter(({ status, statusChanges }) => status && statusChanges)
    .map(({ existing }) => existing.id);
  for (const { existing, input, status } of edited) {
    const changedFields = changedRecoveryFields(existing, input);
    if (changedFields.length === 0) continue;
    await revokeResetTokensAndNotify(context, dependencies.mailEncryption, existing, {
      fields: changedFields,
      at: await rows.findCurrentTime(db, scope),
    });
    // users without their own password are invited again at the new address
    if (changedFields.includes('emailId') && (await clearTemporaryPassword(db, scope, existing.id)) && status)
      toInvite.push(existing.id);
  }
  if (toInvite.length > 0)
    await dependencies.inviteAll?.(context, await listUsersWithoutPassword(db, scope, [...new Set(toInvite)]));
  const statusSteps = steps.filter(({ statusChanges }) => statusChanges);
  const disabledIds = statusSteps.filter(({ status }) => !status).map(({ existing }) => existing.id);
  if (disabledIds.length > 0) await endSessionsOfUsers(db, scope, disabledIds);
  await updateStatuses(
    db,
    scope,
    statusSteps.map(({ existing: { id }, status }) => ({ id, status })),
    userId,
  );
  await auditChanges(context, steps.flatMap(auditEntries));
  return steps.map(({ existing, edits, statusChanges }) => ({
    entityId: existing.id,
    version: existing.version + (edits ? 1 : 0) + (statusChanges ? 1 : 0),
    before: {
      input: pickUserInput(existing),
      status: existing.status,
      placeId: existing.node?.id ?? null,
      roleId: existing.role?.id ?? null,
    } satisfies StoredState,
  }));
}

/** The audit difference of fields, node and role; `edits` is undefined if nothing changes. */
function diffUserChange({ existing, input, node, role }: ExistingUserChange) {
  const beforeFields = {
    ...pickUserInput(existing),
    place: existing.node?.name ?? null,
    role: existing.role?.name ?? null,
  };
  const edits = difference(beforeFields, {
    ...pickUserInput(input),
    place: node?.name ?? null,
    role: role?.name ?? null,
  });
  const isReassigned = node?.id !== existing.node?.id || role?.id !== existing.role?.id;
  return { edits: isReassigned || Object.keys(edits.after).length > 0 ? edits : undefined };
}

function auditEntries({
  existing,
  status,
  node,
  edits,
  statusChanges,
}: ExistingUserChange & ReturnType<typeof diffUserChange> & { statusChanges: boolean }): AuditEntry[] {
  const subject = { id: existing.id, tpath: node?.tpath ?? existing.tpath };
  const entries: AuditEntry[] = [];
  if (edits) entries.push({ ...subject, action: 'user.updated', ...edits });
  const action = status ? 'user.enabled' : 'user.disabled';
  if (statusChanges) entries.push({ ...subject, action, before: { status: existing.status }, after: { status } });
  return entries;
}

/** Undoes rows: deletes unused created users and restores updated users, except those changed since. */
export async function undoChanges(
  context: ImportContext,
  written: readonly WrittenRow[],
  dependencies: Pick<UserImportDependencies, 'mailEncryption'> & Partial<UserImportDependencies>,
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const { scope, accessRights: rights, userId } = actor;
  const ids = written.map(({ entityId }) => entityId);
  const existingById = new Map(
    (await rows.listExistingUsers(db, scope, { ids }, { lock: true, rights })).map((u) => [u.id, u]),
  );
  const previousStates = written.flatMap(({ before }) => (before as StoredState | null) ?? []);
  // current state: since the import a role may have gained rights, a node moved, or either been deleted
  const roles = byId(await rows.listRolesById(db, scope, idsOf(previousStates, 'roleId'), { lock: true }));
  const nodes = byId(await rows.listNodesById(db, scope, idsOf(previousStates, 'placeId')));
  const toDelete: rows.ExistingUser[] = [];
  const toRestore: ExistingUserChange[] = [];
  const outcomes: ('undone' | 'kept')[] = [];
  for (const row of written) {
    const existing = existingById.get(row.entityId);
    const isCurrent = existing?.version === row.version && !existing.exceeds && existing.id !== userId;
    if (!existing || !isCurrent) outcomes.push('kept');
    else if (row.outcome === 'created') {
      if (existing.untouched) toDelete.push(existing);
      outcomes.push(existing.untouched ? 'undone' : 'kept');
    } else {
      const { input, status, placeId, roleId } = row.before as StoredState;
      const node = placeId === null ? undefined : nodes.get(placeId);
      const role = roleId === null ? undefined : roles.get(roleId);
      const change = { existing, input, status, node, role };
      const isTargetMissing = (placeId !== null && !node) || (roleId !== null && !role);
      const canRestore = !isTargetMissing && !primaryAssignmentError(actor, change);
      if (canRestore) toRestore.push(change);
      outcomes.push(canRestore ? 'undone' : 'kept');
    }
  }
  await updateExistingUsers(dependencies, context, toRestore);
  await rows.deleteUsers(
    db,
    scope,
    toDelete.map(({ id }) => id),
    userId,
  );
  await auditChanges(
    context,
    toDelete.map((existing) => ({
      id: existing.id,
      tpath: existing.tpath,
      action: 'user.deleted',
      before: {
        userName: existing.userName,
        ...pickUserInput(existing),
        place: existing.node?.name ?? null,
        role: existing.role?.name ?? null,
      },
    })),
  );
  return outcomes;
}

/** Why a node and role cannot be assigned: rights beyond the actor's, or the same assignment exists already. */
export function primaryAssignmentError(
  actor: Actor,
  { existing, node, role }: Pick<UserRowChange, 'existing' | 'node' | 'role'>,
): ErrorCode | undefined {
  if (!node || !role || (existing && node.id === existing.node?.id && role.id === existing.role?.id)) return undefined;
  if (existing?.additionalAssignments.includes(`${role.id} ${node.id}`)) return 'assignment.doubled';
  return assignmentError(actor, role, node.nodeType);
}

const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
const idsOf = (items: readonly StoredState[], field: 'roleId' | 'placeId') => [
  ...new Set(items.flatMap((item) => item[field] ?? [])),
];

async function auditChanges(
  { db, actor, origin, runId }: ImportContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const common = { entity: 'user', actorId: actor.userId, sessionId: actor.sessionId, runId };
  await insertAudits(
    db,
    actor.scope,
    origin,
    entries.map(({ id: entityId, ...entry }) => ({ ...entry, ...common, entityId })),
  );
}
